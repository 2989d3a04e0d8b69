package known

import (
	"shardq/bench/scenario"
	"shardq/bench/theory/limits"
	"shardq/bench/theory/meanfield"
	"shardq/kernel/policy"
)

// setting returns what the limits of a policy depend on.
func setting(sc *scenario.Scenario, p policy.Policy) limits.Setting {
	return limits.Setting{
		System: meanfield.System{Types: sc.Types(), Arrivals: sc.ArrivalRate(), Buffer: sc.Buffer(), Policy: p, Service: sc.Phases()},
		Graph:  class(sc),
	}
}

// class says what kind of graph a scenario has, for its limits.
func class(sc *scenario.Scenario) limits.GraphClass {
	switch {
	case sc.Graph.ReachesAll():
		return limits.CompleteGraph
	case sc.Graph.OnServers():
		return limits.ServerGraph
	}
	return limits.BipartiteGraph
}
