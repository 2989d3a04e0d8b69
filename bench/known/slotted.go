package known

import (
	"shardq/bench/instance"
	"shardq/bench/scenario"
)

// slottedValues is the limit of heavy traffic: (v + w) / (2 (c - a) a) with a and v the mean and the variance of the jobs that arrive in a
// slot, c and w those of what can be served (Eryilmaz and Srikant, "Asymptotically tight steady-state queue length bounds implied by drift
// conditions", Queueing Systems 72, 2012, which proves the lower bound; Zhou et al. 2017 call a policy delay-optimal that reaches it).
func slottedValues(sc *scenario.Scenario) []Value {
	mean, variance := instance.BatchMoments(sc)
	spare := sc.Capacity() - mean
	if !(spare > 0) {
		return nil
	}
	return []Value{{
		Name: "heavy traffic", Key: "heavy_traffic_response", Value: (variance + serviceVariance(sc)) / float64(2*float64(spare*mean)),
		Source: "what the mean response tends to, relative to it, as the load tends to 1, under delay-optimal policies (Zhou et al. 2017)",
	}}
}

// serviceVariance returns the variance of what all servers together can serve in a slot.
func serviceVariance(sc *scenario.Scenario) float64 {
	sum := 0.0
	for _, t := range sc.Types() {
		v := t.Rate
		if sc.Service.Law == "bursty" {
			v = float64(t.Rate * (sc.Service.Burst - t.Rate))
		}
		sum += float64(v * float64(t.Count))
	}
	return sum
}
