package experiment

import (
	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/graph"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// system returns what the engine runs for one policy of a scenario, with the seed of replication 0.
func system(sc *scenario.Scenario, g graph.Graph, portRates []float64, policy policy.Policy) *kernel.System {
	sys := &kernel.System{
		Graph:     g,
		Types:     sc.Types(),
		Buffer:    sc.Buffer(),
		Arrivals:  sc.ArrivalRate(),
		PortRates: portRates,
		Policy:    policy,
		Seed:      sc.Run.Seed,
		Service:   sc.Phases(),
	}
	if sc.Run.Start == scenario.MeanField {
		sys.StartBusy = meanField(sys)
	}
	return sys
}

// meanField returns the probability that a server of each type is busy in the limit of many servers, where no queue is longer than 1 under the
// rules that look for idle servers. Other rules have longer queues; for them it is a start that is nearer than an empty system.
func meanField(sys *kernel.System) []float64 {
	if policy.Describe(policy.Bipartite, sys.Policy.Rule).FasterFirst {
		return bound.StartBusy(bound.Of(sys.Types, sys.Arrivals))
	}
	return bound.UniformBusy(sys.Types, sys.Arrivals)
}

// replication returns the system of replication i: the same but for the seed.
func replication(sys *kernel.System, i int) *kernel.System {
	r := *sys
	r.Seed = rng.Derive(sys.Seed, uint32(i))
	return &r
}
