package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"
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

	// Supermarket is for graphs between servers, where port r belongs to server r,
	// one of its own neighbours: least jobs among server r and D-1 others, sampled.
	Supermarket = "supermarket"
	// TwoClass samples DFast neighbours of the faster of two classes and DSlow of the
	// slower. An idle fast one takes the job; else, if a slow one is idle, it does
	// with probability PSlow, and otherwise the shortest fast one. With none idle
	// the shortest fast one takes the job with probability PFast, and otherwise the
	// shortest slow one. A port without neighbours of a class uses the other.
	TwoClass = "jsq-2-2"
)

// Policies returns the names of all routing policies.
func Policies() []string {
	return []string{JFSQ, JFIQ, JSQ, JIQ, Random, Fastest, JSQD, JIQJSQD, Supermarket, TwoClass}
}

// Port is a source of jobs.
type Port struct {
	Rate       float64 `json:"rate"`       // Poisson arrivals per unit of time
	Neighbours []int   `json:"neighbours"` // servers that can take its jobs; none: its jobs are unroutable
}

// System is a bipartite system.
type System struct {
	Rates       []float64 // service rate by server
	Buffer      int       // jobs per server, the one in service included; 0: unbounded
	Ports       []Port
	Policy      string // one of [Policies]
	D           int    // sample size of jsq-d, jiq-jsq-d and supermarket; without replacement, D beyond the degree means all neighbours
	Replacement bool   // these sample with replacement; supermarket, the others than the own server

	DFast, DSlow int     // jsq-2-2: sample sizes, without replacement
	PFast, PSlow float64 // jsq-2-2: probabilities

	Service *Phases // law of a service time at rate 1; nil: exponential
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
	case TwoClass:
		classes := make(map[float64]bool)
		for _, rate := range s.Rates {
			classes[rate] = true
		}
		if len(classes) != 2 {
			refuse("policy %s: %d different rates, not two", s.Policy, len(classes))
		}
		if s.DFast < 1 || s.DSlow < 1 || !(s.PFast >= 0 && s.PFast <= 1 && s.PSlow >= 0 && s.PSlow <= 1) {
			refuse("policy %s: samples of %d and %d, probabilities %v and %v", s.Policy, s.DFast, s.DSlow, s.PFast, s.PSlow)
		}
	case Supermarket:
		for l, p := range s.Ports {
			if !slices.Contains(p.Neighbours, l) {
				refuse("policy %s: server %d is no neighbour of its port", s.Policy, l)
			}
		}
		fallthrough
	case JSQD, JIQJSQD:
		if s.D < 1 {
			refuse("policy %s: sample size %d is below 1", s.Policy, s.D)
		}
	default:
		refuse("unknown policy %q", s.Policy)
	}
	if s.Service != nil {
		if err := s.Service.validate(); err != nil {
			refuse("service: %w", err)
		}
	}
	return errors.Join(errs...)
}

// classes divides servers into those of the largest rate of the system and the others.
func (s System) classes(servers []int) (fast, slow []int) {
	top := slices.Max(s.Rates)
	for _, r := range servers {
		if s.Rates[r] == top {
			fast = append(fast, r)
		} else {
			slow = append(slow, r)
		}
	}
	return fast, slow
}

// others returns the servers without r.
func others(servers []int, r int) []int {
	return slices.DeleteFunc(slices.Clone(servers), func(x int) bool { return x == r })
}
