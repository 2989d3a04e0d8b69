package jumptest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// Alarm is the false-alarm probability of ChiSquare.
const Alarm = 1e-9

// ChiSquare fails if counts do not follow weights of any sum. Cells that expect fewer than 10 are joined with those after them, or before at the end.
func ChiSquare(t testing.TB, what string, counts []int, weights []float64) {
	t.Helper()
	total, sum := 0.0, 0.0
	for i, n := range counts {
		total += float64(n)
		sum += weights[i]
		if weights[i] == 0 && n > 0 {
			t.Errorf("%s: cell %d is impossible and was met %d times", what, i, n)
			return
		}
	}
	statistic, cells, rest := 0.0, 0, total
	seen, expected := 0.0, 0.0
	for i, n := range counts {
		want := weights[i] / sum * total
		seen += float64(n)
		expected += want
		rest -= want
		if expected < 10 || i < len(counts)-1 && rest < 10 {
			continue
		}
		statistic += (seen - expected) * (seen - expected) / expected
		seen, expected = 0, 0
		cells++
	}
	if cells < 2 {
		return // one outcome
	}
	if p := (distuv.ChiSquared{K: float64(cells - 1)}).Survival(statistic); !(p > Alarm) {
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

// Agree fails if an estimate of some 64 batches is more than 5.5 standard errors from the exact value: Student's t with 63 degrees of freedom is beyond with
// probability 7e-7.
func Agree(t testing.TB, what string, got Estimate, want float64) {
	t.Helper()
	if !(math.Abs(got.Value-want) <= 5.5*got.StdErr+1e-12) {
		t.Errorf("%s: %.7g, exact %.7g (%.2f standard errors)", what, got.Value, want, math.Abs(got.Value-want)/got.StdErr)
	}
}
