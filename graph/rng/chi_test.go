package rng

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// alarm is the false-alarm probability of one statistical check. All seeds are fixed, so a check that passes once passes always; the bound says how
// likely a correct generator was to fail when the test was written. There are fewer than 100 checks, so all together stay below 1e-6.
const alarm = 1e-8

// chiSquare fails if counts do not follow the probabilities. Cells that expect fewer than 20 are joined with their neighbours.
func chiSquare(t *testing.T, what string, counts []int, prob []float64) {
	t.Helper()
	if p := chiSquareTail(counts, prob); !(p > alarm) {
		t.Errorf("%s: the counts have probability %g under the law", what, p)
	}
}

// chiSquareTail returns the probability of a statistic at least as large as that of the counts.
func chiSquareTail(counts []int, prob []float64) float64 {
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
		return 1 // nothing to compare
	}
	return distuv.ChiSquared{K: float64(cells - 1)}.Survival(statistic)
}

// moments fails if the mean or the variance of n independent draws is off. Both are compared as normal deviates; kurtosis is the excess of the law.
func moments(t *testing.T, what string, draws []float64, mean, variance, kurtosis float64) {
	t.Helper()
	limit := distuv.UnitNormal.Quantile(1 - alarm/4)
	n := float64(len(draws))
	sum, square := 0.0, 0.0
	for _, x := range draws {
		sum += x - mean
		square += (x - mean) * (x - mean)
	}
	if z := sum / math.Sqrt(n*variance); math.Abs(z) > limit {
		t.Errorf("%s: the mean is off by %.1f standard errors", what, z)
	}
	if z := (square/n - variance) / (variance * math.Sqrt((2+kurtosis)/n)); math.Abs(z) > limit {
		t.Errorf("%s: the variance is off by %.1f standard errors", what, z)
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
