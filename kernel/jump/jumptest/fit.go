package jumptest

import (
	"math"
	"testing"

	"shardq/bench/stats"
)

// Alarm is the false-alarm probability of ChiSquare.
const Alarm = 1e-9

// ChiSquare fails if counts do not follow weights of any sum (see [stats.Fit]).
func ChiSquare(t testing.TB, what string, counts []int, weights []float64) {
	t.Helper()
	if p, _ := stats.Fit(counts, weights); !(p > Alarm) {
		t.Errorf("%s: the counts have probability %g under the law: %v, weights %v", what, p, counts, weights)
	}
}

// Estimate is a value with its standard error.
type Estimate struct{ Value, StdErr float64 }

// Ratio estimates E(num)/E(den) from batches.
func Ratio[C any](batches []C, num, den func(c *C) float64) Estimate {
	sumNum, sumDen, squares := 0.0, 0.0, 0.0
	for i := range batches {
		sumNum += num(&batches[i])
		sumDen += den(&batches[i])
	}
	value := sumNum / sumDen
	for i := range batches {
		d := num(&batches[i]) - value*den(&batches[i])
		squares += d * d
	}
	n := float64(len(batches))
	return Estimate{value, math.Sqrt(squares*n/(n-1)) / sumDen}
}

// Agree fails if an estimate of some 64 batches is more than 5.5 standard errors from the exact value: Student's t with 63 degrees of
// freedom is beyond with probability 7e-7.
func Agree(t testing.TB, what string, got Estimate, want float64) {
	t.Helper()
	if !(math.Abs(got.Value-want) <= 5.5*got.StdErr+1e-12) {
		t.Errorf("%s: %.7g, exact %.7g (%.2f standard errors)", what, got.Value, want, math.Abs(got.Value-want)/got.StdErr)
	}
}
