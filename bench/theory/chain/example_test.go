package chain_test

import (
	"fmt"

	"shardq/bench/theory/chain"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Two servers with room for 20 jobs each under JSQ at load 0.5.
func ExampleSolve() {
	law, err := chain.Solve(chain.System{
		Types:  []kernel.Type{{Rate: 1, Count: 2}},
		Ports:  []chain.Port{{Rate: 1}},
		Buffer: 20,
		Policy: policy.Policy{Rule: policy.JSQ},
	}, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d states, response %.4f, median %.4f\n", law.States, law.Response, law.Quantiles(0.5)[0])
	// Output:
	// 231 states, response 1.4263, median 1.0019
}
