package instance

import (
	"fmt"

	"shardq/bench/scenario"
	"shardq/kernel"
	"shardq/kernel/lumped"
)

// FitsClock refuses a run whose end the engine's clock cannot tell, rather than let it find out when it gets there.
func FitsClock(sc *scenario.Scenario, sys *kernel.System, length float64) error {
	last := float64(kernel.MaxEpochs-1) * float64(epochEvents(sc, sys)) / sys.EventRate()
	if length > last {
		return fmt.Errorf("a run of %g units of time is too long for the clock of this system, which ends at %.4g", length, last)
	}
	return nil
}

// epochEvents returns the mean number of events in an epoch of the engine's clock.
func epochEvents(sc *scenario.Scenario, sys *kernel.System) int {
	if sc.Run.Engine == scenario.Lumped {
		return lumped.EpochEvents
	}
	return kernel.EpochEvents(sys)
}

// FitsTicks refuses a run whose end a clock of 63 bits of ticks cannot tell.
func FitsTicks(length, tick float64) error {
	if last := float64(0x1p63 * tick); !(length < last) {
		return fmt.Errorf("instance: a run of %g units of time is too long for the clock of this system, which ends at %.4g", length, last)
	}
	return nil
}
