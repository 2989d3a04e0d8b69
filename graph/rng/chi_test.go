package rng

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/stats"
)

// alarm is the false-alarm probability of one statistical check. All seeds are fixed, so a check that passes once passes always; the bound
// says how likely a correct generator was to fail when the test was written. There are fewer than 100 checks, so all together stay below
// 1e-6.
const alarm = 1e-8

// chiSquare fails if counts do not follow the probabilities.
func chiSquare(t *testing.T, what string, counts []int, prob []float64) {
	t.Helper()
	if p, _ := stats.Fit(counts, prob); !(p > alarm) {
		t.Errorf("%s: the counts have probability %g under the law", what, p)
	}
}

// moments fails if the mean or the variance of n independent draws is off. Both are compared as normal deviates; kurtosis is the excess of
// the law.
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
