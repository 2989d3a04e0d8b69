package stats

import "math"

// Verdict says what the number of jobs in a system did during a run.
type Verdict int

// The verdicts.
const (
	Undecided Verdict = iota // the run is too short to tell
	Stable                   // it returned to its mean again and again, and does not drift up
	Growing                  // it grew, beyond what chance does in any stable system
)

// String returns the name of the verdict.
func (v Verdict) String() string {
	switch v {
	case Stable:
		return "stable"
	case Growing:
		return "growing"
	}
	return "undecided"
}

// MarshalText writes the name of the verdict.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Stationarity is a verdict with the statistics that it rests on. Those that a series does not give are NaN.
type Stationarity struct {
	Verdict   Verdict
	Growth    float64 // change over the run, in standard deviations of what a random walk with the same steps would do
	Reversion float64 // von Neumann's ratio over its critical value: above 1, the series returns to its mean faster than a random walk
	Trend     float64 // slope over the run, in standard errors; to be looked at if Reversion is above 1
}

// Constants of Stability.
const (
	stabilityGroups = 64
	fewestGroups    = 16
	growthLimit     = 3.8
	trendLimit      = 2.6
	// reversionScale over the number of groups is the critical value of von Neumann's ratio.
	reversionScale = 70
)

// Stability judges from the consecutive batch means of the number of jobs in a system, over one run after its warm-up, whether the system
// is stable. With several replications, give the sums of their first batches, second batches and so on. The batches are regrouped into G =
// 64 groups of means x, or as many as there are; give 64 or more, for with fewer than some 45 no series is found stable, and with fewer
// than 16 none growing.
//
// Growing: x[G]-x[1] is above 3.8 times the standard deviation that it would have if x were the means of a random walk with the steps seen.
// (Around their mean these have 2/3 of the variance that the walk gains over a group, since neighbouring means share half of their steps.)
// The walk is the worst case: a stable system strays less far than a walk with its steps, and a critical one is the walk reflected at 0. So
// a stable or critical system is called growing with probability at most 1e-3, for any length of run and any relaxation time (simulated:
// 4e-4 for a critical one from empty, 1e-4 from elsewhere, less for others). A system that grows by a per slot is found in most runs of
// more than 30 v/a^2 slots, v being the variance of the net flow of a slot.
//
// Stable: von Neumann's ratio, sum (x[i+1]-x[i])^2 / sum (x[i]-mean)^2, is above 70/G, and the least-squares slope of x is below 2.6
// standard errors, widened for the autocorrelation of neighbours. A critical system passes the first with probability 1e-3 from empty and
// 1e-4 from elsewhere, if batches have three slots or more; a stable one passes it in most runs of more than 60 relaxation times. By the
// second it fails in about 1 % of them.
//
// All else is Undecided: among others a critical system, which no run of any length tells from a stable one of longer relaxation. The mean
// of a run should be shown as a mean only if the verdict is Stable.
func Stability(series []float64) Stationarity {
	nan := math.NaN()
	s := Stationarity{Growth: nan, Reversion: nan, Trend: nan}
	for _, v := range series {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return s
		}
	}
	fine := newSample([][]float64{series}, [][]float64{ones(len(series))})
	groups := fine.regroup(stabilityGroups)
	x := make([]float64, len(groups.num))
	for i, num := range groups.num {
		x[i] = num / groups.den[i]
	}
	if len(x) < fewestGroups {
		return s
	}
	n := float64(len(x))
	mean, change := sum(x)/n, x[len(x)-1]-x[0]
	step := change / (n - 1)
	var squares, steps, spread, slope, moment float64
	for i, v := range x {
		at := float64(i) - float64((n-1)/2)
		squares += float64((v - mean) * (v - mean))
		slope += float64(at * (v - mean))
		moment += float64(at * at)
		if i > 0 {
			d := v - x[i-1]
			steps += float64(d * d)
			spread += float64((d - step) * (d - step))
		}
	}
	if squares == 0 { // constant, and so is every group
		s.Verdict, s.Growth, s.Trend = Stable, 0, 0
		return s
	}
	s.Growth = change / math.Sqrt(float64(1.5*(n-4.0/3))*spread/(n-2))
	s.Reversion = steps / squares * n / reversionScale
	slope /= moment
	rest := squares - float64(float64(slope*slope)*moment)
	lag1 := 1 - steps/float64(2*squares)
	s.Trend = slope / float64(math.Sqrt(max(rest, 0)/(n-2)/moment)*inflation(lag1))
	switch {
	case s.Growth > growthLimit:
		s.Verdict = Growing
	case s.Reversion > 1 && s.Trend < trendLimit:
		s.Verdict = Stable
	}
	return s
}
