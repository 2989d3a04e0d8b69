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

// leastExpected is what Fit expects at least in a cell.
const leastExpected = 10

// Fit tests counts against a law: weights of any positive sum, one for each count. Cells that expect fewer than 10 are joined with those
// after them, and at the end with those before. p is the probability of counts at least as unlikely; 0 if something was counted where the
// law has no weight. cells is the number of cells after joining; with fewer than two there is nothing to test and p is 1.
func Fit(counts []int, weights []float64) (p float64, cells int) {
	total, sum := 0.0, 0.0
	for i, n := range counts {
		total += float64(n)
		sum += weights[i]
		if weights[i] == 0 && n > 0 {
			return 0, len(counts)
		}
	}
	var observed []uint64
	var expected []float64
	seen, expect, rest := uint64(0), 0.0, total
	for i, n := range counts {
		want := weights[i] / sum * total
		seen += uint64(n)
		expect += want
		rest -= want
		if expect < leastExpected || i < len(counts)-1 && rest < leastExpected {
			continue
		}
		observed, expected = append(observed, seen), append(expected, expect)
		seen, expect = 0, 0
	}
	if len(observed) > 0 { // what is left after a long thin tail
		observed[len(observed)-1] += seen
		expected[len(expected)-1] += expect
	}
	_, p = ChiSquare(observed, expected)
	return p, len(observed)
}
