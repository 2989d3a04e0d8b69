package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// ChiSquare tests counts against the counts expected: stat = sum (observed-expected)^2/expected, and p is the probability of at least
// that much by chance, with one degree of freedom less than cells of positive expectation. Expectations should be 5 or more, with the sum
// of the counts. Something observed where nothing is expected gives p = 0. It panics if the lengths differ; with fewer than two cells
// there is nothing to test and p is 1.
func ChiSquare(observed []uint64, expected []float64) (stat, p float64) {
	if len(observed) != len(expected) {
		panic("stats: observed and expected counts of different numbers of cells")
	}
	cells := 0
	for i, want := range expected {
		if want > 0 {
			difference := float64(observed[i]) - want
			stat += float64(difference*difference) / want
			cells++
		} else if observed[i] > 0 {
			return math.Inf(1), 0
		}
	}
	if cells < 2 {
		return stat, 1
	}
	return stat, distuv.ChiSquared{K: float64(cells - 1)}.Survival(stat)
}
