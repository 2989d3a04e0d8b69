package oracle_test

import (
	"fmt"

	"shardq/bench/oracle"
)

// A fast and a slow server with room for three jobs each; the fast one is preferred
// when both hold equally many jobs.
func Example() {
	system := oracle.System{
		Rates:  []float64{1, 0.5},
		Ports:  []oracle.Port{{Rate: 1.2, Neighbours: []int{0, 1}}},
		Buffer: 3,
		Policy: oracle.JFSQ,
	}
	exact, err := oracle.Exact(system)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean response %.4f, 99 %% within %.2f, blocking %.4f\n", exact.MeanResponse, exact.Quantile(0.99), exact.Blocking)

	measured, err := oracle.Simulate(system, oracle.Run{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("simulation agrees:", measured.MeanResponse.Distance(exact.MeanResponse) < 5.5)
	// Output:
	// mean response 2.3671, 99 % within 11.02, blocking 0.0830
	// simulation agrees: true
}
