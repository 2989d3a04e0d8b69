package validation_test

import (
	"context"
	"fmt"

	"shardq/bench/validation"
)

// The comparisons of one group, as shardq check makes them.
func ExampleRunCheck() {
	r, err := validation.RunCheck(context.Background(), validation.CheckConfig{Groups: []string{"uniform ties"}, Quick: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Rows) > 0, len(r.Failed()))
	// Output: true 0
}
