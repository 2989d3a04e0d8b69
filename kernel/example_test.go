package kernel_test

import (
	"fmt"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// A fast server and a slow one, each with room for two jobs. The reference runs the system in the plainest way; the fast run agrees bit for
// bit.
func Example() {
	sys := &kernel.System{
		Graph:    graph.Complete{L: 1, N: 2},
		Types:    []kernel.Type{{Name: "fast", Rate: 2, Count: 1}, {Name: "slow", Rate: 1, Count: 1}},
		Buffer:   2,
		Arrivals: 2.4,
		Policy:   policy.Policy{Rule: policy.JFSQ},
		Seed:     1,
	}
	ref, err := kernel.NewReference(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	tick, err := ref.Plan().Ticks(1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	ref.Advance(tick)
	c := ref.Counters()
	fmt.Println(c.Arrived == c.Admitted+c.Blocked, c.Admitted-c.Departed == c.InSystem)

	layout, err := kernel.NewLayout(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	serial, err := kernel.NewSerial[uint8](nil, sys, ref.Plan(), layout, isa.Generic, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := serial.Advance(tick, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(serial.Digest() == ref.Digest())
	// Output:
	// true true
	// true
}

// Times become ticks of an integer clock: an epoch of 4096 events on average has 2^32 of them.
func ExamplePlan() {
	sys := &kernel.System{Graph: graph.Complete{L: 1, N: 2}, Types: []kernel.Type{{Rate: 1, Count: 2}}, Arrivals: 2}
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	tick, err := plan.Ticks(512) // half an epoch at 4 events per unit of time
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Epoch, tick, plan.Time(tick))
	// Output: 1024 2147483648 512
}
