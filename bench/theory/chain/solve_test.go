package chain_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"shardq/bench/oracle"
	"shardq/bench/theory/chain"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// digits fails unless got is want to 10 digits.
func digits(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-10*math.Abs(want)+1e-16) {
		t.Errorf("%s: %.13g, want %.13g", what, got, want)
	}
}

// small turns a system of the oracle into one of theory.
func small(t *testing.T, s oracle.System) chain.System {
	t.Helper()
	rule, err := policy.Parse(policy.Bipartite, string(s.Policy))
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, len(s.Rates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Rates[b], s.Rates[a]) })
	out := chain.System{
		Buffer: s.Buffer,
		Policy: policy.Policy{Rule: rule, D: s.D, Replacement: s.Replacement, DFast: s.DFast, DSlow: s.DSlow,
			PFast: s.PFast, PSlow: s.PSlow},
		Servers: rule == policy.Supermarket,
	}
	id := make([]uint32, len(order))
	for to, from := range order {
		id[from] = uint32(to)
		if n := len(out.Types); n > 0 && out.Types[n-1].Rate == s.Rates[from] {
			out.Types[n-1].Count++
		} else {
			out.Types = append(out.Types, kernel.Type{Rate: s.Rates[from], Count: 1})
		}
	}
	out.Ports = make([]chain.Port, len(s.Ports))
	for l, p := range s.Ports {
		port := chain.Port{Rate: p.Rate, Neighbours: []uint32{}}
		for _, r := range p.Neighbours {
			port.Neighbours = append(port.Neighbours, id[r])
		}
		if rule == policy.Supermarket {
			out.Ports[id[l]] = port
		} else {
			out.Ports[l] = port
		}
	}
	if s.Service != nil {
		out.Service = &kernel.Phases{Start: s.Service.Start, Rates: s.Service.Rates, Routing: s.Service.Next}
	}
	return out
}

// TestExactCases: the small systems solved independently, to 10 digits.
func TestExactCases(t *testing.T) {
	cases, err := oracle.LoadCases("")
	if err != nil {
		t.Fatal(err)
	}
	phases, err := oracle.PhaseCases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(cases, phases...) {
		s := small(t, c.System)
		e, err := chain.Solve(s, 100_000)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		digits(t, c.Name+" number", e.Number, c.Exact.MeanNumber)
		digits(t, c.Name+" blocking", e.Blocking, c.Exact.Blocking)
		digits(t, c.Name+" response", e.Response, c.Exact.MeanResponse)
		if e.States > c.Exact.States {
			t.Errorf("%s: %d states, want at most %d", c.Name, e.States, c.Exact.States)
		}
		for _, q := range c.Exact.Quantiles {
			digits(t, fmt.Sprintf("%s quantile %v", c.Name, q.P), e.Quantiles(q.P)[0], q.Value)
		}
	}
}

// TestExactOracle: against the oracle for every rule, on graphs with and without exchangeable servers.
func TestExactOracle(t *testing.T) {
	all := []int{0, 1, 2, 3}
	complete := []oracle.Port{{Rate: 1.9, Neighbours: all}, {Rate: 0.4, Neighbours: all}}
	ring := []oracle.Port{
		{Rate: 0.8, Neighbours: []int{0, 1, 3}},
		{Rate: 0.6, Neighbours: []int{0, 1, 2}},
		{Rate: 0.5, Neighbours: []int{1, 2, 3}},
		{Rate: 0.7, Neighbours: []int{0, 2, 3}},
	}
	rates := []float64{1, 1, 0.5, 0.5}
	for _, policy := range []string{"jfsq", "jfiq", "jsq", "jiq", "random", "fastest", "jsq-d", "jiq-jsq-d", "supermarket", "jsq-2-2"} {
		for name, ports := range map[string][]oracle.Port{"complete": complete, "ring": ring} {
			for _, replacement := range []bool{false, true} {
				if replacement && policy != "jsq-d" && policy != "jiq-jsq-d" && policy != "supermarket" {
					continue
				}
				if policy == "supermarket" && name == "complete" {
					ports = []oracle.Port{
						{Rate: 0.6, Neighbours: all},
						{Rate: 0.6, Neighbours: all},
						{Rate: 0.6, Neighbours: all},
						{Rate: 0.6, Neighbours: all},
					}
				}
				s := oracle.System{
					Rates:       rates,
					Ports:       ports,
					Buffer:      3,
					Policy:      policy,
					D:           3,
					Replacement: replacement,
					DFast:       2,
					DSlow:       1,
					PFast:       0.7,
					PSlow:       0.4,
				}
				what := fmt.Sprintf("%s on %s, replacement %t", policy, name, replacement)
				want, err := oracle.Exact(s)
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				got, err := chain.Solve(small(t, s), 100_000)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				digits(t, what+": number", got.Number, want.MeanNumber)
				digits(t, what+": blocking", got.Blocking, want.Blocking)
				digits(t, what+": response", got.Response, want.MeanResponse)
				digits(t, what+": quantile", got.Quantiles(0.99)[0], want.Quantile(0.99))
			}
		}
	}
}

