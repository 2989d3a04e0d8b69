package diffusion

import (
	"math"

	"shardq/bench/theory"

	"shardq/graph/rng"

	"shardq/bench/theory/numeric"
)

// HalfinWhitt is the limit of JSQ, JSQ(d(N)) with d/(sqrt N log N) -> inf, and JIQ-JSQ(d) in the Halfin-Whitt regime, where the arrival
// rate is N - beta sqrt N. With X_1 = -(N-Q_1)/sqrt N, X_2 = Q_2/sqrt N, Q_i the number of servers with at least i jobs,
//
//	dX_1 = sqrt 2 dW - (beta + X_1 - X_2) dt - dU, dX_2 = dU - X_2 dt, X_1 <= 0,
//
// where U grows only when X_1 = 0. X_3 and what follows are 0 in the stationary state. Its law is simulated: in each step the drift is
// constant and the reflection exact, given the maximum of the Brownian path between the ends of the step, which is drawn (Asmussen, Glynn,
// Pitman, Annals of Applied Probability 5(4), 1995, and Lépingle, Mathematics and Computers in Simulation 38, 1995). What remains is the
// error of the drift, of the order of Step; a second path, driven by the same noise in steps of twice the length, measures it, and means
// are extrapolated to steps of length 0 (Richardson). Quantiles are not.
//
// Exact in the stationary state, from the equations of the means of X_1, X_1^2 and X_1 X_2: E X_1 = -beta, E X_1 X_2 = -beta E X_2/2, and
// E X_2 = 2(1 + beta^2 - E X_1^2)/beta.
//
// Sources: Eschenfeldt, Gamarnik, "Join the shortest queue with many servers. The heavy-traffic asymptotics", Mathematics of Operations
// Research 43(3), 2018; Banerjee, Mukherjee, "Join-the-shortest queue diffusion limit in Halfin-Whitt regime", Annals of Applied
// Probability 29(2), 2019.
type HalfinWhitt struct {
	Beta         float64
	Step         float64 // 0 is 0.01
	Time         float64 // of each replication, in mean service times; 0 is 1000
	Replications int     // 0 is 24
	Seed         uint64
}

// Estimate is an estimate of a stationary mean of a HalfinWhitt.
type Estimate struct {
	Value, StdErr  float64
	Discretisation float64 // by how much a path of twice the steps is off another; that much has been taken off, and what is left is less
}

// Law is the stationary law of a HalfinWhitt, simulated.
type Law struct {
	Beta, Step             float64
	Steps                  int
	Idle, IdleSquare       Estimate // -X_1, the scaled number of idle servers, and its square
	Waiting, WaitingSquare Estimate // X_2, the scaled number of servers with two jobs
	Product                Estimate // X_1 X_2
	idle, waiting          [diffusionCells]uint64
}

const (
	diffusionCells = 8192
	diffusionWidth = 1.0 / 128
	// diffusionStream is the stream of random numbers of diffusions.
	diffusionStream rng.Stream = 1<<19 + 1
)

// Simulate returns the stationary law. It is a function of d alone.
func (d HalfinWhitt) Simulate() (*Law, error) {
	if !(d.Beta > 0 && d.Beta <= 100) || d.Step < 0 || d.Time < 0 || d.Replications < 0 {
		return nil, theory.Errorf("Halfin-Whitt diffusion: beta %v, want above 0 and at most 100", d.Beta)
	}
	if d.Step == 0 {
		d.Step = 0.01
	}
	if d.Time == 0 {
		d.Time = 1000
	}
	if d.Replications == 0 {
		d.Replications = 24
	}
	law := &Law{Beta: d.Beta, Step: d.Step}
	steps := int(math.Ceil(d.Time/d.Step/2)) * 2
	// Deviations die out like those of X_2, at rate 1, or of the total, at about beta^2 where that is slow.
	warm := int(math.Ceil(10/min(1, d.Beta*d.Beta)/d.Step/2)) * 2
	key := rng.NewKey(d.Seed, diffusionStream)
	var fine, coarse [5][]float64
	for i := range d.Replications {
		f, c := d.path(key.Uint64(uint32(i), 0, 0), warm, steps, law)
		for k := range fine {
			fine[k], coarse[k] = append(fine[k], f[k]), append(coarse[k], c[k])
		}
		law.Steps += steps
	}
	for k, to := range []*Estimate{&law.Idle, &law.IdleSquare, &law.Waiting, &law.WaitingSquare, &law.Product} {
		n := float64(len(fine[k]))
		for i, v := range fine[k] {
			to.Discretisation += (coarse[k][i] - v) / n
			fine[k][i] += v - coarse[k][i]
			to.Value += fine[k][i] / n
		}
		for _, v := range fine[k] {
			to.StdErr += (v - to.Value) * (v - to.Value)
		}
		to.StdErr = math.Sqrt(to.StdErr / max(1, n-1) / n)
		to.Discretisation = math.Abs(to.Discretisation)
	}
	return law, nil
}

