package instance

import (
	"fmt"

	"shardq/bench/scenario"
)

// Rate returns the one service rate of a scenario of a model that has no more.
func Rate(sc *scenario.Scenario) float64 { return sc.Types()[0].Rate }

// OneRate refuses servers of several rates.
func OneRate(sc *scenario.Scenario) error {
	if types := sc.Types(); len(types) != 1 {
		return fmt.Errorf("instance: %d service rates, but servers of the model %s are alike: want one rate", len(types), sc.Model)
	}
	return nil
}
