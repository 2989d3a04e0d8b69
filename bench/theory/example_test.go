package theory_test

import (
	"fmt"

	"shardq/bench/theory"
)

func Example() {
	err := &theory.Error{Subject: "exact law", Reason: fmt.Errorf("more than %d states", 20_000)}
	fmt.Println(err)
	fmt.Println("not computed:", theory.Reason(fmt.Errorf("survey: %w", err)))
	// Output:
	// theory: exact law: more than 20000 states
	// not computed: more than 20000 states
}
