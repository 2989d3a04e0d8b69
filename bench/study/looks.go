package study

import (
	"context"
	"math"
	"math/bits"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// farthestBin bounds the bins of a histogram: what is farther out counts in the last one.
const farthestBin = 100_000

// yardstick is what a count of servers is divided by.
type yardstick struct {
	servers uint64
	root    bool // it is the root of the number of servers, for which bins are exact
	value   float64
}

// bin returns the bin of a count: floor(10 v / value).
func (y yardstick) bin(v int64) int {
	if !y.root {
		return clampBin(math.Floor(float64(result.BinsPerUnit*v) / y.value))
	}
	size := uint64(max(v, -v)) * result.BinsPerUnit
	hi, lo := bits.Mul64(size, size)
	if hi >= y.servers {
		return clampBin(math.Copysign(farthestBin, float64(v)))
	}
	square, _ := bits.Div64(hi, lo, y.servers) // floor((10 v)^2 / N)
	j := root(square)
	if v < 0 {
		if whole := kernel.WideProduct(j*j, y.servers); whole != (kernel.Wide{Hi: hi, Lo: lo}) {
			j++ // a negative number that is not whole is rounded down, away from 0
		}
		return clampBin(-float64(j))
	}
	return clampBin(float64(j))
}

func clampBin(j float64) int { return int(min(max(j, -farthestBin), farthestBin)) }

// root returns the whole part of the square root.
func root(x uint64) uint64 {
	r := min(uint64(math.Sqrt(float64(x))), 1<<32-1)
	for r*r > x {
		r--
	}
	for r < 1<<32-1 && (r+1)*(r+1) <= x {
		r++
	}
	return r
}

// scales are those of the three counts: idle servers, servers with two jobs at least, jobs beyond one a server.
type scales [3]yardstick

// scalesOf returns alpha and the scales N^(1-alpha) and N^alpha. The latter follows from the load, 1 - beta N^-alpha, so that it is the
// same on every machine.
func scalesOf(sc *scenario.Scenario) (alpha float64, s scales) {
	n := uint64(sc.Servers())
	p := &sc.Port
	if p.HalfinWhitt == 0 || p.Alpha == 0 || p.Alpha == 0.5 {
		y := yardstick{n, true, math.Sqrt(float64(n))}
		return 0.5, scales{y, y, y}
	}
	power := p.HalfinWhitt / (1 - sc.Load())
	long := yardstick{n, false, power}
	return p.Alpha, scales{{n, false, float64(n) / power}, long, long}
}

// looks is what some looks saw. Sums are integers.
type looks struct {
	count      uint64
	sums       [3]int64 // of idle servers, of those with two jobs at least, of the jobs beyond one a server
	squares    [3]kernel.Wide
	histograms [3]result.Histogram
}

// see adds a look at n servers.
func (l *looks) see(occupancy []uint64, n uint64, s *scales) {
	var q [2]uint64
	copy(q[:], occupancy)
	jobs := uint64(0)
	for _, x := range occupancy {
		jobs += x
	}
	l.count++
	for i, v := range [3]int64{int64(n - q[0]), int64(q[1]), int64(jobs) - int64(n)} {
		l.sums[i] += v
		size := uint64(max(v, -v))
		l.squares[i] = l.squares[i].Plus(kernel.WideProduct(size, size))
		l.histograms[i].Put(s[i].bin(v), 1)
	}
}

// add adds what other looks saw.
func (l *looks) add(other *looks) {
	l.count += other.count
	for i := range l.sums {
		l.sums[i] += other.sums[i]
		l.squares[i] = l.squares[i].Plus(other.squares[i])
		l.histograms[i].Add(&other.histograms[i])
	}
}

// since returns the looks after an earlier state.
func (l *looks) since(earlier *looks) looks {
	d := looks{count: l.count - earlier.count}
	for i := range l.sums {
		d.sums[i] = l.sums[i] - earlier.sums[i]
		d.squares[i] = l.squares[i].Minus(earlier.squares[i])
		d.histograms[i] = l.histograms[i].Since(&earlier.histograms[i])
	}
	return d
}

// observer is a simulator that stops for looks at the occupancies, if the scenario asks for them. The trajectory is the same with looks and
// without.
type observer struct {
	simulator
	every   float64 // time between two looks; 0: none
	servers uint64
	scales  scales
	first   float64 // when statistics begin; the first look is one interval later
	begun   bool
	next    int // number of the next look
	looks   looks
}

func newObserver(sim simulator, sc *scenario.Scenario) *observer {
	_, s := scalesOf(sc)
	return &observer{simulator: sim, every: sc.Run.Observe, servers: uint64(sc.Servers()), scales: s}
}

// begin says when statistics begin.
func (o *observer) begin(at float64) { o.first, o.begun = at, true }

// Advance advances the simulator, looking at the occupancies on the way.
func (o *observer) Advance(ctx context.Context, until float64) error {
	for o.begun && o.every > 0 {
		at := o.first + float64(o.every*float64(o.next+1))
		if at > until {
			break
		}
		if err := o.simulator.Advance(ctx, at); err != nil {
			return err
		}
		o.looks.see(o.Occupancy(), o.servers, &o.scales)
		o.next++
	}
	return o.simulator.Advance(ctx, until)
}

// Counters returns what was counted since time 0.
func (o *observer) Counters() tallies {
	var seen looks // a copy: histograms grow
	seen.add(&o.looks)
	return tallies{o.simulator.Counters(), seen}
}

// observed returns what the looks of all replications saw, or nil if there were none.
func (s *bipartiteSubject) observed(e *bipartiteEvaluation) *result.Observed {
	all := &e.sum.looks
	if all.count == 0 {
		return nil
	}
	alpha, scale := scalesOf(s.sc)
	o := &result.Observed{Every: s.sc.Run.Observe, Looks: all.count, Alpha: alpha}
	names := [3]string{"(N - Q1) / sqrt N", "Q2 / sqrt N", "(jobs - N) / sqrt N"}
	if !scale[0].root {
		names = [3]string{"(N - Q1) / N^(1-alpha)", "Q2 / N^alpha", "(jobs - N) / N^alpha"}
	}
	count := e.series(func(c *tallies) float64 { return float64(c.looks.count) })
	nan := math.NaN()
	for i, to := range o.All() {
		size := scale[i].value
		mean := stats.Pool(e.series(func(c *tallies) float64 { return float64(c.looks.sums[i]) / size }), count, stats.Config{})
		*to = result.Scaled{
			Key: [...]string{"idle", "second", "excess"}[i], Name: names[i], Scale: size, Mean: mean, Histogram: all.histograms[i],
			Known: nan, KnownDev: nan,
		}
		plain := float64(all.sums[i]) / float64(all.count)
		to.Deviation = math.Sqrt(max(all.squares[i].Float()/float64(all.count)-float64(plain*plain), 0)) / size
	}
	s.knownScales(o)
	return o
}

// knownScales adds what theory says about the scaled counts.
func (s *bipartiteSubject) knownScales(o *result.Observed) {
	load := s.sc.Load()
	if len(s.sys.Types) != 1 || s.sc.Buffer() != 0 || !(load < 1) {
		return
	}
	n, beta := float64(s.sc.Servers()), s.sc.Port.HalfinWhitt
	o.Idle.Known, o.Idle.Source = float64(n*(1-load))/o.Idle.Scale, "exact for any number of servers, under any policy"
	if beta > 0 {
		o.Idle.Known = beta // the same, without rounding
	}
	if rule := policy.Describe(policy.Bipartite, s.sys.Policy.Rule); beta > 0 && o.Alpha > 0.5 && o.Alpha < 1 && rule.LeastKey() {
		o.Excess.Known, o.Excess.KnownDev = 2/beta, math.Sqrt2/beta
		o.Excess.Source = "limit of many servers, where the law is Gamma(2, beta) (super-Halfin-Whitt regime)"
	}
}
