package graph

import (
	"math"
)

// Weng2020Probability returns the edge probability of the experiments of Weng, Zhou and Srikant, "Optimal load balancing in bipartite graphs"
// (POMACS 2020), for n servers at a load in [0, 1):
//
//	min(1, sqrt(ln n) / (n (1-load)) ln(1/(1-load)))
//
// It is 1 for a load of 1 or more, where the formula has no value, and 0 where the formula gives 0: for one server, and without load.
// It is for callers of the library.
func Weng2020Probability(n int, load float64) float64 {
	if load >= 1 {
		return 1
	}
	idle := 1 - load
	p := float64(math.Sqrt(logarithm(float64(n)))*-logarithm(idle)) / float64(float64(n)*idle)
	return min(1, max(0, p))
}

// MeanDegreeProbability returns the edge probability that gives ports a mean degree d among n servers, at most 1.
func MeanDegreeProbability(n int, d float64) float64 { return min(1, d/float64(n)) }

// logarithm returns the natural logarithm of a positive finite x, within one unit in the last place. Edge probabilities decide results, and math.Log
// is not the same on every architecture; this is the algorithm of FreeBSD's e_log.c in steps that no compiler may fuse.
func logarithm(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
	)
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
	}
	f--
	k := float64(e)
	s := f / (2 + f)
	z := float64(s * s)
	// r approximates (ln(1+f) - 2s)/s by the polynomial of e_log.c in z, by Horner's rule.
	r := 0.0
	for _, c := range [...]float64{
		1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01,
		2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01,
	} {
		r = float64(z * (c + r))
	}
	half := float64(0.5 * float64(f*f))
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + float64(k*ln2Lo))) - f)
}
