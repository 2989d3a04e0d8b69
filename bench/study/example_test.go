package study_test

import (
	"context"
	"fmt"

	"shardq/bench/scenario/input"
	"shardq/bench/study"
)

func Example() {
	sc, err := input.Builtin("quickstart", []input.Set{{Path: "run.measure", Value: "1000"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := study.Run(context.Background(), sc, study.Options{Shards: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	o := r.Outcomes[0]
	fmt.Printf("mean response %.1f, lower bound %.4f\n", o.Estimate("mean_response").Value, o.Bound.LowerBound)
	// Output: mean response 2.3, lower bound 1.6296
}
