package lumped_test

import (
	"context"
	"fmt"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/lumped"
	"shardq/kernel/policy"
)

// Two random choices on a billion servers, in the memory of a few pages.
func Example() {
	const servers = 1_000_000_000
	sys := &kernel.System{
		Graph:     graph.Complete{L: 1, N: servers},
		Types:     []kernel.Type{{Name: "server", Rate: 1, Count: servers}},
		Arrivals:  0.9 * servers,
		Policy:    policy.Policy{Rule: policy.JSQD, D: 2},
		StartBusy: []float64{0.9},
		Seed:      1,
	}
	sim, err := lumped.New(sys, lumped.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	if err := sim.Advance(context.Background(), 0.001); err != nil { // 1.9 million events
		fmt.Println(err)
		return
	}
	c := sim.Counters()
	fmt.Printf("%.2f million jobs arrived, %.3f jobs a server\n", float64(c.Arrived)/1e6, float64(c.InSystem)/servers)
	// Output:
	// 0.90 million jobs arrived, 0.900 jobs a server
}
