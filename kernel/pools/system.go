package pools

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"shardq/kernel"
	"shardq/kernel/jump"
)

// System is everything that fixes a trajectory. Rates are per unit of the model's time.
type System struct {
	Pools    int
	Cap      int     // tasks per pool; 0 means no limit
	Rate     float64 // rate at which each task leaves
	Arrivals float64 // tasks that arrive, all together
	Policy   Policy
	Seed     uint64
}

// Policy says which pool a task goes to. The least have the fewest tasks; ties are uniform.
type Policy struct {
	Name        string // JSQ, JSQD or Random
	D           int    // pools sampled by JSQD
	Replacement bool   // JSQD samples with replacement
}

// The policies.
const (
	JSQ    = "jsq"    // the least of all pools
	JSQD   = "jsq-d"  // the least of D pools drawn uniformly
	Random = "random" // a uniform pool
)

// Policies returns the names of all policies.
func Policies() []string { return []string{JSQ, JSQD, Random} }

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
	switch s.Policy.Name {
	case JSQ, Random:
	case JSQD:
		if s.Policy.D < 1 {
			bad("policy %s: d = %d, want at least 1", JSQD, s.Policy.D)
		}
	default:
		bad("unknown policy %q (want one of %s)", s.Policy.Name, strings.Join(Policies(), ", "))
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

// rows returns the number of tasks in a pool that there is room for at time 0: more than a Poisson number of tasks of the mean has in the largest of
// 2^31 pools.
func (s *System) rows() int {
	if m := s.mean(); s.Cap == 0 || m < float64(s.Cap) {
		n := int(m+float64(8*math.Sqrt(m))) + 62
		if s.Cap == 0 || n < s.Cap {
			return n
		}
	}
	return s.Cap
}
