package policy_test

import (
	"errors"
	"fmt"

	"shardq/kernel/policy"
)

func Example() {
	rule, err := policy.Parse(policy.Slotted, "jbt-d")
	if err != nil {
		panic(err)
	}
	fmt.Println(policy.Policy{Rule: rule, D: 2, Period: 1000})

	_, err = policy.Parse(policy.Pools, "jbt-d")
	if unknown := (*policy.UnknownError)(nil); errors.As(err, &unknown) {
		fmt.Println(unknown.Known, unknown.Elsewhere)
	}
	// Output:
	// jbt-d d=2 period=1000
	// [jsq jsq-d random] [slotted]
}
