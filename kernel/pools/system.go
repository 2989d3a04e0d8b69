package pools

import (
	"errors"
	"fmt"
	"math"

	"shardq/kernel"
	"shardq/kernel/jump"
	"shardq/kernel/policy"
)

// System is everything that fixes a trajectory. Rates are per unit of the model's time.
type System struct {
	Pools    int
	Cap      int           // tasks per pool; 0 means no limit
	Rate     float64       // rate at which each task leaves
	Arrivals float64       // tasks that arrive, all together
	Policy   policy.Policy // where "least" is the fewest tasks
	Seed     uint64
}

// Validate reports everything that is wrong with the system, joined into one error.
func (s *System) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("pools: "+format, args...)) }
	positive := func(what string, rate float64) {
		if !(rate > 0 && rate <= math.MaxFloat32) {
			bad("%s %v must be positive and finite", what, rate)
		}
	}
	if s.Pools < 1 || s.Pools > kernel.MaxServers {
		bad("%d pools, want 1 to %d", s.Pools, kernel.MaxServers)
	}
	if s.Cap < 0 || s.Cap > kernel.MaxBuffer {
		bad("cap %d, want 1 to %d tasks, or 0 for no limit", s.Cap, kernel.MaxBuffer)
	}
	positive("rate of a task", s.Rate)
	positive("total arrival rate", s.Arrivals)
	if err := policy.Check(policy.Pools, s.Policy.Rule); err != nil {
		bad("%w", err)
	} else if s.Policy.Rule.Samples() && s.Policy.D < 1 {
		bad("policy %v: d = %d, want at least 1", s.Policy.Rule, s.Policy.D)
	}
	if len(errs) == 0 && s.Cap == 0 && s.mean() > MaxTasks/2 {
		bad("%.3g tasks per pool on average, the limit is %d", s.mean(), MaxTasks/2)
	}
	return errors.Join(errs...)
}

// mean returns the mean number of tasks of a pool without a cap.
func (s *System) mean() float64 { return s.Arrivals / s.Rate / float64(s.Pools) }

// Bytes returns the memory that New would take, in bytes. It grows with the number of tasks in a pool, not with the number of pools.
func (s *System) Bytes() uint64 { return jump.StreamBytes + uint64(s.rows())*(jump.RowBytes+8+8) }

// rows returns the number of tasks in a pool that there is room for at time 0: more than a Poisson number of tasks of the mean has in the
// largest of 2^31 pools.
func (s *System) rows() int {
	if m := s.mean(); s.Cap == 0 || m < float64(s.Cap) {
		n := int(m+float64(8*math.Sqrt(m))) + 62
		if s.Cap == 0 || n < s.Cap {
			return n
		}
	}
	return s.Cap
}
