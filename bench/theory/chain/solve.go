package chain

import (
	"math"

	"shardq/bench/theory/mixture"
)

// Law is the stationary law of a small system, as far as it is reported.
type Law struct {
	States, Ways int     // of the chain
	Bytes        uint64  // about the memory that it took
	Number       float64 // mean jobs in system
	Blocking     float64 // lost share of the jobs that arrive at ports with neighbours
	Response     float64 // mean response time of admitted jobs
	Utilisation  float64 // mean share of busy servers
	// Join[m][k] is the probability that an admitted job joins a server of type m and finds k jobs there.
	Join [][]float64
	// Tail[m][k-1] is the mean share of the servers of type m with at least k jobs.
	Tail [][]float64
	// Residual is what the balance equations miss, relative to the flow.
	Residual float64

	response quantiler
}

type quantiler interface {
	Quantiles(qs ...float64) []float64
	Mean() float64
}

// Quantiles returns quantiles of the response time of admitted jobs.
func (e *Law) Quantiles(qs ...float64) []float64 { return e.response.Quantiles(qs...) }

// Solve computes the stationary law of a system with finite buffers from its balance equations, in at most so many states. It fails with
// ErrManyStates if there are more. A state takes some 100 bytes plus 24 for each change of state that is possible in it.
func Solve(s System, mostStates int) (*Law, error) {
	c, err := newChain(&s, mostStates)
	if err != nil {
		return nil, err
	}
	pi, residual, err := c.solve()
	if err != nil {
		return nil, err
	}
	e := c.measure(pi)
	e.Residual = residual
	return e, nil
}

// solve finds the stationary law by sweeps of Gauss and Seidel. After each, the states with the same number of jobs are scaled by a common
// factor, so that what goes up from each number of jobs is what comes down from the next: sweeps are slow to find that out.
func (c *chain) solve() (pi []float64, residual float64, err error) {
	const tolerance, mostSweeps = 1e-14, 20_000
	states := len(c.level)
	// Ways in: the transpose.
	start := make([]int32, states+1)
	for _, y := range c.to {
		start[y+1]++
	}
	top := int32(0)
	for x := range states {
		start[x+1] += start[x]
		top = max(top, c.level[x])
	}
	from, rate := make([]int32, len(c.to)), make([]float64, len(c.to))
	place := append([]int32(nil), start...)
	for x := range states {
		for w := c.first[x]; w < c.first[x+1]; w++ {
			y := c.to[w]
			from[place[y]], rate[place[y]] = int32(x), c.rate[w]
			place[y]++
		}
	}
	pi = make([]float64, states)
	for x := range pi {
		pi[x] = 1 / float64(states)
	}
	inflow := func(x int) float64 {
		sum := 0.0
		for w := start[x]; w < start[x+1]; w++ {
			sum += pi[from[w]] * rate[w]
		}
		return sum
	}
	mass, up, down := make([]float64, top+1), make([]float64, top+1), make([]float64, top+1)
	scale := func() {
		clear(mass)
		clear(up)
		clear(down)
		for x, p := range pi {
			l := c.level[x]
			mass[l] += p
			up[l] += p * c.up[x]
			down[l] += p * c.down[x]
		}
		// Logarithms, since products of ratios need not be numbers; the heaviest level gets factor 1.
		logs, most := make([]float64, top+1), math.Inf(-1)
		for l := range logs {
			if l > 0 {
				logs[l] = logs[l-1]
				if up[l-1] > 0 && down[l] > 0 {
					logs[l] += math.Log(up[l-1] / down[l])
				}
			}
			if mass[l] > 0 {
				most = max(most, logs[l]+math.Log(mass[l]))
			}
		}
		total := 0.0
		for l := range logs {
			logs[l] = math.Exp(logs[l] - most)
			total += mass[l] * logs[l]
		}
		for x := range pi {
			pi[x] *= logs[c.level[x]] / total
		}
	}
	least, since := math.Inf(1), 0
	for sweep := range mostSweeps {
		change := 0.0
		for x := range pi {
			if c.out[x] == 0 {
				continue
			}
			v := inflow(x) / c.out[x]
			change += math.Abs(v - pi[x])
			pi[x] = v
		}
		scale()
		if since++; change < least {
			least, since = change, 0
		}
		if sweep%10 < 9 && since < 20 {
			continue
		}
		missed, flow := 0.0, 0.0
		for x, p := range pi {
			missed += math.Abs(inflow(x) - p*c.out[x])
			flow += p * c.out[x]
		}
		residual = missed / flow
		// What is missed says little about slow parts; that changes have become rounding says more.
		if residual <= 10*tolerance && (change <= tolerance || since >= 20) {
			return pi, residual, nil
		}
	}
	return nil, residual, refusal("the balance equations miss %.3g of the flow after %d sweeps", residual, mostSweeps)
}

// measure reads off what is reported.
func (c *chain) measure(pi []float64) *Law {
	phases := len(c.law.Rates)
	e := &Law{States: len(pi), Ways: len(c.to), Bytes: c.bytes()}
	servers := 0
	found := make([][]float64, len(c.Types)) // as mixture.PhaseType.Found
	for _, t := range c.Types {
		servers += t.Count
		e.Tail = append(e.Tail, make([]float64, c.Buffer))
		e.Join = append(e.Join, make([]float64, c.Buffer))
	}
	for m := range found {
		found[m] = make([]float64, c.Buffer*phases)
	}
	offered := 0.0
	for _, p := range c.ports {
		offered += p.rate
	}
	admitted := 0.0
	for x, p := range pi {
		state := c.states[x*c.width : (x+1)*c.width]
		e.Number += p * float64(c.level[x])
		for k, cl := range c.classes {
			for s := 1; s < c.local; s++ {
				if n := state[k*c.local+s]; n > 0 {
					for j := range c.jobs(s) {
						e.Tail[cl.typ][j] += p * float64(n)
					}
				}
			}
		}
		for _, f := range c.join(state) {
			if f.jobs == c.Buffer {
				continue
			}
			rate := p * f.rate
			admitted += rate
			typ := c.classes[f.class].typ
			e.Join[typ][f.jobs] += rate
			if f.jobs == 0 {
				found[typ][0] += rate
				continue
			}
			total := float64(c.count(state, f.class, f.jobs))
			for j := range phases {
				found[typ][f.jobs*phases+j] += rate * float64(state[f.class*c.local+1+(f.jobs-1)*phases+j]) / total
			}
		}
	}
	counts := make([][]uint64, len(found))
	rates := make([]float64, len(found))
	busy := 0.0
	for m, t := range c.Types {
		rates[m] = t.Rate
		busy += e.Tail[m][0]
		for k := range c.Buffer {
			e.Tail[m][k] /= float64(t.Count)
			e.Join[m][k] /= admitted
		}
		for _, v := range found[m] {
			counts[m] = append(counts[m], uint64(math.Round(v/admitted*0x1p52)))
		}
	}
	e.Utilisation = busy / float64(servers)
	e.Blocking = max(0, 1-admitted/offered)
	if e.Blocking < 1e-15 {
		e.Blocking = 0
	}
	e.Response = e.Number / admitted
	if c.Service == nil {
		e.response = mixture.Erlang{Rates: rates, Join: counts}
	} else {
		e.response = mixture.PhaseType{Rates: rates, Service: c.Service, Found: counts}
	}
	return e
}
