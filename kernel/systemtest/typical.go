package systemtest

import (
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Typical is a system as benchmarks have it: four types with rates 1, 1/2, 1/4, 1/8, a quarter of the servers each, buffer 5, load .8.
// Servers start about as busy as they will be.
func Typical(g graph.Graph, rule policy.Rule) *kernel.System {
	sys := &kernel.System{Graph: g, Buffer: 5, Policy: policy.Policy{Rule: rule}, Seed: 1, StartBusy: []float64{1, 0.9, 0.6, 0.3}}
	for _, rate := range []float64{1, 0.5, 0.25, 0.125} {
		sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: g.Servers() / 4})
	}
	sys.Arrivals = 0.8 * sys.Capacity()
	return sys
}
