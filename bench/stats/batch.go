package stats

import "math"

// ReplicationsAlone is the number of replications from which on each counts as one value.
const ReplicationsAlone = 10

// Ratio estimates sum(num)/sum(den) from consecutive batches of one run by the rule of the package. It panics if the lengths differ. The
// interval is unknown if there are fewer than two batches, if a number is not finite, if the denominators sum to 0 or one group holds all
// of them, or if cfg is invalid.
func Ratio(num, den []float64, cfg Config) Estimate {
	return Pool([][]float64{num}, [][]float64{den}, cfg)
}

// Mean estimates the mean of consecutive batches of one run: Ratio with denominators 1.
func Mean(series []float64, cfg Config) Estimate { return Ratio(series, ones(len(series)), cfg) }

func ones(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// Pool estimates sum(num)/sum(den) from independent replications: num[r] and den[r] are the consecutive batches of replication r.
// With at least 10 replications each is one group, and no autocorrelation is looked for. With fewer, the groups of all replications are
// pooled, about as many in total as for one run; their autocorrelation is measured within replications only. Otherwise it is like Ratio.
func Pool(num, den [][]float64, cfg Config) Estimate {
	cfg = cfg.withDefaults()
	fine := newSample(num, den)
	value := fine.value()
	if cfg.Validate() != nil {
		return unknown(value, cfg.Level, len(fine.num))
	}
	if fine.runs() >= ReplicationsAlone {
		whole := fine.regroup(1)
		return cfg.interval(value, whole.stdErr(value), whole)
	}
	var groups sample
	correlated, half := true, 0.0
	for _, total := range cfg.Groups {
		perRun := max(ceilDiv(total, max(fine.runs(), 1)), 2)
		groups = fine.regroup(perRun)
		var z float64
		half, z = fine.regroup(2 * perRun).autocorrelation(value)
		if correlated = z > normalQuantile(1-cfg.Alpha); !correlated {
			break
		}
	}
	stdErr := groups.stdErr(value)
	lag1, _ := groups.autocorrelation(value)
	worst := lag1
	if correlated {
		// If halves of groups have correlation r, falling geometrically, neighbouring groups have r(1+r)/2.
		worst = max(lag1, half*(1+half)/2)
		stdErr *= inflation(worst)
	}
	e := cfg.interval(value, stdErr, groups)
	if e.Known() {
		e.Lag1, e.Widened, e.Correlated = lag1, correlated, correlated && worst > tooCorrelated
	}
	return e
}

// tooCorrelated is the correlation of neighbouring groups from which on widening the interval is a guess rather than a correction.
const tooCorrelated = 0.25

// inflation is the factor by which autocorrelation that falls geometrically from lag to lag widens the error of a mean. It is kept finite.
func inflation(lag1 float64) float64 {
	r := min(max(lag1, 0), 0.9)
	return math.Sqrt((1 + r) / (1 - r))
}

// sample is the batches of one or more independent runs, one run after the other.
type sample struct {
	num, den []float64
	ends     []int // index after the last batch of each run
}

func newSample(num, den [][]float64) sample {
	if len(num) != len(den) {
		panic("stats: numerators and denominators of different numbers of replications")
	}
	var s sample
	for r := range num {
		if len(num[r]) != len(den[r]) {
			panic("stats: numerators and denominators of different numbers of batches")
		}
		if len(num[r]) > 0 {
			s.num = append(s.num, num[r]...)
			s.den = append(s.den, den[r]...)
			s.ends = append(s.ends, len(s.num))
		}
	}
	return s
}

// runs returns the number of runs that have batches.
func (s sample) runs() int { return len(s.ends) }

// value returns the ratio of the sums.
func (s sample) value() float64 { return sum(s.num) / sum(s.den) }

// regroup adds consecutive batches so that each run has k groups, or keeps its batches if it has fewer. Sizes of groups of a run differ by
// at most one batch.
func (s sample) regroup(k int) sample {
	var g sample
	start := 0
	for _, end := range s.ends {
		n := end - start
		groups := min(k, n)
		for i := range groups {
			from, to := start+i*n/groups, start+(i+1)*n/groups
			g.num = append(g.num, sum(s.num[from:to]))
			g.den = append(g.den, sum(s.den[from:to]))
		}
		g.ends = append(g.ends, len(g.num))
		start = end
	}
	return g
}

// stdErr returns the jackknife's standard error of the ratio over groups. Leaving group i out moves the ratio by
// (num - value den)/(total den - den), so no second pass is needed; with equal denominators it is the classical s/sqrt(k).
func (s sample) stdErr(value float64) float64 {
	k := float64(len(s.num))
	total := sum(s.den)
	squares := 0.0
	for i, den := range s.den {
		moved := (s.num[i] - float64(value*den)) / (total - den)
		squares += float64(moved * moved)
	}
	return math.Sqrt(float64((k - 1) / k * squares))
}

// autocorrelation measures the correlation of lag 1 of the residuals num - value den, within runs, by von Neumann's ratio: 1 minus the mean
// of half the squared differences of neighbours over the variance. For a single run this is the statistic of Fishman (Principles of
// Discrete Event Simulation, 1978): the usual estimate, without its bias. z is in units of its standard deviation when there is no
// correlation. Both are 0 if there is nothing to measure.
//
// For independent normal residuals the ratio of the two quadratic forms is independent of the lower one, so its second moment is the ratio
// of their second moments, and these follow from the traces of the matrices: with n groups in runs of k each and p = sum(k-1) neighbours,
// the variance is (1 + sum(6k-8)/(2 p^2)) (n-1)/(n+1) - 1, for one run (n-2)/(n^2-1).
func (s sample) autocorrelation(value float64) (lag1, z float64) {
	var squares, differences, pairs, trace float64
	start := 0
	for _, end := range s.ends {
		var last float64
		for i := start; i < end; i++ {
			residual := s.num[i] - float64(value*s.den[i])
			squares += float64(residual * residual)
			if i > start {
				difference := residual - last
				differences += float64(difference * difference)
			}
			last = residual
		}
		if k := float64(end - start); k >= 2 {
			pairs += k - 1
			trace += float64(6*k) - 8
		}
		start = end
	}
	n := float64(len(s.num))
	if pairs == 0 || !(squares > 0) {
		return 0, 0
	}
	lag1 = 1 - differences/float64(2*pairs)/(squares/(n-1))
	variance := float64((1+trace/float64(2*pairs*pairs))*((n-1)/(n+1))) - 1
	if !(variance > 0) { // n = 2: the ratio is a constant
		return lag1, 0
	}
	return lag1, lag1 / math.Sqrt(variance)
}

// sum adds in the order of the slice.
func sum(s []float64) float64 {
	total := 0.0
	for _, x := range s {
		total += x
	}
	return total
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
