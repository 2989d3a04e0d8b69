package instance

import (
	"fmt"

	"shardq/bench/scenario"
	"shardq/kernel/elastic"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
	"shardq/kernel/slotted"
)

// Slotted returns what the engine of the slotted model runs.
func Slotted(sc *scenario.Scenario, p policy.Policy, seed uint64) *slotted.System {
	sys := &slotted.System{Types: sc.Types(), Policy: p, Seed: seed}
	if sc.Service.Law == "bursty" {
		sys.Burst = sc.Service.Burst
	}
	if sc.Port.BatchSizes != nil {
		sys.Sizes, sys.Probabilities = sc.Port.BatchSizes, sc.Port.BatchProbabilities
	} else {
		sys.Arrivals = sc.ArrivalRate()
	}
	return sys
}

// Elastic returns what the engine of the elastic model runs.
func Elastic(sc *scenario.Scenario, seed uint64) *elastic.System {
	return &elastic.System{
		Servers: sc.Servers(), Buffer: sc.Buffer(), Rate: Rate(sc), Arrivals: sc.ArrivalRate(),
		Standby: sc.Elastic.Standby, Setup: sc.Elastic.Setup, Seed: seed,
	}
}

// Pools returns what the engine of the model of pools runs.
func Pools(sc *scenario.Scenario, p policy.Policy, seed uint64) *pools.System {
	return &pools.System{
		Pools: sc.Servers(), Cap: sc.Buffer(), Rate: Rate(sc), Arrivals: sc.ArrivalRate(), Policy: p, Seed: seed,
	}
}

// Rate returns the one service rate of a scenario of a model that has no more.
func Rate(sc *scenario.Scenario) float64 { return sc.Types()[0].Rate }

// OneRate refuses servers of several rates.
func OneRate(sc *scenario.Scenario) error {
	if types := sc.Types(); len(types) != 1 {
		return fmt.Errorf("instance: %d service rates, but servers of the model %s are alike: want one rate", len(types), sc.Model)
	}
	return nil
}
