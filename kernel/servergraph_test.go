package kernel

import (
	"fmt"
	"slices"
	"testing"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// onServers returns a system of n equal servers, each with a port whose row has all servers, as a clique by construction or as stored rows.
func onServers(t *testing.T, n int, complete bool, p policy.Policy) *System {
	sys := &System{Graph: sameRow(t, n, ids(n, 1), n), Types: []Type{{Rate: 1, Count: n}}, Buffer: 5, Arrivals: 1, Seed: 21, Policy: p}
	if complete {
		sys.Graph = graph.Complete{L: n, N: n}
	}
	return sys
}

// TestSupermarketPairs: with d = 2 the other server is uniform among the rest and never the own one: a rule that takes a neighbour of the
// own server when a draw hits it would favour that one. All other servers are made better than the own one, one at a time, and all at once.
func TestSupermarketPairs(t *testing.T) {
	const n = 7
	for _, complete := range []bool{false, true} {
		sys := onServers(t, n, complete, policy.Policy{Rule: policy.Supermarket, D: 2})
		jobs := arrivals(t, sys, 60_000)
		partner := make([]int, n*n) // by own server and by the other
		for own := range uint32(n) {
			state := slices.Repeat([]int{1}, n)
			state[own] = 2 // so that the other one is chosen
			choose := chooser(t, sys, state)
			for _, a := range jobs {
				if a.Port == own {
					partner[own*n+choose(&a)]++
				}
			}
		}
		for own := range n {
			row := partner[own*n : own*n+n]
			if row[own] > 0 {
				t.Errorf("complete %v: the job stayed with its own server %d, the worse of two, %d times", complete, own, row[own])
			}
			chiSquare(
				t,
				fmt.Sprintf("complete %v, partners of %d", complete, own),
				slices.Delete(slices.Clone(row), own, own+1),
				uniform(n-1),
			)
		}
	}
}

// TestSupermarketSamples: the job stays at its own server if nobody in the sample has fewer jobs, and finds the only idle server as often
// as d-1 of the n-1 others contain it.
func TestSupermarketSamples(t *testing.T) {
	const n = 9
	for _, complete := range []bool{false, true} {
		for _, replacement := range []bool{false, true} {
			for _, d := range []int{1, 2, 4, n, n + 5} {
				sys := onServers(t, n, complete, policy.Policy{Rule: policy.Supermarket, D: d, Replacement: replacement})
				state := slices.Repeat([]int{1}, n)
				state[3] = 0
				choose := chooser(t, sys, state)
				found, missed := 0, 0
				for _, a := range arrivals(t, sys, 20_000) {
					switch server := choose(&a); {
					case a.Port == 3 && server != 3:
						t.Fatalf("d %d: a job of the idle server 3 went to %d", d, server)
					case a.Port == 3:
					case server == 3:
						found++
					default:
						missed++
					}
				}
				p := float64(min(d-1, n-1)) / (n - 1)
				if replacement {
					p = 1
					for range d - 1 {
						p *= float64(n-2) / (n - 1)
					}
					p = 1 - p
				}
				name := fmt.Sprintf("complete %v, replacement %v, d %d: found", complete, replacement, d)
				switch p {
				case 0, 1:
					if p == 0 && found > 0 || p == 1 && missed > 0 {
						t.Errorf("%s: %d times and missed %d times", name, found, missed)
					}
				default:
					chiSquare(t, name, []int{found, missed}, []float64{p, 1 - p})
				}
			}
		}
	}
}

// TestSupermarketWithoutOthers: a port whose row has its own server alone, or not even that, sends its jobs there; an empty row has no
// route.
func TestSupermarketWithoutOthers(t *testing.T) {
	sys := &System{
		Graph: explicit(t, [][]uint32{{0}, {0, 2}, {}}, 3), Types: []Type{{Rate: 1, Count: 3}}, Buffer: 5, Arrivals: 1, Seed: 22,
		Policy: policy.Policy{Rule: policy.Supermarket, D: 2},
	}
	choose := chooser(t, sys, []int{4, 0, 4})
	for _, a := range arrivals(t, sys, 300) {
		if a.Port < 2 {
			if server := choose(&a); server != a.Port {
				t.Fatalf("a job of port %d went to server %d", a.Port, server)
			}
		}
	}
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, fate := NewRouter(sys, l, make([]uint8, 3+StatePadding)[:3], isa.Available()).Route(&Arrival{Port: 2}); fate != NoRoute {
		t.Errorf("the fate of a job of an empty row is %v", fate)
	}
}

// TestTwoClasses: in every case of the rule, which class the job joins, how often, and that the server is the shortest of that class.
func TestTwoClasses(t *testing.T) {
	const fast, slow = 3, 4
	const pFast, pSlow = 0.7, 0.4
	for _, c := range []struct {
		name   string
		jobs   []int
		toFast float64
		want   []uint32 // servers that may be chosen
	}{
		{"an idle fast one", []int{0, 1, 2, 0, 0, 0, 0}, 1, []uint32{0}},
		{"idle slow ones alone", []int{3, 1, 2, 0, 1, 0, 1}, 1 - pSlow, []uint32{1, 3, 5}},
		{"no idle one", []int{3, 1, 2, 4, 1, 2, 1}, pFast, []uint32{1, 4, 6}},
	} {
		for _, complete := range []bool{false, true} {
			sys := &System{
				Graph: sameRow(
					t,
					4,
					ids(fast+slow, 1),
					fast+slow,
				), Types: []Type{{Rate: 2, Count: fast}, {Rate: 1, Count: slow}}, Buffer: 5, Arrivals: 1, Seed: 23,
				Policy: policy.Policy{Rule: policy.TwoClass, DFast: fast, DSlow: slow, PFast: pFast, PSlow: pSlow},
			}
			if complete {
				sys.Graph = graph.Complete{L: 4, N: fast + slow}
			}
			choose := chooser(t, sys, c.jobs)
			counts := make([]int, 2)
			for _, a := range arrivals(t, sys, 20_000) {
				server := choose(&a)
				if !slices.Contains(c.want, server) {
					t.Fatalf("%s, complete %v: server %d", c.name, complete, server)
				}
				counts[min(server/fast, 1)]++
			}
			if c.toFast == 1 {
				if counts[1] > 0 {
					t.Errorf("%s, complete %v: %d jobs to a slow server", c.name, complete, counts[1])
				}
				continue
			}
			chiSquare(t, c.name, counts, []float64{c.toFast, 1 - c.toFast})
		}
	}
	// A row with one class alone uses that one.
	sys := &System{
		Graph: explicit(
			t,
			[][]uint32{{0, 1}, {2, 3}},
			4,
		), Types: []Type{{Rate: 2, Count: 2}, {Rate: 1, Count: 2}}, Buffer: 5, Arrivals: 1, Seed: 24,
		Policy: policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: 0, PSlow: 0},
	}
	choose := chooser(t, sys, []int{3, 2, 2, 3})
	for _, a := range arrivals(t, sys, 100) {
		if server := choose(&a); server != a.Port+1 {
			t.Fatalf("a job of port %d went to server %d", a.Port, server)
		}
	}
}

// TestReach: on a complete graph whose ports reach some servers alone, no rule ever uses another, and ties are uniform among those.
func TestReach(t *testing.T) {
	const n, reach = 12, 5
	for _, policy := range everyRule() {
		sys := &System{
			Graph:    graph.Complete{L: 3, N: n, Reach: reach},
			Types:    []Type{{Rate: 1, Count: n}},
			Buffer:   5,
			Arrivals: 1,
			Seed:     25,
			Policy:   policy,
		}
		choose := chooser(t, sys, make([]int, n))
		counts := make([]int, reach)
		for _, a := range arrivals(t, sys, 20_000) {
			server := choose(&a)
			if server >= reach {
				t.Fatalf("%+v: server %d", policy, server)
			}
			counts[server]++
		}
		chiSquare(t, policy.Rule.String(), counts, uniform(reach))
	}
}
