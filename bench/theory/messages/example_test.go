package messages_test

import (
	"fmt"

	"shardq/bench/theory/messages"
	"shardq/kernel/policy"
)

func ExampleOf() {
	c := messages.Of(policy.Policy{Rule: policy.JSQD, D: 2}, messages.Traffic{Sampled: 2})
	fmt.Println(c.Total(), c.Scheme)
	// Output:
	// 4 a query to each of 2 sampled neighbours, and its reply
}
