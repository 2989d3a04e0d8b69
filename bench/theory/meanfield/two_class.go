package meanfield

import (
	"errors"

	"shardq/bench/theory"

	"shardq/kernel"

	"shardq/bench/theory/numeric"
)

// ErrUnstable is wrapped by errors about parameters under which a queue grows without end.
var ErrUnstable = errors.New("unstable")

// twoClass is the mean field of JSQ-(d_F,d_S) (Gardner, Jaleel, Wickeham, Doroudi, "Scalable load balancing in the presence of
// heterogeneous servers", 2020; [W] appendix D), with f_i and s_i the shares of the fast and the slow servers with at least i jobs.
//
// In the stationary state, what joins servers with i jobs or more is what is served by servers with i+1 jobs or more. With a and c the
// arrival rates per fast and per slow server this is
//
//	muF f_1 = a (1 - m f_1^dF),          muF f_i = a (1-m) f_{i-1}^dF   for i >= 2,
//	muS s_1 = c m f_1^dF,                muS s_i = c (1-pF) f_1^dF s_{i-1}^dS   for i >= 2,
//	m = pS - (pS+pF-1) s_1^dS,
//
// where m is the probability that a job that finds no idle fast server goes to a slow one. Adding up the two first equations,
// muF f_1 + (a/c) muS s_1 = a, so that f_1 follows from s_1, and s_1 is the root of one function.
//
// All arithmetic is in single IEEE operations, so that optima are the same on every machine.
type twoClass struct {
	fastRate, slowRate   float64 // of a server
	fastShare, slowShare float64 // of all servers
	arrivals             float64 // per server
	dFast, dSlow         int
}

// newTwoClass checks what does not depend on the probabilities.
func newTwoClass(types []kernel.Type, arrivals float64, dFast, dSlow int) (*twoClass, error) {
	if len(types) != 2 || types[0].Count < 1 || types[1].Count < 1 || !(types[0].Rate > types[1].Rate && types[1].Rate > 0) {
		return nil, theory.Errorf("jsq-(%d,%d) needs just two types of servers, a faster one and a slower one", dFast, dSlow)
	}
	if dFast < 1 || dSlow < 1 {
		return nil, theory.Errorf("jsq-(%d,%d) must sample at least one server of each type", dFast, dSlow)
	}
	if !(arrivals > 0) {
		return nil, theory.Errorf("jsq-(%d,%d): total arrival rate %v must be positive", dFast, dSlow, arrivals)
	}
	n := float64(types[0].Count + types[1].Count)
	t := &twoClass{
		fastRate:  types[0].Rate,
		slowRate:  types[1].Rate,
		fastShare: float64(types[0].Count) / n,
		slowShare: float64(types[1].Count) / n,
		arrivals:  arrivals / n,
		dFast:     dFast,
		dSlow:     dSlow,
	}
	if load := t.arrivals / (float64(t.fastShare*t.fastRate) + float64(t.slowShare*t.slowRate)); load >= 1 {
		return nil, theory.Errorf("jsq-(%d,%d) at load %.6g: %w, the load must be below 1", dFast, dSlow, load, ErrUnstable)
	}
	return t, nil
}

// fixedPoint is a stationary state of a twoClass.
type fixedPoint struct {
	fast, slow float64 // shares of busy servers
	// For i >= 2 the shares with at least i jobs are fastRatio f_{i-1}^dF and slowRatio s_{i-1}^dS.
	fastRatio, slowRatio float64
}

// overload says which class of servers gets more than it can serve.
type overload int

const (
	noOverload overload = iota
	fastOverload
	slowOverload
)

