package graph

import (
	"testing"

	"shardq/bench/stats"
)

// alarm is the false-alarm probability of one statistical check. Seeds are fixed, and there are fewer than 100 checks: all together would
// fail a correct program with probability below 1e-6.
const alarm = 1e-8

// chiSquare fails if counts do not follow the probabilities, or are too few to tell.
func chiSquare(t *testing.T, what string, counts []int, prob []float64) {
	t.Helper()
	switch p, cells := stats.Fit(counts, prob); {
	case cells < 2:
		t.Fatalf("%s: the counts are too few to compare", what)
	case !(p > alarm):
		t.Errorf("%s: the counts have probability %g under the law", what, p)
	}
}

// uniform returns n equal probabilities.
func uniform(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1 / float64(n)
	}
	return p
}
