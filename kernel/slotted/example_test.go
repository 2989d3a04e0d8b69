package slotted_test

import (
	"context"
	"fmt"

	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/slotted"
)

func Example() {
	sys := &slotted.System{
		Types:    []kernel.Type{{Rate: 1, Count: 10}},
		Arrivals: 7,
		Policy:   policy.Policy{Rule: policy.JIQ},
		Seed:     1,
	}
	s, err := slotted.New(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Advance(context.Background(), 100_000); err != nil {
		fmt.Println(err)
		return
	}
	c := s.Counters()
	fmt.Printf("mean response %.1f slots\n", c.Area.Float()/float64(c.Slots)/sys.MeanBatch())
	fmt.Printf("%.2f messages per slot with an arrival\n", float64(c.Queries+c.Replies+c.Reports)/float64(c.Batches))
	// Output:
	// mean response 4.0 slots
	// 0.99 messages per slot with an arrival
}
