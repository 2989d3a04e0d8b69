package scenario_test

import (
	"fmt"
	"strings"

	"shardq/bench/scenario"
)

// What is known of a section, and of a model.
func ExampleHelp() {
	page, ok := scenario.Help("kernel")
	fmt.Println(ok, strings.SplitN(page, "\n", 2)[0])
	fmt.Println(scenario.Measures(scenario.Slotted))
	// Output:
	// true # Section kernel: its keys
	// [mean_response mean_number]
}
