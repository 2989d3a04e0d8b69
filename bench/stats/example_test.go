package stats_test

import (
	"fmt"

	"shardq/bench/stats"
)

// Mean response time from the sums and counts of 256 batches, of which odd ones are a little slower.
func ExampleRatio() {
	sums, counts := make([]float64, stats.Batches), make([]float64, stats.Batches)
	for i := range sums {
		counts[i] = 1000
		sums[i] = 1800 + 10*float64(i%3)
	}
	e := stats.Ratio(sums, counts, stats.Config{})
	fmt.Printf("%.4f in [%.4f, %.4f], %d groups\n", e.Value, e.Lo, e.Hi, e.Batches)
	fmt.Println(stats.Ratio(sums[:1], counts[:1], stats.Config{}).Known())
	// Output:
	// 1.8100 in [1.8094, 1.8105], 64 groups
	// false
}

// No job of 25,600 was blocked: that does not make the probability 0.
func ExampleShare() {
	blocked, arrived := make([]float64, stats.Batches), make([]float64, stats.Batches)
	for i := range arrived {
		arrived[i] = 100
	}
	e := stats.Share(blocked, arrived, stats.Config{})
	fmt.Printf("%.0f, at most %.5f\n", e.Value, e.Hi)
	// Output:
	// 0, at most 0.00015
}
