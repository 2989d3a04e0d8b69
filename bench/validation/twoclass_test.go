package validation

import (
	"fmt"
	"testing"

	"shardq/bench/oracle"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestTwoClass: jsq-2-2 and others of its kind on the complete graph and on a bipartite one, with probabilities whose sum is above and
// below 1 and the extreme ones, against the exact law.
func TestTwoClass(t *testing.T) {
	t.Parallel()
	graphs := []struct {
		name string
		g    graph.Graph
	}{
		{"complete", graph.Complete{L: 2, N: 5}},
		// The first two servers are fast. A port of both classes, one with a fast server more, one of slow servers alone, one of fast ones.
		{"bipartite", explicit(t, 5, []uint32{0, 2, 3}, []uint32{0, 1, 4}, []uint32{2, 3, 4}, []uint32{0, 1})},
	}
	probabilities := [][2]float64{{0.9, 0.5}, {0.2, 0.3}, {0, 0}, {1, 1}, {0, 1}}
	samples := [][2]int{{2, 2}, {1, 2}, {2, 1}, {3, 9}}
	seed := uint64(0)
	for _, c := range graphs {
		for i, p := range probabilities {
			for j, d := range samples {
				if seed++; j > 1 && i > 1 {
					continue
				}
				sys := &kernel.System{
					Graph: c.g, Types: []kernel.Type{{Name: "fast", Rate: 2, Count: 2}, {Name: "slow", Rate: 0.5, Count: 3}}, Buffer: 3,
					Arrivals: 4.5, Seed: seed,
					Policy: policy.Policy{Rule: policy.TwoClass, DFast: d[0], DSlow: d[1], PFast: p[0], PSlow: p[1]},
				}
				name := fmt.Sprintf("%s, d %v, p %v", c.name, d, p)
				if seed%7 == 0 {
					sameOnShards(t, name, sys, 1e4)
				}
				measure(t, sys, 2e5).follows(t, name, sys, bound)
			}
		}
	}
}

// TestTwoClassManyServers: ten servers of each class, against the event-driven oracle.
func TestTwoClassManyServers(t *testing.T) {
	t.Parallel()
	for i, p := range [][2]float64{{0.8, 0.6}, {0.3, 0.2}} {
		sys := &kernel.System{
			Graph: graph.Complete{
				L: 1,
				N: 20,
			}, Types: []kernel.Type{{Name: "fast", Rate: 1, Count: 10}, {Name: "slow", Rate: 0.5, Count: 10}}, Arrivals: 9,
			Buffer: 30, Seed: uint64(i + 1), Policy: policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: p[0], PSlow: p[1]},
		}
		m := measure(t, sys, 4e5)
		slow, err := oracle.Simulate(twin(sys), oracle.Run{Seed: uint64(i), Jobs: 200_000, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("p %v: mean response", p), m.response, slow.MeanResponse)
		near(t, fmt.Sprintf("p %v: mean number", p), m.number, slow.MeanNumber)
		near(t, fmt.Sprintf("p %v: blocking", p), m.blocking, slow.Blocking)
		for r := range m.queue {
			near(t, fmt.Sprintf("p %v: mean queue", p), m.queue[r], slow.MeanQueue[r])
		}
	}
}
