package stats

import "math"

// A sequential run is looked at when its length is 1, 2, 4, 8 ... times the first one, always cut into the same number of batches, and ends
// at the first look at which its interval is narrow enough. That errs twice: looks are taken until one happens to see too little variance,
// and a run that is short for its own memory shows less of it than there is. So
//
//   - there are few looks, and batches grow with the run: each look has batches twice as long;
//   - a look counts only if it is Settled;
//   - every interval, for the decision and for the report, follows the skewness of the groups and is widened by Widening.
//
// For normal batches the mean is independent of all the variances that decide, so that the coverage is a matter of the number of groups
// alone: at the worst length it falls from 95 % to 92.8 % for 10 groups and to 94.4 % for 64; a widening by 3 % would mend that. The rest
// is for autocorrelation and for systems whose runs show a small mean and a small variance together, as those of M/M/1 at load .9 do: until
// its mean response time has 5 % the coverage is 96 %, until it has 8 %, 93 to 94 %; 91 % without the rules.

// settledGroups is the fewest groups of one run, or of fewer than 10, at which a look counts.
const settledGroups = 32

// Widening is the factor that keeps the coverage of an interval of so many groups when the run was ended because the interval was narrow.
func Widening(groups int) float64 { return 1.07 + float64(0.005*float64(max(24-groups, 0))) }

// Settled reports whether the run is long enough for its own memory to be ended: the estimate, by Pool of so many replications, rests on 32
// groups or more that show no autocorrelation, or on replications alone.
func (e Estimate) Settled(replications int) bool {
	return e.Known() && (replications >= ReplicationsAlone || e.Batches >= settledGroups && !e.Widened)
}

// interval is symmetric at the level of c, but for a sequential run: then it follows the skewness of the groups and is widened.
func (c Config) interval(value, stdErr float64, groups sample) Estimate {
	n := len(groups.num)
	e := symmetric(value, stdErr, c.Level, n)
	if !c.Sequential || !e.Known() {
		return e
	}
	t := tQuantile(0.5+c.Level/2, n-1)
	beta := groups.skewness(value) / float64(6*math.Sqrt(float64(n)))
	unit := float64(Widening(n) * stdErr)
	return e.between(value-float64(unit*skewed(t, beta)), value-float64(unit*skewed(-t, beta)))
}

// skewness returns the skewness of what the groups add to the ratio, 0 if they are alike.
func (s sample) skewness(value float64) float64 {
	var second, third float64
	for i, den := range s.den {
		residual := s.num[i] - float64(value*den)
		square := float64(residual * residual)
		second += square
		third += float64(square * residual)
	}
	if n := float64(len(s.num)); second > 0 && n > 2 {
		return third / n / float64(second/n*math.Sqrt(second/n))
	}
	return 0
}

// steepest bounds the correction: farther out it is a guess of a guess.
const steepest = 0.05

// skewed is the transformation of Johnson (1978) and Hall (1992) in the form of Willink ("A confidence interval and test for the mean of an
// asymmetric distribution", Communications in Statistics - Theory and Methods 34, 2005), which turns quantiles t of Student's law into
// those of the studentised mean of groups of skewness 6 beta sqrt n. It is t where beta is 0.
func skewed(t, beta float64) float64 {
	beta = min(max(beta, -steepest), steepest)
	if math.Abs(beta) < 1e-6 {
		return t
	}
	return nineDigits((math.Cbrt(1+float64(6*float64(beta*(t-beta)))) - 1) / float64(2*beta))
}
