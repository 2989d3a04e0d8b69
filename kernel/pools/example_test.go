package pools_test

import (
	"context"
	"fmt"

	"shardq/graph/isa"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// Two random choices fill a million pools evenly.
func Example() {
	const n = 1_000_000
	sim, err := pools.New(&pools.System{Pools: n, Rate: 1, Arrivals: n, Policy: policy.Policy{Rule: policy.JSQD, D: 2}, Seed: 1}, isa.Best)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sim.Close()
	if err := sim.Advance(context.Background(), 1); err != nil {
		fmt.Println(err)
		return
	}
	c := sim.Counters()
	fmt.Printf("%.3f tasks a pool, %d at most in one\n", float64(c.InSystem)/n, len(c.Level))
	// Output:
	// 0.631 tasks a pool, 4 at most in one
}
