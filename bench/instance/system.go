package instance

import (
	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/graph"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// System returns what the engine runs for one policy of a scenario, with the seed of replication 0.
func System(sc *scenario.Scenario, g graph.Graph, portRates []float64, p policy.Policy) *kernel.System {
	sys := &kernel.System{
		Graph:     g,
		Types:     sc.Types(),
		Buffer:    sc.Buffer(),
		Arrivals:  sc.ArrivalRate(),
		PortRates: portRates,
		Policy:    p,
		Seed:      sc.Run.Seed,
		Service:   sc.Phases(),
	}
	if sc.Run.Start == scenario.MeanField {
		sys.StartBusy = MeanField(sys)
	}
	return sys
}

// MeanField returns the probability that a server of each type is busy in the limit of many servers, where no queue is longer than 1 under
// the rules that look for idle servers. Other rules have longer queues; for them it is a start that is nearer than an empty system.
func MeanField(sys *kernel.System) []float64 {
	if policy.Describe(policy.Bipartite, sys.Policy.Rule).FasterFirst {
		return bound.StartBusy(bound.Of(sys.Types, sys.Arrivals))
	}
	return bound.UniformBusy(sys.Types, sys.Arrivals)
}

// Replication returns the system of replication i: the same but for the seed.
func Replication(sys *kernel.System, i int) *kernel.System {
	r := *sys
	r.Seed = rng.Derive(sys.Seed, uint32(i))
	return &r
}
