package compare

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/result"
	"shardq/bench/stats"
)

var nan = math.NaN()

// Standing says how the first policy of a pair stands to the second, by one measure.
type Standing string

// The standings.
const (
	Higher    Standing = "higher"         // significantly, family-wise
	Lower     Standing = "lower"          // significantly, family-wise
	Alike     Standing = "not told apart" // by this run
	Same      Standing = "the same"       // equal in every batch
	FewEvents Standing = "too few events" // for a test
	NoMean    Standing = "no mean"        // of one of them, or no interval
)

// FamilyLevel is the probability that any pair of policies that do not differ in a measure is called different.
const FamilyLevel = 0.05

// fewestEvents is how many events both policies together must have for a share to be tested: with fewer, a difference is not near to
// normal.
const fewestEvents = 20

// Pair is the difference of two policies by one measure: that of A less that of B.
type Pair struct {
	A, B       int // indexes of policies
	Difference stats.Estimate
	Relative   float64 // difference over the value of B
	P          float64 // probability of a difference at least so large where there is none, for this pair alone: Student's t, two-sided
	Family     float64 // the same for all pairs of the measure together (Holm 1979): significant if it is at most FamilyLevel
	Standing   Standing
	// Reduction is the variance that the difference would have if the policies had met independent random numbers over the variance that it
	// has. NaN if that is 0.
	Reduction float64

	cautious float64 // P by fewer degrees of freedom, from which Family follows
}

// difference estimates the difference of two ratios from batches that belong together, A less B. To first order the error of a ratio is the
// mean over the batches of (num - ratio den) / (mean den), so that of the difference is the mean of the differences of these, which are one
// series: its error follows by the rule of package stats, that looks for autocorrelation in it. What both policies owe to the same arrivals
// and service times drops out.
func difference(a, b *result.Gauge) (d stats.Estimate, reduction float64) {
	of := func(g *result.Gauge) (value, den float64, batches int) {
		num := 0.0
		for r := range g.Num {
			for i := range g.Num[r] {
				num += g.Num[r][i]
				den += g.Den[r][i]
			}
			batches += len(g.Num[r])
		}
		return num / den, den / float64(batches), batches
	}
	va, da, n := of(a)
	vb, db, m := of(b)
	d = stats.Estimate{Value: va - vb, HalfWidth: nan, Lo: nan, Hi: nan, StdErr: nan, Level: 0.95, Lag1: nan}
	if n != m || n == 0 || len(a.Num) != len(b.Num) {
		d.Value = nan
		return d, nan
	}
	moved, ones := make([][]float64, len(a.Num)), make([][]float64, len(a.Num))
	for r := range a.Num {
		if len(a.Num[r]) != len(b.Num[r]) {
			d.Value = nan
			return d, nan
		}
		for i := range a.Num[r] {
			moved[r] = append(moved[r], (a.Num[r][i]-float64(va*a.Den[r][i]))/da-(b.Num[r][i]-float64(vb*b.Den[r][i]))/db)
			ones[r] = append(ones[r], 1)
		}
	}
	e := stats.Pool(moved, ones, stats.Config{})
	e.Value, e.Lo, e.Hi = d.Value, d.Value-e.HalfWidth, d.Value+e.HalfWidth
	if !(e.StdErr > 1e-13*max(math.Abs(va), math.Abs(vb))) { // but for rounding, both are constants, or move together
		if e.Known() {
			e.StdErr, e.HalfWidth, e.Lo, e.Hi = 0, 0, e.Value, e.Value
		}
		return e, nan
	}
	sa, sb := a.Value().StdErr, b.Value().StdErr
	return e, (float64(sa*sa) + float64(sb*sb)) / float64(e.StdErr*e.StdErr)
}

// pair compares two policies by one measure, but for what depends on the other pairs.
func pair(i, j int, a, b *result.Gauge) Pair {
	p := Pair{A: i, B: j, P: nan, Family: nan}
	p.Difference, p.Reduction = difference(a, b)
	d := &p.Difference
	p.Relative = d.Value / b.Value().Value
	switch {
	case math.IsNaN(d.Value) || !d.Known():
		p.Standing = NoMean
	case equal(a.Num, b.Num) && equal(a.Den, b.Den):
		p.Standing = Same
	case a.Share && events(a)+events(b) < fewestEvents:
		p.Standing = FewEvents
	case d.StdErr == 0 && math.Abs(p.Relative) <= 1e-12:
		p.Standing = Same
	case d.StdErr == 0: // what a policy costs in messages may be certain
		p.P = 0
	default:
		far := math.Abs(d.Value) / d.StdErr
		p.P = 2 * distuv.StudentsT{Sigma: 1, Nu: float64(d.Batches - 1)}.Survival(far)
		p.cautious = 2 * distuv.StudentsT{Sigma: 1, Nu: freedom(d.Batches, len(a.Num))}.Survival(far)
	}
	return p
}

// freedom returns the degrees of freedom that the error of a difference is given among other differences. Far out in the tails, where
// several pairs are judged together, what correlation is left between groups of batches does more harm than to an interval of 95 %; so the
// error of groups is taken for that of 16 at most, and that of the last grouping, which is reached when correlation was found in all
// others, for that of 11. With this the probability of a false difference is 2 to 5 % (simulated: four policies, 256 batches whose
// neighbours have correlations up to .9; beyond, a run is short for its own memory and says so). Replications are independent and keep
// theirs.
func freedom(groups, runs int) float64 {
	const (
		most     = 15
		mostLast = 10
		last     = 32 // groups of the last grouping are fewer than this, whatever the number of replications
	)
	switch n := float64(groups - 1); {
	case runs >= stats.ReplicationsAlone:
		return n
	case groups < last:
		return min(n, mostLast)
	default:
		return min(n, most)
	}
}

// events counts the events of a share.
func events(g *result.Gauge) (n float64) {
	for _, run := range g.Num {
		for _, x := range run {
			n += x
		}
	}
	return n
}

func equal(a, b [][]float64) bool { return slices.EqualFunc(a, b, slices.Equal[[]float64]) }

// holm fills in what depends on all pairs that were tested: with m of them, the k-th smallest probability is multiplied by m-k+1, and made
// no smaller than those before it (Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
// 1979). That keeps the level whatever the dependence of the pairs.
func holm(pairs []Pair) {
	var tested []*Pair
	for i := range pairs {
		if !math.IsNaN(pairs[i].P) {
			tested = append(tested, &pairs[i])
		}
	}
	slices.SortStableFunc(tested, func(a, b *Pair) int { return cmp.Compare(a.cautious, b.cautious) })
	least := 0.0
	for k, p := range tested {
		least = max(least, min(1, float64(len(tested)-k)*p.cautious))
		p.Family = least
		switch {
		case least > FamilyLevel:
			p.Standing = Alike
		case p.Difference.Value > 0:
			p.Standing = Higher
		default:
			p.Standing = Lower
		}
	}
}
