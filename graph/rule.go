package graph

import (
	"math"

	"shardq/graph/rng"
)

// Weng2020Probability returns the edge probability of the experiments of Weng, Zhou and Srikant, "Optimal load balancing in bipartite
// graphs" (POMACS 2020), for n servers at a load in [0, 1):
//
//	min(1, sqrt(ln n) / (n (1-load)) ln(1/(1-load)))
//
// It is 1 for a load of 1 or more, where the formula has no value, and 0 where the formula gives 0: for one server, and without load.
// It is for callers of the library.
func Weng2020Probability(n int, load float64) float64 {
	if load >= 1 {
		return 1
	}
	servers, spare := float64(n), 1-load
	return min(1, max(0, float64(math.Sqrt(rng.Log(servers))/float64(servers*spare))*-rng.Log(spare)))
}

// MeanDegreeProbability returns the edge probability that gives ports a mean degree d among n servers, at most 1.
func MeanDegreeProbability(n int, d float64) float64 { return min(1, d/float64(n)) }
