package compare_test

import (
	"context"
	"fmt"

	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/compare"
)

func Example() {
	base, err := input.Builtin("quickstart", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	policies, err := compare.Choose(base, "jsq,jfsq")
	if err != nil {
		fmt.Println(err)
		return
	}
	sc, err := input.Builtin("quickstart", []input.Set{policies})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := compare.Run(context.Background(), sc, study.Options{Shards: 1}, "mean_response")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := c.Measures[0].Pairs[0]
	fmt.Println("the mean response time of", c.Policies[p.A], "is", p.Standing, "than that of", c.Policies[p.B])
	// Output: the mean response time of jsq is higher than that of jfsq
}
