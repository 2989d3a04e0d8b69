package oracle

import "math"

// Estimate is a measured value with its standard error.
type Estimate struct {
	Mean, SE float64
}

// Distance returns how many standard errors lie between the estimate and exact.
// It is 0 when they are equal, even if the standard error is 0 as well.
func (e Estimate) Distance(exact float64) float64 {
	if e.Mean == exact {
		return 0
	}
	return math.Abs(e.Mean-exact) / e.SE
}

// Ratio estimates sum(num) / sum(den) from batches that are nearly independent,
// with the standard error of a ratio estimator: that of the mean of
// num - ratio*den, over the mean of den. Without denominators it is zero.
func Ratio(num, den []float64) Estimate {
	var n, d float64
	for i := range num {
		n += num[i]
		d += den[i]
	}
	if d == 0 {
		return Estimate{}
	}
	e := Estimate{Mean: n / d}
	squares := 0.0
	for i := range num {
		squares += math.Pow(num[i]-e.Mean*den[i], 2)
	}
	batches := float64(len(num))
	e.SE = math.Sqrt(squares*batches/(batches-1)) / d
	return e
}
