package stats

// QuantileOf gives the quantile of a whole run the interval that the quantiles of its batches have as a Mean: the half-width is that of
// perBatch, the centre is overall. Batches must be long enough to have the quantile at all.
func QuantileOf(overall float64, perBatch []float64, cfg Config) Estimate {
	e := Mean(perBatch, cfg)
	e.Value = overall
	return e.between(overall-e.HalfWidth, overall+e.HalfWidth)
}

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
