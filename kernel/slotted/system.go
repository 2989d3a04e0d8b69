package slotted

import (
	"errors"
	"fmt"
	"math"

	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// System is everything that fixes a trajectory.
//
// Servers are numbered by type: type 0 has ids 0 .. Types[0].Count-1, and so on.
type System struct {
	Types []kernel.Type // Rate is the mean number of jobs that a busy server serves in a slot
	// Burst is 0 for Poisson service. Otherwise a server of rate mu serves Burst jobs with probability mu/Burst, else none; a whole number,
	// at least the largest rate.
	Burst float64
	// Arrivals is the mean of a slot's Poisson batch. If Sizes is not nil, a batch is instead Sizes[i] jobs with probability
	// Probabilities[i].
	Arrivals      float64
	Sizes         []int
	Probabilities []float64
	Policy        policy.Policy
	Seed          uint64
}

// Limits of one system.
const (
	MaxServers = 1 << 30
	MaxTypes   = 1 << 16
	MaxRate    = 1 << 20 // of a server, in jobs per slot
	MaxBatch   = 1 << 40 // mean of a batch, and the size of one
)

// Servers returns N.
func (s *System) Servers() int {
	n := 0
	for _, t := range s.Types {
		n += t.Count
	}
	return n
}

// Capacity returns the mean number of jobs that all servers together can serve in a slot. It is for callers of the library
// that set Arrivals by a load; scenarios do that themselves.
func (s *System) Capacity() float64 {
	c := 0.0
	for _, t := range s.Types {
		c += float64(t.Rate * float64(t.Count))
	}
	return c
}

// MeanBatch returns the mean number of jobs that arrive in a slot.
func (s *System) MeanBatch() float64 {
	if s.Sizes == nil {
		return s.Arrivals
	}
	mean, sum := 0.0, 0.0
	for i, p := range s.Probabilities {
		mean += float64(p * float64(s.Sizes[i]))
		sum += p
	}
	return mean / sum
}

// threshold reports whether a policy keeps the servers with a queue up to a threshold in memory.
func threshold(p policy.Policy) bool { return policy.Describe(policy.Slotted, p.Rule).Remembers }

// samplesThreshold reports whether a policy draws its threshold from samples.
func samplesThreshold(p policy.Policy) bool { return threshold(p) && p.Rule.Samples() }

// Validate reports everything that is wrong with the system, joined into one error.
func (s *System) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("slotted: "+format, args...)) }
	if len(s.Types) == 0 || len(s.Types) > MaxTypes {
		bad("%d server types, want 1 to %d", len(s.Types), MaxTypes)
	}
	n := 0
	for i, t := range s.Types {
		if !(t.Rate > 0 && t.Rate <= MaxRate) {
			bad("type %d: service rate %v, want a positive number up to %d", i, t.Rate, MaxRate)
		}
		if s.Burst > 0 && t.Rate > s.Burst {
			bad("type %d: service rate %v is above the burst %v: it is the burst times a probability", i, t.Rate, s.Burst)
		}
		if t.Count < 1 || t.Count > MaxServers {
			bad("type %d: %d servers, want 1 to %d", i, t.Count, MaxServers)
			continue
		}
		n = min(n+t.Count, MaxServers+1)
	}
	if n > MaxServers {
		bad("more than %d servers", MaxServers)
	}
	if s.Burst != 0 && !(s.Burst >= 1 && s.Burst <= MaxRate && s.Burst == math.Floor(s.Burst)) {
		bad("burst %v, want a whole number from 1 to %d, or 0 for Poisson service", s.Burst, MaxRate)
	}
	s.validateBatch(bad)
	validatePolicy(s.Policy, bad)
	return errors.Join(errs...)
}

func (s *System) validateBatch(bad func(string, ...any)) {
	if s.Sizes == nil {
		if !(s.Arrivals > 0 && s.Arrivals <= MaxBatch) {
			bad("mean batch %v, want a positive number up to %v", s.Arrivals, float64(MaxBatch))
		}
		return
	}
	if len(s.Sizes) != len(s.Probabilities) || len(s.Sizes) == 0 {
		bad("%d batch sizes with %d probabilities, want as many of both and at least one", len(s.Sizes), len(s.Probabilities))
		return
	}
	jobs := false
	for i, size := range s.Sizes {
		if size < 0 || size > MaxBatch {
			bad("batch size %d, want 0 to %d", size, MaxBatch)
		}
		jobs = jobs || size > 0 && s.Probabilities[i] > 0
	}
	if _, err := rng.NewAlias(s.Probabilities); err != nil {
		bad("batch probabilities: %w", err)
	} else if !jobs {
		bad("every batch is empty")
	}
}

func validatePolicy(p policy.Policy, bad func(string, ...any)) {
	if err := policy.Check(policy.Slotted, p.Rule); err != nil {
		bad("%w", err)
		return
	}
	if p.Rule.Samples() && p.D < 1 {
		bad("policy %v: d = %d, want at least 1", p.Rule, p.D)
	}
	if p.Rule == policy.SQDM && (p.Memory < 0 || p.Memory > MaxServers) {
		bad("policy %v: a memory of %d servers, want 0 to %d", p.Rule, p.Memory, MaxServers)
	}
	if samplesThreshold(p) && p.Period < 1 {
		bad("policy %v: a period of %d slots, want at least 1", p.Rule, p.Period)
	}
}
