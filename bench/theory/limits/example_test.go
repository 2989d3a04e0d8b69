package limits_test

import (
	"fmt"

	"shardq/bench/theory/limits"
	"shardq/bench/theory/meanfield"
	"shardq/kernel"
	"shardq/kernel/policy"
)

func ExampleOf() {
	for _, line := range limits.Of(limits.Setting{System: meanfield.System{
		Types: []kernel.Type{{Rate: 1, Count: 100}}, Arrivals: 90, Policy: policy.Policy{Rule: policy.JSQD, D: 2},
	}}) {
		fmt.Printf("%.4f %s (%s)\n", line.Value, line.Name, line.Holds)
	}
	// Output:
	// 1.0217 M/M/100, one queue for all servers (a lower bound: no policy with a queue at each server can be faster)
	// 2.6141 T_2 of JSQ(2) (as N grows)
	// 2.6449 JSQ(2) of 100 servers (but for terms of the order of 1/N^2)
}
