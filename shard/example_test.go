package shard_test

import (
	"context"
	"fmt"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/shard"
)

// A run on two shards, with the warm-up left out of the counts, and the same on one shard.
func ExampleNew() {
	g, err := graph.Regular(context.Background(), graph.Config{Ports: 100, Servers: 100, Seed: 1}, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	sys := &kernel.System{
		Graph:    g,
		Types:    []kernel.Type{{Name: "fast", Rate: 2, Count: 50}, {Name: "slow", Rate: 1, Count: 50}},
		Buffer:   5,
		Arrivals: 120, // load 0.8
		Policy:   policy.Policy{Rule: policy.JFSQ},
		Seed:     1,
	}
	var digests [2]uint64
	for i := range digests {
		sim, err := shard.New(sys, shard.Config{Shards: i + 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		defer sim.Close()
		if err := sim.Advance(context.Background(), 50); err != nil {
			fmt.Println(err)
			return
		}
		warm := sim.Counters()
		if err := sim.Advance(context.Background(), 200); err != nil {
			fmt.Println(err)
			return
		}
		end := sim.Counters()
		c := end.Since(&warm)
		fmt.Printf("shards %d: %.0f units of time, mean number in system between 80 and 140: %v\n",
			sim.Shards(), float64(c.Ticks)*sim.Tick(), c.Area.Float() > 80*float64(c.Ticks) && c.Area.Float() < 140*float64(c.Ticks))
		digests[i] = sim.Digest()
	}
	fmt.Println("same digest:", digests[0] == digests[1])
	// Output:
	// shards 1: 150 units of time, mean number in system between 80 and 140: true
	// shards 2: 150 units of time, mean number in system between 80 and 140: true
	// same digest: true
}
