package messages_test

import (
	"fmt"

	"shardq/bench/theory/messages"
	"shardq/kernel"
)

func ExampleOf() {
	c := messages.Of(kernel.Policy{Rule: kernel.JSQD, D: 2}, messages.Traffic{Sampled: 2})
	fmt.Println(c.Total(), c.Scheme)
	// Output:
	// 4 a query to each of 2 sampled neighbours, and its reply
}
