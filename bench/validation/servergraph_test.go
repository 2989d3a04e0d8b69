package validation

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"shardq/bench/oracle"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// neighbourhoods lists the closed neighbourhoods of a graph between n servers by its definition.
func neighbourhoods(n int, adjacent func(v, w int) bool) graph.Graph {
	rows := make([][]uint32, n)
	for v := range n {
		for w := range n {
			if v == w || adjacent(v, w) || adjacent(w, v) {
				rows[v] = append(rows[v], uint32(w))
			}
		}
	}
	g, err := graph.Explicit(rows, n)
	if err != nil {
		panic(err)
	}
	return g
}

func erdosRenyi(t *testing.T, n int, p float64, seed uint64) graph.Graph {
	t.Helper()
	g, err := graph.ErdosRenyi(context.Background(), graph.Config{Ports: n, Servers: n, Seed: seed}, p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// must returns a graph that must exist.
func must(t *testing.T) func(g graph.Graph, err error) graph.Graph {
	return func(g graph.Graph, err error) graph.Graph {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
}

// TestGraphsOnServers: the computed rows are those of the definitions.
func TestGraphsOnServers(t *testing.T) {
	t.Parallel()
	wrap := func(d, n int) int { return min((d+n)%n, (n-d+n)%n) }
	for name, c := range map[string]struct{ got, want graph.Graph }{
		"ring of 7":               {must(t)(graph.Ring(7, 2)), neighbourhoods(7, func(v, w int) bool { return wrap(v-w, 7) == 1 })},
		"ring of 9 and degree 6":  {must(t)(graph.Ring(9, 6)), neighbourhoods(9, func(v, w int) bool { return wrap(v-w, 9) <= 3 })},
		"ring of 7 and degree 6":  {must(t)(graph.Ring(7, 6)), neighbourhoods(7, func(v, w int) bool { return true })},
		"binary tree of 12":       {must(t)(graph.Tree(12, 2)), neighbourhoods(12, func(v, w int) bool { return w > 0 && (w-1)/2 == v })},
		"ternary tree of 11":      {must(t)(graph.Tree(11, 3)), neighbourhoods(11, func(v, w int) bool { return w > 0 && (w-1)/3 == v })},
		"torus of 3 by 4":         {must(t)(graph.Torus([]int{3, 4})), torus(3, 4)},
		"torus of 2 by 5":         {must(t)(graph.Torus([]int{2, 5})), torus(2, 5)},
		"torus of 1 by 4":         {must(t)(graph.Torus([]int{1, 4})), torus(1, 4)},
		"torus of 3 by 2 by 4":    {must(t)(graph.Torus([]int{3, 2, 4})), torus(3, 2, 4)},
		"torus of 3 by 3 by 3":    {must(t)(graph.Torus([]int{3, 3, 3})), torus(3, 3, 3)},
		"torus of one side of 10": {must(t)(graph.Torus([]int{10})), torus(10)},
	} {
		if c.got.Ports() != c.want.Ports() || c.got.Servers() != c.want.Servers() || c.got.Edges() != c.want.Edges() {
			t.Errorf("%s: %d ports, %d servers, %d edges, want %d, %d, %d", name,
				c.got.Ports(), c.got.Servers(), c.got.Edges(), c.want.Ports(), c.want.Servers(), c.want.Edges())
			continue
		}
		for v := range uint32(c.want.Ports()) {
			if got, want := c.got.Row(v, nil), c.want.Row(v, nil); !slices.Equal(got, want) {
				t.Errorf("%s: row of %d is %v, want %v", name, v, got, want)
			}
		}
	}
}

// torus is the torus of the given sides, whose vertices are numbered with the last side fastest.
func torus(sides ...int) graph.Graph {
	n := 1
	for _, side := range sides {
		n *= side
	}
	at := func(v int) []int {
		place := make([]int, len(sides))
		for i := len(sides) - 1; i >= 0; i-- {
			place[i] = v % sides[i]
			v /= sides[i]
		}
		return place
	}
	return neighbourhoods(n, func(v, w int) bool {
		a, b := at(v), at(w)
		differ := 0
		for i, side := range sides {
			switch d := (a[i] - b[i] + side) % side; {
			case d == 0:
			case d == 1 || d == side-1:
				differ++
			default:
				return false
			}
		}
		return differ == 1
	})
}

// TestPoliciesOnServerGraphs: jsq over a server and all its neighbours and supermarket over some of them, on small graphs, equal servers
// and of two rates, against the exact law.
func TestPoliciesOnServerGraphs(t *testing.T) {
	t.Parallel()
	policies := []policy.Policy{
		{Rule: policy.JSQ}, {Rule: policy.JFSQ}, {Rule: policy.Supermarket, D: 1},
		{Rule: policy.Supermarket, D: 2}, {Rule: policy.Supermarket, D: 2, Replacement: true},
		{Rule: policy.Supermarket, D: 3}, {Rule: policy.Supermarket, D: 3, Replacement: true}, {Rule: policy.Supermarket, D: 9},
	}
	graphs := []struct {
		name string
		g    graph.Graph
	}{
		{"ring", must(t)(graph.Ring(5, 2))},
		{"clique", graph.Complete{L: 4, N: 4}},
		{"erdos-renyi", erdosRenyi(t, 5, 0.5, 2)},
		{"tree", must(t)(graph.Tree(5, 2))},
		{"torus", must(t)(graph.Torus([]int{2, 3}))},
	}
	seed := uint64(1)
	for _, c := range graphs {
		for i, policy := range policies {
			n := c.g.Servers()
			sys := &kernel.System{
				Graph: c.g, Types: []kernel.Type{{Name: "one", Rate: 1, Count: n}}, Buffer: 3, Arrivals: 0.9 * float64(n), Policy: policy,
				Seed: seed,
			}
			if i%2 == 1 {
				sys.Types = []kernel.Type{{Name: "fast", Rate: 1.5, Count: 2}, {Name: "slow", Rate: 0.5, Count: n - 2}}
			}
			if n == 6 {
				sys.Buffer = 2
			}
			name := fmt.Sprintf("%s, %v d=%d replacement=%v", c.name, policy.Rule, policy.D, policy.Replacement)
			if seed%8 == 0 {
				sameOnShards(t, name, sys, 1e4)
			}
			seed++
			measure(t, sys, 2e5).follows(t, name, sys, bound)
		}
	}
}

// TestManyServersOnGraphs: 24 servers with unlimited queues, against the event-driven oracle.
func TestManyServersOnGraphs(t *testing.T) {
	t.Parallel()
	const n = 24
	for i, c := range []struct {
		g      graph.Graph
		policy policy.Policy
	}{
		{must(t)(graph.Ring(n, 4)), policy.Policy{Rule: policy.Supermarket, D: 2}},
		{erdosRenyi(t, n, 0.2, 5), policy.Policy{Rule: policy.Supermarket, D: 3, Replacement: true}},
		{erdosRenyi(t, n, 0.1, 6), policy.Policy{Rule: policy.JSQ}},
		{graph.Complete{L: n, N: n}, policy.Policy{Rule: policy.Supermarket, D: 2}},
	} {
		sys := &kernel.System{
			Graph: c.g, Types: []kernel.Type{{Name: "one", Rate: 1, Count: n}}, Arrivals: 0.7 * n, Policy: c.policy, Seed: uint64(i + 1),
		}
		name := fmt.Sprintf("system %d", i)
		m := measure(t, sys, 3e5)
		slow, err := oracle.Simulate(twin(sys), oracle.Run{Seed: uint64(i), Jobs: 150_000, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		near(t, name+": mean response", m.response, slow.MeanResponse)
		near(t, name+": mean number", m.number, slow.MeanNumber)
		for r := range n {
			near(t, name+": mean queue", m.queue[r], slow.MeanQueue[r])
		}
	}
}

// TestSupermarketSamplesUniformly: on a star whose hub has most of the jobs, every leaf gets the share of them that it has if pairs of the
// hub and a leaf are uniform, and if the second draw never falls on the hub itself.
func TestSupermarketSamplesUniformly(t *testing.T) {
	t.Parallel()
	g := explicit(t, 5, []uint32{0, 1, 2, 3, 4}, []uint32{0, 1}, []uint32{0, 2}, []uint32{0, 3}, []uint32{0, 4})
	for _, replacement := range []bool{false, true} {
		sys := &kernel.System{
			Graph: g, Types: []kernel.Type{{Name: "one", Rate: 1, Count: 5}}, Buffer: 4, Arrivals: 4, PortRates: []float64{20, 1, 1, 1, 1},
			Seed:   9,
			Policy: policy.Policy{Rule: policy.Supermarket, D: 2, Replacement: replacement},
		}
		measure(t, sys, 5e5).follows(t, fmt.Sprint("replacement ", replacement), sys, bound)
	}
}

// TestPowerOfTwoWithoutReplacement on complete graphs of few servers, against the exact law. Tables for sampling with replacement are among
// the references.
func TestPowerOfTwoWithoutReplacement(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		for _, load := range []float64{0.7, 0.95} {
			sys := &kernel.System{
				Graph: graph.Complete{
					L: 1,
					N: n,
				}, Types: []kernel.Type{{Name: "one", Rate: 1, Count: n}}, Buffer: 9, Arrivals: load * float64(n), Seed: uint64(n),
				Policy: policy.Policy{Rule: policy.JSQD, D: 2},
			}
			measure(t, sys, 4e5).follows(t, fmt.Sprintf("%d servers, load %v", n, load), sys, bound)
		}
	}
}

// TestPowerOfTwoAmongEight: servers on a complete graph are alike, so that their numbers by queue length are a chain, small enough for
// eight servers.
func TestPowerOfTwoAmongEight(t *testing.T) {
	t.Parallel()
	const n, b, load = 8, 4, 0.9
	type state [b + 1]int // servers by number of jobs
	for _, replacement := range []bool{false, true} {
		// joins returns the probability that the shortest of two sampled queues has k jobs.
		joins := func(x state, k int) float64 {
			longer := func(k int) float64 { // both sampled queues have at least k jobs
				m := 0
				for _, servers := range x[k:] {
					m += servers
				}
				if replacement {
					return float64(m*m) / (n * n)
				}
				return float64(m*(m-1)) / (n * (n - 1))
			}
			if k == b {
				return longer(b)
			}
			return longer(k) - longer(k+1)
		}
		states, law, err := oracle.StationaryLaw(state{n}, func(x state) []oracle.Move[state] {
			var moves []oracle.Move[state]
			for k, servers := range x {
				if p := joins(x, k); k < b && p > 0 {
					y := x
					y[k]--
					y[k+1]++
					moves = append(moves, oracle.Move[state]{To: y, Rate: load * n * p})
				}
				if k > 0 && servers > 0 {
					y := x
					y[k]--
					y[k-1]++
					moves = append(moves, oracle.Move[state]{To: y, Rate: float64(servers)})
				}
			}
			return moves
		})
		if err != nil {
			t.Fatal(err)
		}
		number, blocking := 0.0, 0.0
		for i, x := range states {
			blocking += law[i] * joins(x, b)
			for k, servers := range x {
				number += law[i] * float64(k*servers)
			}
		}
		sys := &kernel.System{
			Graph: graph.Complete{
				L: 1,
				N: n,
			}, Types: []kernel.Type{{Name: "one", Rate: 1, Count: n}}, Buffer: b, Arrivals: load * n, Seed: 1,
			Policy: policy.Policy{Rule: policy.JSQD, D: 2, Replacement: replacement},
		}
		m := measure(t, sys, 1e6)
		near(t, fmt.Sprintf("replacement %v: mean number", replacement), m.number, exactly(number))
		near(t, fmt.Sprintf("replacement %v: blocking", replacement), m.blocking, exactly(blocking))
	}
}
