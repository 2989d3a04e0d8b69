package lumped

import (
	"fmt"
	"math"

	"shardq/kernel"
)

// Tick returns the length of a tick in units of the model's time.
func (s *Simulator) Tick() float64 { return s.epoch / kernel.TicksPerEpoch }

// Now returns the simulated time in units of the model.
func (s *Simulator) Now() float64 { return s.time(s.now) }

func (s *Simulator) time(tick uint64) float64 {
	return float64(s.epoch * (float64(tick) / kernel.TicksPerEpoch))
}

// ticks converts a time to the nearest tick.
func (s *Simulator) ticks(t float64) (uint64, error) {
	epochs := t / s.epoch
	if !(epochs >= 0 && epochs < kernel.MaxEpochs) {
		return 0, fmt.Errorf("lumped: time %v is outside the clock of this system, which ends at %v", t, float64(s.epoch*kernel.MaxEpochs))
	}
	whole := math.Floor(epochs)
	return uint64(whole)<<32 + uint64(math.RoundToEven(float64((epochs-whole)*kernel.TicksPerEpoch))), nil
}
