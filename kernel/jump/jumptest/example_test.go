package jumptest_test

import (
	"fmt"

	"shardq/kernel/jump/jumptest"
)

// One server with room for two jobs, arrivals at rate 1 and service at rate 2.
func ExampleChain() {
	c := jumptest.NewChain(1, 3, func(state []int, to func(next []int, rate float64)) {
		if n := state[0]; n < 2 {
			to([]int{n + 1}, 1)
		}
		if n := state[0]; n > 0 {
			to([]int{n - 1}, 2)
		}
	})
	law := c.Stationary()
	fmt.Printf("%.4f\n", law)
	fmt.Printf("mean number of jobs %.4f\n", c.Mean(law, func(state []int) float64 { return float64(state[0]) }))
	// Output:
	// [0.5714 0.2857 0.1429]
	// mean number of jobs 0.5714
}
