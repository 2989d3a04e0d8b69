package stats

import "math"

// DriftLevel is the nominal probability that Drift raises a false alarm. In tests, correlated batches of a run long enough to have an
// interval raised one in less than a thousandth of all cases.
const DriftLevel = 1e-4

// Drift compares the first quarter of the batches of a run with the last half and returns their difference in units of its standard error;
// positive means that the run begins high. What lies between is left out, since the end of a long drift would hide its start (Geweke 1992).
// The standard error is that of the last half by the rule of Mean, so that autocorrelation is accounted for. drifting says that the
// difference is significant at DriftLevel, two-sided, by Student's t: the warm-up was too short. Without an error to compare with, z is
// NaN and drifting is false. With several replications, give the sums of their first batches, second batches and so on.
func Drift(series []float64) (z float64, drifting bool) {
	n := len(series)
	first, last := series[:n/4], series[n/2:]
	end := Mean(last, Config{})
	start := sum(first) / float64(len(first))
	// Both means have the variance of one batch over their numbers of batches.
	ratio := float64(len(last)) / float64(len(first))
	z = (start - end.Value) / float64(end.StdErr*math.Sqrt(1+ratio))
	if math.IsNaN(z) {
		return z, false
	}
	return z, math.Abs(z) > tQuantile(1-DriftLevel/2, end.Batches-1)
}
