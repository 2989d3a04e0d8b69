package study

import (
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// servers is a section of so many servers of rate 1.
func serversOf(n, buffer int) scenario.ServerSection {
	return scenario.ServerSection{Count: n, Buffer: buffer, Types: []scenario.ServerType{{Name: "server", Share: 1, Rate: 1, Count: n}}}
}

// runOf is a section run.
func runOf(warmup, measure float64) scenario.RunSection {
	return scenario.RunSection{Seed: 1, Warmup: warmup, Measure: measure, Start: scenario.Empty, Replications: 1, Engine: scenario.Full}
}

// elasticScenario is a small system of the elastic model.
func elasticScenario() *scenario.Scenario {
	return &scenario.Scenario{
		Name: "elastic-small", Model: scenario.Elastic, Server: serversOf(100, 0), Port: scenario.PortSection{Load: 0.6},
		Service: scenario.ServiceSection{Law: "exponential"}, Policies: []policy.Policy{{Rule: policy.TABS}},
		Elastic: scenario.ElasticSection{Standby: 0.5, Setup: 0.2, Power: scenario.Power{Busy: 1, Idle: 0.5, Setup: 1, Off: 0.1}},
		Run:     runOf(50, 500),
	}
}

// poolsScenario is a small system of pools.
func poolsScenario(room int, policies ...policy.Policy) *scenario.Scenario {
	return &scenario.Scenario{
		Name: "pools-small", Model: scenario.Pools, Server: serversOf(100, room), Port: scenario.PortSection{Load: 2.5},
		Service: scenario.ServiceSection{Law: "exponential"}, Policies: policies, Run: runOf(20, 500),
	}
}

// slottedScenario is a small system in slotted time.
func slottedScenario(load float64, policies ...policy.Policy) *scenario.Scenario {
	return &scenario.Scenario{
		Name: "slotted-small", Model: scenario.Slotted, Server: serversOf(10, 0), Port: scenario.PortSection{Load: load},
		Service: scenario.ServiceSection{Law: "poisson"}, Policies: policies, Run: runOf(2000, 20000),
	}
}
