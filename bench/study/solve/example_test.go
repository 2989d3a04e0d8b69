package solve_test

import (
	"context"
	"fmt"
	"math"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/solve"
)

func Example() {
	const queue = `
servers: {count: 1, buffer: 4, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.8}
graph: {kind: complete}
policy: {name: random}
run: {warmup: 200, measure: 40000}
`
	target, err := solve.ParseTarget("blocking<=1%")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := solve.Run(context.Background(), solve.Config{
		Scenario: func(sets ...input.Set) (*scenario.Scenario, error) {
			return input.Parse("queue.yaml", []byte(queue), sets)
		},
		Target: target, Over: "servers.buffer", From: math.NaN(), To: math.NaN(), Options: study.Options{Shards: 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Direction, s.Over, "for", s.Target, "between 12 and 16:", s.Lo >= 12 && s.Hi <= 16)
	// Output: least servers.buffer for blocking<=0.01 between 12 and 16: true
}