// place is a state of the diffusion.
type place struct{ x, y float64 }

// step moves on by a time h with Brownian increment w of variance 2h, and e exponential of mean 1, which makes the maximum of the path.
func (p *place) step(beta, h, w, e float64) {
	drift := p.y - beta - p.x
	change := float64(drift*h) + w
	// The maximum of a Brownian path of variance 2h from 0 to change, given a uniform exp(-e).
	top := (change + math.Sqrt(float64(change*change)+float64(4*h*e))) / 2
	push := max(0, p.x+top)
	p.x += change - push
	p.y += push - float64(p.y*h)
}

// path returns the means of -X_1, X_1^2, X_2, X_2^2 and X_1 X_2 along a path, and along one with half as many steps and the same noise.
func (d HalfinWhitt) path(seed uint64, warm, steps int, law *Law) (fine, coarse [5]float64) {
	noise := numeric.NewNormals(seed)
	a, b := place{-d.Beta, 1 / d.Beta}, place{-d.Beta, 1 / d.Beta}
	h := d.Step
	spread := math.Sqrt(2 * h)
	exponential := func() float64 { return -rng.Log(1 - noise.Unit()) }
	add := func(sums *[5]float64, p place) {
		sums[0] -= p.x
		sums[1] += p.x * p.x
		sums[2] += p.y
		sums[3] += p.y * p.y
		sums[4] += p.x * p.y
	}
	for i := 0; i < warm+steps; i += 2 {
		w1, w2 := spread*noise.Next(), spread*noise.Next()
		a.step(d.Beta, h, w1, exponential())
		if i >= warm {
			add(&fine, a)
			law.idle[cellOf(-a.x)]++
			law.waiting[cellOf(a.y)]++
		}
		a.step(d.Beta, h, w2, exponential())
		b.step(d.Beta, 2*h, w1+w2, exponential())
		if i >= warm {
			add(&fine, a)
			add(&coarse, b)
			law.idle[cellOf(-a.x)]++
			law.waiting[cellOf(a.y)]++
		}
	}
	for k := range fine {
		fine[k] /= float64(steps)
		coarse[k] /= float64(steps / 2)
	}
	return fine, coarse
}

func cellOf(x float64) int { return max(0, min(int(x/diffusionWidth), diffusionCells-1)) }

// IdleQuantile returns a quantile of -X_1, and WaitingQuantile one of X_2.
func (l *Law) IdleQuantile(q float64) float64 { return quantileOf(&l.idle, q) }

// WaitingQuantile returns a quantile of X_2.
func (l *Law) WaitingQuantile(q float64) float64 { return quantileOf(&l.waiting, q) }

// IdleTail returns the probability of -X_1 > x, and WaitingTail that of X_2 > x.
func (l *Law) IdleTail(x float64) float64 { return tailOf(&l.idle, x) }

// WaitingTail returns the probability of X_2 > x.
func (l *Law) WaitingTail(x float64) float64 { return tailOf(&l.waiting, x) }

// WaitingDecay returns the rate at which the tail of X_2 decays, per unit, between its quantiles 0.9 and 0.999: the tail is exponential
// (Banerjee, Mukherjee).
func (l *Law) WaitingDecay() float64 {
	return math.Log(100) / (l.WaitingQuantile(0.999) - l.WaitingQuantile(0.9))
}

// Response returns the mean response time among n servers that the law comes to, in mean service times: 1 + E X_2/sqrt N to the first
// order.
func (l *Law) Response(n int) float64 {
	root := math.Sqrt(float64(n))
	return (float64(n) + root*(l.Waiting.Value-l.Beta)) / (float64(n) - l.Beta*root)
}

func quantileOf(cells *[diffusionCells]uint64, q float64) float64 {
	total := 0.0
	for _, n := range cells {
		total += float64(n)
	}
	sum := 0.0
	for i, n := range cells {
		if n > 0 && sum+float64(n) >= q*total {
			return (float64(i) + (q*total-sum)/float64(n)) * diffusionWidth
		}
		sum += float64(n)
	}
	return diffusionCells * diffusionWidth
}

func tailOf(cells *[diffusionCells]uint64, x float64) float64 {
	total, above := 0.0, 0.0
	at := x / diffusionWidth
	for i, n := range cells {
		total += float64(n)
		above += float64(n) * min(1, max(0, float64(i+1)-at))
	}
	return above / total
}
