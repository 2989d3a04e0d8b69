package instance

import "shardq/bench/scenario"

// SlottedLoad returns jobs a slot over services a slot.
func SlottedLoad(sc *scenario.Scenario) float64 {
	mean, _ := BatchMoments(sc)
	return mean / sc.Capacity()
}

// BatchMoments returns mean and variance of the jobs of a slot.
func BatchMoments(sc *scenario.Scenario) (mean, variance float64) {
	if sc.Port.BatchSizes == nil {
		rate := sc.ArrivalRate()
		return rate, rate
	}
	second := 0.0
	for i, size := range sc.Port.BatchSizes {
		p, x := sc.Port.BatchProbabilities[i], float64(size)
		mean += float64(p * x)
		second += float64(float64(p*x) * x)
	}
	return mean, second - float64(mean*mean)
}
