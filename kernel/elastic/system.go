package elastic

import (
	"errors"
	"fmt"
	"math"

	"shardq/kernel"
	"shardq/kernel/jump"
)

// System is everything that fixes a trajectory. Rates are per unit of the model's time.
type System struct {
	Servers  int
	Buffer   int     // jobs per server, the one in service included; 0 means unbounded
	Rate     float64 // jobs that a busy server completes
	Arrivals float64 // jobs that arrive, all together
	Standby  float64 // rate at which an idle server is switched off; 0 means never
	Setup    float64 // rate at which a setup ends; not read if Standby is 0
	Seed     uint64
}

// Validate reports everything that is wrong with the system, joined into one error.
func (s *System) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("elastic: "+format, args...)) }
	positive := func(what string, rate float64) {
		if !(rate > 0 && rate <= math.MaxFloat32) {
			bad("%s %v must be positive and finite", what, rate)
		}
	}
	if s.Servers < 1 || s.Servers > kernel.MaxServers {
		bad("%d servers, want 1 to %d", s.Servers, kernel.MaxServers)
	}
	if s.Buffer < 0 || s.Buffer > kernel.MaxBuffer {
		bad("buffer %d, want 1 to %d, or 0 for unbounded", s.Buffer, kernel.MaxBuffer)
	}
	positive("service rate", s.Rate)
	positive("total arrival rate", s.Arrivals)
	if s.Standby != 0 {
		positive("standby rate (0 for never)", s.Standby)
		positive("setup rate", s.Setup)
	}
	return errors.Join(errs...)
}

// Bytes returns the memory that New would take, in bytes, whatever the number of servers. Unbounded queues are taken to stay below 63 jobs.
func (s *System) Bytes() uint64 {
	return jump.StreamBytes + uint64(s.rows())*(jump.RowBytes+8)
}

// rows returns the queue length that there is room for at time 0.
func (s *System) rows() int {
	const few = 62
	if s.Buffer == 0 {
		return few
	}
	return min(s.Buffer, few)
}
