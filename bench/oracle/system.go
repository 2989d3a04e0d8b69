package oracle

import (
	"errors"
	"fmt"
	"math"
)

// The routing policies. The choice is among the neighbours of the job's port,
// and whatever a rule leaves tied is settled uniformly at random.
const (
	JFSQ    = "jfsq"      // least jobs, then fastest
	JFIQ    = "jfiq"      // fastest idle neighbour; none idle: a uniform neighbour
	JSQ     = "jsq"       // least jobs
	JIQ     = "jiq"       // an idle neighbour; none idle: a uniform neighbour
	Random  = "random"    // a uniform neighbour
	Fastest = "fastest"   // largest service rate, whatever the state
	JSQD    = "jsq-d"     // least jobs among a sample of D neighbours
	JIQJSQD = "jiq-jsq-d" // an idle neighbour; none idle: as jsq-d
)

// Policies returns the names of all routing policies.
func Policies() []string {
	return []string{JFSQ, JFIQ, JSQ, JIQ, Random, Fastest, JSQD, JIQJSQD}
}

// Port is a source of jobs.
type Port struct {
	Rate       float64 `json:"rate"`       // Poisson arrivals per unit of time
	Neighbours []int   `json:"neighbours"` // servers that can take its jobs; none: its jobs are unroutable
}

// System is a bipartite system with exponential service.
type System struct {
	Rates       []float64 // service rate by server
	Buffer      int       // jobs per server, the one in service included; 0: unbounded
	Ports       []Port
	Policy      string // one of [Policies]
	D           int    // sample size of jsq-d and jiq-jsq-d; without replacement, D beyond the degree means all neighbours
	Replacement bool   // jsq-d and jiq-jsq-d sample with replacement
}

// ArrivalRate returns the total arrival rate of the ports that have neighbours.
func (s System) ArrivalRate() float64 {
	total := 0.0
	for _, p := range s.Ports {
		if len(p.Neighbours) > 0 {
			total += p.Rate
		}
	}
	return total
}

// Load returns [System.ArrivalRate] over the total service rate.
func (s System) Load() float64 {
	total := 0.0
	for _, rate := range s.Rates {
		total += rate
	}
	return s.ArrivalRate() / total
}

// Validate reports everything that is wrong with the system, as one joined error.
func (s System) Validate() error {
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, fmt.Errorf("oracle: "+format, args...)) }
	if len(s.Rates) == 0 {
		refuse("no servers")
	}
	for r, rate := range s.Rates {
		if !(rate > 0) || math.IsInf(rate, 0) {
			refuse("server %d: rate %v is not positive and finite", r, rate)
		}
	}
	for l, p := range s.Ports {
		if !(p.Rate > 0) || math.IsInf(p.Rate, 0) {
			refuse("port %d: rate %v is not positive and finite", l, p.Rate)
		}
		seen := make(map[int]bool)
		for _, r := range p.Neighbours {
			switch {
			case r < 0 || r >= len(s.Rates):
				refuse("port %d: no server %d", l, r)
			case seen[r]:
				refuse("port %d: server %d listed twice", l, r)
			}
			seen[r] = true
		}
	}
	if s.ArrivalRate() == 0 {
		refuse("no port with neighbours")
	}
	if s.Buffer < 0 {
		refuse("buffer %d is negative", s.Buffer)
	}
	switch s.Policy {
	case JFSQ, JFIQ, JSQ, JIQ, Random, Fastest:
	case JSQD, JIQJSQD:
		if s.D < 1 {
			refuse("policy %s: sample size %d is below 1", s.Policy, s.D)
		}
	default:
		refuse("unknown policy %q", s.Policy)
	}
	return errors.Join(errs...)
}
