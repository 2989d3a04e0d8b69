package lumped_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"shardq/bench/oracle"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/lumped"
	"shardq/kernel/policy"
)

// estimate is a mean over batches with its standard error.
type estimate struct{ value, stdErr float64 }

// ratio estimates sum(num)/sum(den) from batches.
func ratio(num, den []float64) estimate {
	n, d, squares := 0.0, 0.0, 0.0
	for i := range num {
		n, d = n+num[i], d+den[i]
	}
	value := n / d
	for i := range num {
		squares += (num[i] - value*den[i]) * (num[i] - value*den[i])
	}
	batches := float64(len(num))
	return estimate{value, math.Sqrt(squares*batches/(batches-1)) / d}
}

// measure runs a system for a warm-up and 64 batches, which together have about the given number of events, and returns the counts of each
// batch.
func measure(t *testing.T, sys *kernel.System, warmup, events float64) (list []kernel.Counters, tick float64) {
	t.Helper()
	const batches = 64
	s, err := lumped.New(sys, lumped.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	length := events / (sys.Arrivals + sys.Capacity()) / batches
	var before kernel.Counters
	for b := range batches + 1 {
		if err := s.Advance(context.Background(), warmup+float64(b)*length); err != nil {
			t.Fatal(err)
		}
		now := s.Counters()
		if b > 0 {
			list = append(list, now.Since(&before))
		}
		before = now
	}
	return list, s.Tick()
}

// each applies f to every batch.
func each(list []kernel.Counters, f func(c *kernel.Counters) float64) (out []float64) {
	for i := range list {
		out = append(out, f(&list[i]))
	}
	return out
}

func admitted(c *kernel.Counters) float64 { return float64(c.Admitted) }
func arrived(c *kernel.Counters) float64  { return float64(c.Arrived) }
func blocked(c *kernel.Counters) float64  { return float64(c.Blocked) }
func ticks(c *kernel.Counters) float64    { return float64(c.Ticks) }
func area(c *kernel.Counters) float64     { return c.Area.Float() }

// response returns the sum of the expected response times of the admitted jobs.
func response(types []kernel.Type) func(c *kernel.Counters) float64 {
	return func(c *kernel.Counters) float64 {
		sum := 0.0
		for m, row := range c.Join {
			for k, n := range row {
				sum += float64(n) * float64(k+1) / types[m].Rate
			}
		}
		return sum
	}
}

func entry(rows [][]uint64, m, k int) float64 {
	if k >= len(rows[m]) {
		return 0
	}
	return float64(rows[m][k])
}

// agree fails if an estimate is more than 4 standard errors from the exact value. Seeds are fixed, so this cannot fail by chance; with a
// fresh seed each comparison would fail with probability 2e-4 (Student's t with 63 degrees of freedom).
func agree(t *testing.T, what string, got estimate, want float64) {
	t.Helper()
	if !(math.Abs(got.value-want) <= 4*got.stdErr+1e-12) {
		t.Errorf("%s: %.7g, exact %.7g (%.2f standard errors)", what, got.value, want, math.Abs(got.value-want)/got.stdErr)
	}
}

// TestExactCases: every policy on small systems, against their stationary equations.
func TestExactCases(t *testing.T) {
	policies := []policy.Policy{
		{Rule: policy.JFSQ}, {Rule: policy.JFIQ}, {Rule: policy.JSQ}, {Rule: policy.JIQ}, {Rule: policy.Random}, {Rule: policy.Fastest},
		{
			Rule: policy.JSQD,
			D:    2,
		}, {Rule: policy.JSQD, D: 2, Replacement: true}, {Rule: policy.JSQD, D: 3}, {Rule: policy.JSQD, D: 3, Replacement: true},
		{Rule: policy.JSQD, D: 1}, {Rule: policy.JSQD, D: 9},
		{
			Rule: policy.JIQJSQD,
			D:    1,
		}, {Rule: policy.JIQJSQD, D: 2}, {Rule: policy.JIQJSQD, D: 2, Replacement: true}, {Rule: policy.JIQJSQD, D: 3},
	}
	for _, c := range []struct {
		types  []kernel.Type
		buffer int
		load   float64
	}{
		{[]kernel.Type{{Rate: 1, Count: 4}}, 3, 0.9},
		{[]kernel.Type{{Rate: 1, Count: 1}, {Rate: 0.25, Count: 3}}, 2, 0.8},
		{[]kernel.Type{{Rate: 2, Count: 2}, {Rate: 0.7, Count: 1}, {Rate: 0.1, Count: 1}}, 3, 1.1},
	} {
		for _, p := range policies {
			sys := &kernel.System{Types: c.types, Buffer: c.buffer, Policy: p, Seed: 3}
			n := sys.Servers()
			sys.Graph = graph.Complete{L: 2, N: n}
			sys.Arrivals = c.load * sys.Capacity()
			twin := oracle.System{
				Buffer:      c.buffer,
				Policy:      p.Rule.String(),
				D:           p.D,
				Replacement: p.Replacement,
				Ports:       []oracle.Port{{Rate: sys.Arrivals}},
			}
			for _, typ := range c.types {
				for range typ.Count {
					twin.Ports[0].Neighbours = append(twin.Ports[0].Neighbours, len(twin.Rates))
					twin.Rates = append(twin.Rates, typ.Rate)
				}
			}
			exact, err := oracle.Exact(twin)
			if err != nil {
				t.Fatal(err)
			}
			list, _ := measure(t, sys, 200, 1e6)
			what := fmt.Sprintf("%v of %d types, %+v", p.Rule, len(c.types), p)
			agree(t, what+": mean response", ratio(each(list, response(c.types)), each(list, admitted)), exact.MeanResponse)
			agree(t, what+": blocking", ratio(each(list, blocked), each(list, arrived)), exact.Blocking)
			agree(t, what+": mean number", ratio(each(list, area), each(list, ticks)), exact.MeanNumber)
			server := 0
			for m, typ := range c.types {
				for k := range c.buffer + 1 {
					join, length := 0.0, 0.0
					for r := server; r < server+typ.Count; r++ {
						length += exact.Length[r][k] / float64(typ.Count)
						if k < c.buffer {
							join += exact.Join[r][k]
						}
					}
					seen := func(c *kernel.Counters) float64 { return entry(c.Seen, m, k) }
					all := func(c *kernel.Counters) (sum float64) {
						for _, n := range c.Seen[m] {
							sum += float64(n)
						}
						return sum
					}
					agree(t, fmt.Sprintf("%s: type %d with %d jobs", what, m, k), ratio(each(list, seen), each(list, all)), length)
					joined := func(c *kernel.Counters) float64 { return entry(c.Join, m, k) }
					agree(
						t,
						fmt.Sprintf("%s: joins of type %d with %d jobs", what, m, k),
						ratio(each(list, joined), each(list, admitted)),
						join,
					)
				}
				server += typ.Count
			}
		}
	}
}

// TestReferences: published values and closed forms for unbounded queues.
func TestReferences(t *testing.T) {
	complete := func(n int, load float64, p policy.Policy) *kernel.System {
		return &kernel.System{
			Graph:    graph.Complete{L: 1, N: n},
			Types:    []kernel.Type{{Rate: 1, Count: n}},
			Arrivals: load * float64(n),
			Policy:   p,
			Seed:     1,
		}
	}
	// Two random choices with replacement, jobs per server with the standard errors of the publication.
	for _, v := range []struct {
		load         float64
		n            int
		want, stdErr float64
	}{
		{.7, 10, 1.21930, .00014}, {.7, 20, 1.17370, .00014}, {.7, 50, 1.14712, .00012}, {.7, 100, 1.13874, .00011},
		{.9, 10, 2.80030, .00076}, {.9, 20, 2.56615, .00065}, {.9, 50, 2.43495, .00054}, {.9, 100, 2.39309, .00049},
	} {
		list, _ := measure(t, complete(v.n, v.load, policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}), 1000, 3e6)
		e := ratio(each(list, area), each(list, ticks))
		n := float64(v.n)
		agree(t, fmt.Sprintf("jsq-2 of %d servers, load %v", v.n, v.load), estimate{e.value / n, math.Hypot(e.stdErr/n, v.stdErr)}, v.want)
	}
	// The limit of many servers: sum over i >= 1 of load^((d^i-d)/(d-1)). 2^14 servers
	// are within a part in 2,000 of it.
	for _, v := range []struct {
		d    int
		load float64
		want float64
	}{{2, .5, 1.2657}, {2, .7, 1.6145}, {3, .9, 2.0279}} {
		sys := complete(1<<14, v.load, policy.Policy{Rule: policy.JSQD, D: v.d})
		list, _ := measure(t, sys, 60, 8e6)
		e := ratio(each(list, response(sys.Types)), each(list, admitted))
		agree(t, fmt.Sprintf("jsq-%d of many servers, load %v", v.d, v.load), estimate{e.value, e.stdErr + 5e-4*v.want/4}, v.want)
	}
	// Two servers: from the stationary equations, and (1+rho)/((1-rho)(1+2rho)) for jiq.
	for _, v := range []struct {
		rule       policy.Rule
		load, want float64
	}{
		{policy.JSQ, .3, 1.144025}, {policy.JSQ, .8, 2.955737}, {policy.JSQ, .9, 5.474913},
		{policy.JIQ, .3, 1.3 / (.7 * 1.6)}, {policy.JIQ, .9, 1.9 / (.1 * 2.8)},
	} {
		sys := complete(2, v.load, policy.Policy{Rule: v.rule})
		list, _ := measure(t, sys, 1e4, 3e6)
		agree(
			t,
			fmt.Sprintf("%v of two servers, load %v", v.rule, v.load),
			ratio(each(list, response(sys.Types)), each(list, admitted)),
			v.want,
		)
	}
	// Four servers of four speeds with room for five jobs, from the stationary equations.
	for _, v := range []struct {
		rule                    policy.Rule
		load, response, blocked float64
	}{
		{policy.JFIQ, .8, 5.865374, .075489}, {policy.JFSQ, .8, 4.343806, .005004}, {policy.JIQ, .8, 6.071521, .080043},
		{policy.JSQ, .8, 5.142299, .006831},
		{policy.JFIQ, .9, 6.501931, .122696}, {policy.JFSQ, .9, 5.628490, .022634}, {policy.JIQ, .9, 6.620097, .126239},
		{policy.JSQ, .9, 6.260935, .026992},
	} {
		sys := complete(4, 1, policy.Policy{Rule: v.rule})
		sys.Types = []kernel.Type{{Rate: 1, Count: 1}, {Rate: 0.5, Count: 1}, {Rate: 0.25, Count: 1}, {Rate: 0.125, Count: 1}}
		sys.Buffer, sys.Arrivals = 5, v.load*sys.Capacity()
		list, _ := measure(t, sys, 1e4, 4e6)
		what := fmt.Sprintf("%v of four speeds, load %v", v.rule, v.load)
		agree(t, what+": mean response", ratio(each(list, response(sys.Types)), each(list, admitted)), v.response)
		agree(t, what+": blocking", ratio(each(list, blocked), each(list, arrived)), v.blocked)
	}
	// A single server, M/M/1/b: as many jobs as the geometric law, cut off at b, says.
	sys := complete(1, .9, policy.Policy{Rule: policy.Random})
	sys.Buffer = 20
	list, tick := measure(t, sys, 1e4, 3e6)
	sum, number := 0.0, 0.0
	for k := range sys.Buffer + 1 {
		sum += math.Pow(.9, float64(k))
		number += float64(k) * math.Pow(.9, float64(k))
	}
	agree(t, "M/M/1/b: jobs in system", ratio(each(list, area), each(list, ticks)), number/sum)
	agree(t, "M/M/1/b: blocking", ratio(each(list, blocked), each(list, arrived)), math.Pow(.9, 20)/sum)
	time := func(c *kernel.Counters) float64 { return float64(c.Ticks) * tick }
	agree(t, "M/M/1/b: arrivals", ratio(each(list, arrived), each(list, time)), .9)
}
