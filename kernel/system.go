package kernel

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"shardq/graph"
)

// Type is a class of servers with one service rate.
type Type struct {
	Name  string
	Rate  float64 // jobs per unit of time while busy
	Count int     // servers of this type
}

// System is everything that fixes a trajectory: who may serve whom, at which rates, under which policy, from which seed.
//
// Servers are numbered by type, fastest first: type 0 has ids 0 .. Types[0].Count-1, and so on. Rates of types strictly decrease.
type System struct {
	Graph  graph.Graph
	Types  []Type
	Buffer int // jobs per server including the one in service; 0 means unbounded
	// Arrivals is the total arrival rate. PortRates, if not nil, has a relative rate for each port (any positive sum); nil means equal rates.
	Arrivals  float64
	PortRates []float64
	Policy    Policy
	Seed      uint64
	// Service is the law of a service time times the rate of its server; nil is exponential.
	Service *Phases
	// StartBusy, if not nil, has for each type the probability that a server starts with one job instead of none.
	StartBusy []float64
	// CoarseTicks clears this many low bits of every event's tick (at most 31), so that equal ticks become common. It exists to test their order.
	CoarseTicks uint
}

// Policy is a routing rule with its parameters.
type Policy struct {
	Rule        Rule
	D           int  // sample size of JSQD, JIQJSQD and Supermarket, where the port's own server is one of them
	Replacement bool // sample with replacement

	// Of TwoClass: sample sizes, and the probabilities that decide between a faster and a shorter queue (see [TwoClass]).
	DFast, DSlow int
	PFast, PSlow float64
}

// Rule names a routing rule. See the package documentation for what each does.
type Rule int

// The rules. "Least" compares the number of jobs, the one in service included; ties are uniform unless said otherwise.
const (
	JFSQ    Rule = iota // least jobs, ties to the fastest, remaining ties uniform
	JFIQ                // fastest idle neighbour; none idle: a uniform neighbour
	JSQ                 // least jobs
	JIQ                 // uniform idle neighbour; none idle: a uniform neighbour
	Random              // a uniform neighbour
	Fastest             // largest service rate whatever the state
	JSQD                // least jobs among D sampled neighbours
	JIQJSQD             // uniform idle neighbour; none idle: least jobs among D sampled neighbours
	// Supermarket is for graphs on servers: least jobs among the port's own server and D-1 sampled ones of its other neighbours (Budhiraja, Mukherjee
	// and Wu 2019).
	Supermarket
	// TwoClass samples DFast neighbours of the first type and DSlow of the second (Gardner et al. 2020). An idle fast one takes the job. Otherwise, if a slow
	// one is idle, it takes the job with probability PSlow, and with 1-PSlow the shortest sampled fast queue. Otherwise the shortest sampled fast queue
	// takes it with probability PFast, and with 1-PFast the shortest sampled slow one.
	TwoClass
)

var ruleNames = [...]string{"jfsq", "jfiq", "jsq", "jiq", "random", "fastest", "jsq-d", "jiq-jsq-d", "supermarket", "jsq-2-2"}

// String returns the name used in scenario files.
func (r Rule) String() string {
	if r < 0 || int(r) >= len(ruleNames) {
		return fmt.Sprintf("rule(%d)", int(r))
	}
	return ruleNames[r]
}

// RuleNames returns the names of all rules in the order of their constants.
func RuleNames() []string { return append([]string(nil), ruleNames[:]...) }

// ParseRule returns the rule of a name.
func ParseRule(name string) (Rule, error) {
	for i, n := range ruleNames {
		if n == name {
			return Rule(i), nil
		}
	}
	return 0, fmt.Errorf("kernel: unknown policy %q (want one of %s)", name, strings.Join(ruleNames[:], ", "))
}

// Samples reports whether the rule draws D neighbours.
func (r Rule) Samples() bool { return r == JSQD || r == JIQJSQD || r == Supermarket }

// Servers returns N.
func (s *System) Servers() int {
	n := 0
	for _, t := range s.Types {
		n += t.Count
	}
	return n
}

// Capacity returns the total service rate.
func (s *System) Capacity() float64 {
	c := 0.0
	for _, t := range s.Types {
		c += float64(t.Rate * float64(t.Count))
	}
	return c
}

