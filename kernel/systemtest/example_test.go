package systemtest_test

import (
	"fmt"

	"pgregory.net/rapid"

	"shardq/kernel"
	"shardq/kernel/systemtest"
)

// In a property test the systems come from rapid.Check; here from one seed.
func ExampleDraw() {
	sys := rapid.Custom(systemtest.Draw).Example(1)
	ref, err := kernel.NewReference(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	ref.Advance(kernel.TicksPerEpoch)
	c := ref.Counters()
	fmt.Println("every job is counted:", c.Arrived == c.Admitted+c.Blocked+c.Unroutable)
	// Output:
	// every job is counted: true
}
