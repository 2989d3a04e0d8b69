package experiment

import (
	"fmt"

	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/graph"
	"shardq/graph/rng"
	"shardq/kernel"
)

// system returns what the engine runs for one policy of a scenario, with the seed of replication 0.
func system(sc *scenario.Scenario, g graph.Graph, portRates []float64, policy kernel.Policy) *kernel.System {
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
	switch sys.Policy.Rule {
	case kernel.JFSQ, kernel.JFIQ:
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

// PolicyName returns the name of a policy with its parameters, such as "jsq-d d=2" or "jsq-2-2 p=0.9,0.25" with p_fast and p_slow.
func PolicyName(p kernel.Policy) string {
	name := p.Rule.String()
	if p.Rule.Samples() {
		name += fmt.Sprintf(" d=%d", p.D)
		if p.Replacement {
			name += " with replacement"
		}
	}
	if p.Rule == kernel.TwoClass {
		if p.DFast != 2 || p.DSlow != 2 {
			name += fmt.Sprintf(" d=%d+%d", p.DFast, p.DSlow)
		}
		name += fmt.Sprintf(" p=%.4g,%.4g", p.PFast, p.PSlow)
	}
	return name
}
