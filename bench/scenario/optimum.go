package scenario

import (
	"shardq/bench/theory/meanfield"
	"shardq/kernel"
)

// twoClassOptimum returns the probabilities of jsq-2-2 that minimise the mean response in the limit of many servers, the same on every
// machine.
func TwoClassOptimum(types []kernel.Type, arrivals float64, dFast, dSlow int) (pFast, pSlow float64, err error) {
	pFast, pSlow, _, err = meanfield.TwoClassOptimum(types, arrivals, dFast, dSlow)
	return pFast, pSlow, err
}
