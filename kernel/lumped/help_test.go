package lumped

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"shardq/bench/stats"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// alarm is the false-alarm probability of one statistical check. All seeds are fixed, and there are fewer than 1,000 checks: all together
// would fail a correct program with probability below 1e-6.
const alarm = 1e-9

// chiSquare fails if counts do not follow weights of any sum.
func chiSquare(t *testing.T, what string, counts []int, weights []float64) {
	t.Helper()
	if p, _ := stats.Fit(counts, weights); !(p > alarm) {
		t.Errorf("%s: the counts have probability %g under the law: %v, weights %v", what, p, counts, weights)
	}
}

// same fails if two samples of independent counts do not come from one law. Cells with fewer than 10 are joined with those after them.
func same(t *testing.T, what string, a, b []int) {
	t.Helper()
	na, nb := 0.0, 0.0
	for i := range a {
		na, nb = na+float64(a[i]), nb+float64(b[i])
	}
	statistic, cells := 0.0, 0
	sa, sb := 0.0, 0.0
	for i := range a {
		sa, sb = sa+float64(a[i]), sb+float64(b[i])
		if sa+sb < 20 {
			continue
		}
		d := sa*math.Sqrt(nb/na) - sb*math.Sqrt(na/nb)
		statistic += d * d / (sa + sb)
		sa, sb = 0, 0
		cells++
	}
	if cells < 2 {
		t.Fatalf("%s: nothing to compare in %v and %v", what, a, b)
	}
	if p := (distuv.ChiSquared{K: float64(cells - 1)}).Survival(statistic); !(p > alarm) {
		t.Errorf("%s: that both samples have one law has probability %g: %v, %v", what, p, a, b)
	}
}

// everyRule returns the rules of this engine.
func everyRule() (list []policy.Rule) {
	for _, rule := range policy.Rules(policy.Bipartite) {
		if policy.Describe(policy.Bipartite, rule).Lumpable {
			list = append(list, rule)
		}
	}
	return list
}

// everyPolicy returns each rule, with several kinds of sample of those that sample.
func everyPolicy() (list []policy.Policy) {
	for _, rule := range everyRule() {
		p := policy.Policy{Rule: rule}
		if !p.Rule.Samples() {
			list = append(list, p)
			continue
		}
		for _, d := range []int{1, 2, 3, 1000} {
			p.D, p.Replacement = d, false
			list = append(list, p)
			if d < 1000 {
				p.Replacement = true
				list = append(list, p)
			}
		}
	}
	return list
}

// system is a complete graph with one port and types of rates 1, 1/2, 1/4, ...
func system(policy policy.Policy, buffer int, load float64, counts ...int) *kernel.System {
	sys := &kernel.System{Policy: policy, Buffer: buffer, Seed: 1}
	n, rate := 0, 1.0
	for _, count := range counts {
		sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: count})
		n += count
		rate /= 2
	}
	sys.Graph = graph.Complete{L: 1, N: n}
	sys.Arrivals = load * sys.Capacity()
	return sys
}

// start returns a simulator of a system that must be good.
func start(t interface{ Fatal(...any) }, sys *kernel.System) *Simulator {
	s, err := New(sys, Config{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// put sets the number of jobs of every server: jobs[m] are those of type m.
func (s *Simulator) put(jobs [][]int) {
	s.start = 0
	for m := range s.classes {
		c := &s.classes[m]
		clear(c.tail[1:])
		for _, n := range jobs[m] {
			s.start += uint64(n)
			for n+2 >= len(c.tail) {
				c.grow()
			}
			for k := 1; k <= n; k++ {
				c.tail[k]++
			}
		}
	}
	if s.all != nil {
		room := 0
		for m := range s.classes {
			room = max(room, len(s.classes[m].tail))
		}
		for m := range s.classes {
			for len(s.classes[m].tail) < room {
				s.classes[m].grow()
			}
		}
		s.low = 0
		s.rank()
	}
}

// blocksOf returns n random blocks.
func blocksOf(n int) []rng.Block {
	blocks := make([]rng.Block, n)
	rng.NewKey(7, 1<<17).Fill(isa.Best, blocks, 0, 0, 0, 0)
	return blocks
}

// draw draws a small system on a complete graph.
func draw(t *rapid.T) *kernel.System {
	sys := system(policy.Policy{}, rapid.SampledFrom([]int{1, 2, 5, 0, 60, 1000}).Draw(t, "buffer"),
		rapid.SampledFrom([]float64{0.3, 0.8, 0.95, 1.2, 50}).Draw(t, "load"),
		rapid.SliceOfN(rapid.IntRange(1, 30), 1, 4).Draw(t, "counts")...)
	sys.Seed = rapid.Uint64().Draw(t, "seed")
	sys.CoarseTicks = rapid.SampledFrom([]uint{0, 0, 26, 31}).Draw(t, "coarse")
	sys.Policy = policy.Policy{
		Rule:        rapid.SampledFrom(everyRule()).Draw(t, "rule"),
		D:           rapid.SampledFrom([]int{1, 2, 3, 5, 32, 33, 50, 1000}).Draw(t, "d"),
		Replacement: rapid.Bool().Draw(t, "replacement"),
	}
	if rapid.Bool().Draw(t, "start") {
		for range sys.Types {
			sys.StartBusy = append(sys.StartBusy, rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "busy"))
		}
	}
	return sys
}
