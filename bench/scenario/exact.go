package scenario

import (
	"math/big"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/numeric"
)

// ExactArrivalRate is ArrivalRate without rounding: every number of the file counts as the decimal number that it is, so that load 1 is as
// much as all servers together can serve. Only halfin_whitt has a power that is no such number; that load counts as the float64 that Load
// returns, but is below 1.
func (s *Scenario) ExactArrivalRate() *big.Rat {
	sum := new(big.Rat)
	switch p := &s.Port; {
	case p.Rate > 0:
		return numeric.Decimal(p.Rate)
	case p.Load > 0:
		return sum.Mul(numeric.Decimal(p.Load), s.ExactCapacity())
	case p.HalfinWhitt > 0:
		load := s.Load()
		if load >= 1 { // by rounding alone
			load = 1 - 0x1p-53
		}
		return sum.Mul(new(big.Rat).SetFloat64(load), s.ExactCapacity())
	case p.BatchSizes != nil:
		for i, size := range p.BatchSizes {
			each := new(big.Rat).SetInt64(int64(size))
			sum.Add(sum, each.Mul(each, numeric.Decimal(p.BatchProbabilities[i])))
		}
	default:
		for _, port := range p.List {
			sum.Add(sum, numeric.Decimal(port.Rate))
		}
	}
	return sum
}

// ExactCapacity is Capacity without rounding.
func (s *Scenario) ExactCapacity() *big.Rat { return bound.Capacity(s.Types()) }