// TestExactMany: servers of a kind on a complete graph are counted, so that many are in reach: each on its own under random, and near the
// refined limit of JSQ(2) for both ways to sample.
func TestExactMany(t *testing.T) {
	// Two servers with so much room that it does not matter; the values for JSQ are published to 6 decimals.
	for _, c := range []struct {
		rule      policy.Rule
		rho, want float64
		buffer    int
	}{
		{policy.JSQ, 0.3, 1.144025, 20}, {policy.JSQ, 0.7, 2.108197, 30}, {policy.JSQ, 0.9, 5.474913, 90},
		{policy.JIQ, 0.3, 1.3 / (0.7 * 1.6), 20}, {policy.JIQ, 0.6, 1.6 / (0.4 * 2.2), 40},
	} {
		e, err := chain.Solve(
			chain.System{Types: []kernel.Type{{Rate: 1, Count: 2}}, Ports: []chain.Port{{Rate: 2 * c.rho}}, Buffer: c.buffer,
				Policy: policy.Policy{Rule: c.rule}},
			20_000,
		)
		if err != nil {
			t.Fatal(err)
		}
		theorytest.Near(t, fmt.Sprintf("%v of two servers at %v", c.rule, c.rho), e.Response, c.want, 1e-6)
	}
	s := chain.System{
		Types:  []kernel.Type{{Rate: 2, Count: 30}},
		Ports:  []chain.Port{{Rate: 50}},
		Buffer: 3,
		Policy: policy.Policy{Rule: policy.Random},
	}
	e, err := chain.Solve(s, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	want := queue.MM1b(50.0/30, 2, 3)
	digits(t, "response of random", e.Response, want.Response)
	digits(t, "blocking of random", e.Blocking, want.Blocking)
	// What the refined limit misses of N (exact - limit) is of the order of 1/N.
	for _, replacement := range []bool{false, true} {
		r, err := meanfield.RefinePowerOfD(0.8, 2, 2, replacement)
		if err != nil {
			t.Fatal(err)
		}
		limit := r.Number(math.MaxInt32)
		var missed []float64
		for _, n := range []int{20, 40, 80} {
			s = chain.System{Types: []kernel.Type{{Rate: 1, Count: n}}, Ports: []chain.Port{{Rate: 0.8 * float64(n)}}, Buffer: 2,
				Policy: policy.Policy{Rule: policy.JSQD, D: 2, Replacement: replacement}}
			if e, err = chain.Solve(s, 20_000); err != nil {
				t.Fatal(err)
			}
			missed = append(missed, e.Number-float64(n)*r.Number(n))
			theorytest.Near(
				t,
				fmt.Sprintf("replacement %t, N = %d", replacement, n),
				e.Number/float64(n)-limit,
				r.Number(n)-limit,
				1.0/float64(n*n),
			)
		}
		for i := 1; i < len(missed); i++ {
			if ratio := missed[i-1] / missed[i]; !(ratio > 1.7 && ratio < 2.2) {
				t.Errorf("replacement %t: %v missed, want it to halve", replacement, missed)
			}
		}
	}
	if _, err := chain.Solve(s, 100); !errors.Is(err, chain.ErrManyStates) {
		t.Errorf("error %v", err)
	}
	s.Buffer = 0
	if _, err := chain.Solve(s, 100); err == nil {
		t.Error("an unbounded buffer")
	}
}
