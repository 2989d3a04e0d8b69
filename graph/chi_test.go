package graph

import (
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// alarm is the false-alarm probability of one statistical check. Seeds are fixed, and there are fewer than 100 checks: all together would fail a
// correct program with probability below 1e-6.
const alarm = 1e-8

// chiSquare fails if counts do not follow the probabilities. Cells that expect fewer than 20 are joined with their neighbours.
func chiSquare(t *testing.T, what string, counts []int, prob []float64) {
	t.Helper()
	total := 0
	for _, c := range counts {
		total += c
	}
	statistic, cells := 0.0, 0
	seen, expected, spent := 0.0, 0.0, 0.0
	for i, c := range counts {
		seen += float64(c)
		expected += prob[i] * float64(total)
		rest := float64(total) - spent - expected
		if expected < 20 || (rest < 20 && i < len(counts)-1) {
			continue
		}
		statistic += (seen - expected) * (seen - expected) / expected
		spent += expected
		seen, expected = 0, 0
		cells++
	}
	if cells < 2 {
		t.Fatalf("%s: %d counts are too few to compare", what, total)
	}
	if p := (distuv.ChiSquared{K: float64(cells - 1)}).Survival(statistic); !(p > alarm) {
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
