package kernel

import (
	"errors"
	"fmt"
	"math"

	"shardq/graph"
	"shardq/kernel/policy"
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
	// Arrivals is the total arrival rate. PortRates, if not nil, has a relative rate for each port (any positive sum); nil means equal
	// rates.
	Arrivals  float64
	PortRates []float64
	Policy    policy.Policy // of the bipartite model
	Seed      uint64
	// Service is the law of a service time times the rate of its server; nil is exponential.
	Service *Phases
	// StartBusy, if not nil, has for each type the probability that a server starts with one job instead of none.
	StartBusy []float64
	// CoarseTicks clears this many low bits of every event's tick (at most 31), so that equal ticks become common. It exists to test their
	// order.
	CoarseTicks uint
}

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
	if err := policy.Check(policy.Bipartite, s.Policy.Rule); err != nil {
		bad("%w", err)
	} else if s.Policy.Rule.Samples() && s.Policy.D < 1 {
		bad("policy %v: d = %d, want at least 1", s.Policy.Rule, s.Policy.D)
	}
	if s.Policy.Rule == policy.Supermarket && s.Graph != nil && s.Graph.Ports() != n {
		bad("policy %v: %d ports for %d servers, want one port for each server", s.Policy.Rule, s.Graph.Ports(), n)
	}
	if p := &s.Policy; p.Rule == policy.TwoClass {
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
