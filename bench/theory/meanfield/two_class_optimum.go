package meanfield

import (
	"math"

	"shardq/kernel"
)

// TwoClassOptimum returns the probabilities, in steps of 1e-4, that minimise the mean response time of [TwoClass], and that time. Where the
// response time hardly depends on one of them (less than a relative 1e-13), the larger is preferred; p_fast is 1 if p_slow is 0, when it is
// never used. The answer is the same on every machine. It fails like TwoClass at loads of 1 or more.
//
// Some choice is stable at every load below 1: p_slow = 1, and a p_fast that splits what finds all servers busy in proportion to what the
// types serve.
func TwoClassOptimum(types []kernel.Type, arrivals float64, dFast, dSlow int) (pFast, pSlow, response float64, err error) {
	t, err := newTwoClass(types, arrivals, dFast, dSlow)
	if err != nil {
		return 0, 0, 0, err
	}
	value := func(pFast, pSlow float64) float64 {
		p, over := t.solve(pFast, pSlow)
		if over != noOverload {
			return math.Inf(1)
		}
		return t.response(p)
	}
	// For each p_fast the best p_slow, and of these the best p_fast: a valley may run in any direction.
	pFast, _ = minimise(func(pFast float64) float64 {
		_, best := minimise(func(pSlow float64) float64 { return value(pFast, pSlow) })
		return best
	}, float64(t.fastShare*t.fastRate)/(float64(t.fastShare*t.fastRate)+float64(t.slowShare*t.slowRate)))
	pSlow, _ = minimise(func(pSlow float64) float64 { return value(pFast, pSlow) })
	// The best point of the lattice around it.
	const steps = 10000
	lattice := func(p float64) []float64 {
		at := math.Floor(float64(p * steps))
		if at == steps {
			return []float64{1}
		}
		return []float64{(at + 1) / steps, at / steps}
	}
	response = math.Inf(1)
	fasts, slows := lattice(pFast), lattice(pSlow)
	for _, f := range fasts {
		for _, s := range slows {
			if v := value(f, s); v < float64(response*(1-indifference)) || math.IsInf(response, 1) {
				pFast, pSlow, response = f, s, v
			}
		}
	}
	if pSlow == 0 {
		pFast = 1
	}
	return pFast, pSlow, response, nil
}

// indifference is the relative difference of two response times below which they count as equal.
const indifference = 1e-13

// minimise returns where f is least on [0, 1], by a grid and then a golden section around its best point. Ends and larger arguments are
// preferred where f is flat. f may be infinite; known are arguments to try for which it is not.
func minimise(f func(float64) float64, known ...float64) (at, value float64) {
	const cells = 40
	value = math.Inf(1)
	try := func(x float64) {
		if v := f(x); v < float64(value*(1-indifference)) || math.IsInf(value, 1) {
			at, value = x, v
		}
	}
	try(1)
	try(0)
	for i := cells - 1; i > 0; i-- {
		try(float64(i) / cells)
	}
	for _, x := range known {
		try(x)
	}
	if math.IsInf(value, 1) {
		return at, value
	}
	best, least := at, value
	low, high := max(0, at-1.0/cells), min(1, at+1.0/cells)
	for high-low > 1e-8 {
		probe := best - float64(0.3819660112501051*(best-low))
		if high-best > best-low {
			probe = best + float64(0.3819660112501051*(high-best))
		}
		v := f(probe)
		better := v < least
		switch {
		case better && probe < best:
			high = best
		case better:
			low = best
		case probe < best:
			low = probe
		default:
			high = probe
		}
		if better {
			best, least = probe, v
		}
	}
	if least < float64(value*(1-indifference)) {
		return best, least
	}
	return at, value
}
