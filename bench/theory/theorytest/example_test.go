package theorytest_test

import (
	"fmt"

	"shardq/bench/theory/theorytest"
)

func ExampleFour() {
	fmt.Println(theorytest.Four(25)[3].Rate)
	// Output: 0.125
}