// Limits of one system.
const (
	MaxServers = 1 << 31
	MaxPorts   = 1 << 31
	MaxTypes   = 1 << 16
	MaxBuffer  = 1 << 20
)

// Validate reports everything that is wrong with the system, joined into one error.
func (s *System) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("kernel: "+format, args...)) }
	if s.Graph == nil {
		bad("no graph")
	}
	if len(s.Types) == 0 || len(s.Types) > MaxTypes {
		bad("%d server types, want 1 to %d", len(s.Types), MaxTypes)
	}
	for i, t := range s.Types {
		if !(t.Rate > 0 && t.Rate <= math.MaxFloat32) {
			bad("type %d: service rate %v must be positive and finite", i, t.Rate)
		}
		if t.Count < 1 {
			bad("type %d: %d servers, want at least 1", i, t.Count)
		}
		if i > 0 && !(t.Rate < s.Types[i-1].Rate) {
			bad("type %d: rate %v is not below the rate %v of the type before it", i, t.Rate, s.Types[i-1].Rate)
		}
	}
	n := s.Servers()
	if n > MaxServers {
		bad("%d servers, the limit is %d", n, MaxServers)
	}
	if s.Graph != nil {
		if s.Graph.Servers() != n {
			bad("graph has %d servers, the types have %d", s.Graph.Servers(), n)
		}
		if s.Graph.Ports() < 1 || s.Graph.Ports() > MaxPorts {
			bad("%d ports, want 1 to %d", s.Graph.Ports(), MaxPorts)
		}
		if s.PortRates != nil && len(s.PortRates) != s.Graph.Ports() {
			bad("%d port rates for %d ports", len(s.PortRates), s.Graph.Ports())
		}
	}
	if s.Buffer < 0 || s.Buffer > MaxBuffer {
		bad("buffer %d, want 1 to %d, or 0 for unbounded", s.Buffer, MaxBuffer)
	}
	if !(s.Arrivals > 0 && s.Arrivals <= math.MaxFloat32) {
		bad("total arrival rate %v must be positive and finite", s.Arrivals)
	}
	if s.Policy.Rule < 0 || int(s.Policy.Rule) >= len(ruleNames) {
		bad("unknown policy %v", s.Policy.Rule)
	} else if s.Policy.Rule.Samples() && s.Policy.D < 1 {
		bad("policy %v: d = %d, want at least 1", s.Policy.Rule, s.Policy.D)
	}
	if s.Policy.Rule == Supermarket && s.Graph != nil && s.Graph.Ports() != n {
		bad("policy %v: %d ports for %d servers, want one port for each server", s.Policy.Rule, s.Graph.Ports(), n)
	}
	if p := &s.Policy; p.Rule == TwoClass {
		if len(s.Types) != 2 {
			bad("policy %v: %d server types, want 2", p.Rule, len(s.Types))
		}
		if p.DFast < 1 || p.DSlow < 1 {
			bad("policy %v: samples of %d and %d, want at least 1 of each type", p.Rule, p.DFast, p.DSlow)
		}
		if !(p.PFast >= 0 && p.PFast <= 1 && p.PSlow >= 0 && p.PSlow <= 1) {
			bad("policy %v: p_fast %v and p_slow %v, want probabilities", p.Rule, p.PFast, p.PSlow)
		}
	}
	if s.Service != nil {
		if err := s.Service.Validate(); err != nil {
			errs = append(errs, err)
		} else if mean := s.Service.Mean(); math.Abs(mean-1) > 1e-6 {
			bad("service: mean %v, want 1 (see Phases.Unit)", mean)
		}
	}
	if s.CoarseTicks > 31 {
		bad("%d coarse tick bits, want at most 31", s.CoarseTicks)
	}
	if s.StartBusy != nil && len(s.StartBusy) != len(s.Types) {
		bad("%d start shares for %d types", len(s.StartBusy), len(s.Types))
	}
	for i, p := range s.StartBusy {
		if !(p >= 0 && p <= 1) {
			bad("type %d: start share %v is not a probability", i, p)
		}
	}
	return errors.Join(errs...)
}