// solve returns the fixed point to which an empty system tends. A class is overloaded if there is none, or if its servers, once they were
// all busy, would get at least as much as they can serve while the other class is in its stationary state: a finite system would then get
// there some time, and not come back.
func (t *twoClass) solve(pFast, pSlow float64) (fixedPoint, overload) {
	a, c := t.arrivals/t.fastShare, t.arrivals/t.slowShare
	perSlow := float64(t.slowRate*t.slowShare) / t.fastShare // a/c muS
	excess := pSlow + pFast - 1
	if pSlow == 0 { // no slow server ever gets a job
		if a >= t.fastRate {
			return fixedPoint{}, fastOverload
		}
		return fixedPoint{fast: a / t.fastRate, fastRatio: a / t.fastRate}, noOverload
	}
	// What a class gets when all of its servers are busy, if the other class has a stationary state then.
	if float64(a*pFast) < t.fastRate {
		f := t.busyFast(float64(a*pFast), a)
		if float64(float64(c*(1-pFast))*numeric.Power(f, t.dFast)) >= t.slowRate {
			return fixedPoint{}, slowOverload
		}
	}
	if float64(c*(1-pFast)) < t.slowRate {
		s := numeric.Bisect(0, 1, func(s float64) bool {
			return float64(c*(pSlow-float64(excess*numeric.Power(s, t.dSlow)))) < float64(t.slowRate*s)
		})
		if float64(a*t.toFast(pFast, pSlow, s)) >= t.fastRate {
			return fixedPoint{}, fastOverload
		}
	}
	fastBusy := func(s float64) float64 { return max(0, (a-float64(perSlow*s))/t.fastRate) }
	// Flow into the slow servers less what they serve changes its sign at the fixed point. For pS+pF < 1 there may be another fixed point,
	// an unstable one, beyond the place where m = dS (1-pS-pF) s^dS; the search ends there.
	beyond := func(s float64) bool {
		if excess >= 0 {
			return false
		}
		power := numeric.Power(s, t.dSlow)
		return pSlow-float64(excess*power)+float64(float64(t.dSlow)*float64(excess*power)) < 0
	}
	flow := func(s float64) float64 {
		m := pSlow - float64(excess*numeric.Power(s, t.dSlow))
		return float64(float64(c*m)*numeric.Power(fastBusy(s), t.dFast)) - float64(t.slowRate*s)
	}
	s := numeric.Bisect(0, 1, func(s float64) bool { return beyond(s) || flow(s) < 0 })
	f := fastBusy(s)
	switch {
	case s >= 1 || beyond(s) && flow(s) > 0:
		return fixedPoint{}, slowOverload
	case f >= 1:
		return fixedPoint{}, fastOverload
	}
	p := fixedPoint{fast: f, slow: s}
	p.fastRatio = float64(a*t.toFast(pFast, pSlow, s)) / t.fastRate
	p.slowRatio = float64(float64(c*(1-pFast))*numeric.Power(f, t.dFast)) / t.slowRate
	return p, noOverload
}

// toFast is 1-m, with all its digits.
func (t *twoClass) toFast(pFast, pSlow, s float64) float64 {
	busy := numeric.Power(s, t.dSlow)
	return float64((1-busy)*(1-pSlow)) + float64(busy*pFast)
}

// busyFast returns f with muF f = a - (a-b) f^dF, given b < muF.
func (t *twoClass) busyFast(b, a float64) float64 {
	return numeric.Bisect(0, 1, func(f float64) bool { return float64(t.fastRate*f) > a-float64((a-b)*numeric.Power(f, t.dFast)) })
}

// response returns the mean response time.
func (t *twoClass) response(p fixedPoint) float64 {
	jobs := float64(t.fastShare*tailSum(p.fast, p.fastRatio, t.dFast)) + float64(t.slowShare*tailSum(p.slow, p.slowRatio, t.dSlow))
	return jobs / t.arrivals
}

// longestField is the number of shares that TwoClass returns at most.
const longestField = 1000

// tail returns x, ratio x^d, ... down to 1e-18.
func tail(x, ratio float64, d int) []float64 {
	var out []float64
	for x > 1e-18 && len(out) < longestField {
		out = append(out, x)
		x = float64(ratio * numeric.Power(x, d))
	}
	return out
}

// tailSum returns the sum of x, ratio x^d, ...
func tailSum(x, ratio float64, d int) float64 {
	if d == 1 {
		return x / (1 - ratio)
	}
	sum := 0.0
	for x > 1e-18*sum { // fast: the exponent of x grows like d^i
		sum += x
		x = float64(ratio * numeric.Power(x, d))
	}
	return sum
}

// TwoClass returns the limit of JSQ-(d_F,d_S) on a complete graph as the number of servers grows: the mean response time, and the shares of
// the fast and of the slow servers with at least 1, 2, ... jobs, down to 1e-18 and at most 1000 of them. Buffers are unbounded. It fails
// with ErrUnstable if the load is not below 1 or the probabilities overload one of the two types, and says which.
func TwoClass(
	types []kernel.Type,
	arrivals float64,
	dFast, dSlow int,
	pFast, pSlow float64,
) (response float64, fast, slow []float64, err error) {
	t, err := newTwoClass(types, arrivals, dFast, dSlow)
	if err != nil {
		return 0, nil, nil, err
	}
	for _, p := range []float64{pFast, pSlow} {
		if !(p >= 0 && p <= 1) {
			return 0, nil, nil, theory.Errorf("jsq-(%d,%d): %v is not a probability", dFast, dSlow, p)
		}
	}
	p, over := t.solve(pFast, pSlow)
	if over != noOverload {
		class := map[overload]string{fastOverload: "fast", slowOverload: "slow"}[over]
		return 0, nil, nil, theory.Errorf("jsq-(%d,%d) with p_fast = %v, p_slow = %v: %w, the %s servers get more than they can serve",
			dFast, dSlow, pFast, pSlow, ErrUnstable, class)
	}
	return t.response(p), tail(p.fast, p.fastRatio, dFast), tail(p.slow, p.slowRatio, dSlow), nil
}
