package stats

// Quantile gives the p quantile of a whole run, inverse(p), an interval from the error of the distribution function (Woodruff 1952):
// below is the estimate (by Ratio or Pool) of the share of jobs that respond within inverse(p), and the interval lies between the
// quantiles that are as far from p as the ends of below are from its value. It needs no quantiles of short batches.
func Quantile(p float64, below Estimate, inverse func(p float64) float64) Estimate {
	e := below
	e.Value = inverse(p)
	if !below.Known() {
		return e
	}
	e = e.between(inverse(max(p-below.HalfWidth, 0)), inverse(min(p+below.HalfWidth, 1)))
	e.StdErr = 0
	if below.HalfWidth > 0 {
		e.StdErr = float64(e.HalfWidth * (below.StdErr / below.HalfWidth))
	}
	return e
}
