package meanfield

import (
	"shardq/kernel"
	"shardq/kernel/policy"
)

// System is what the limit of many servers depends on: servers that every arriving job can reach.
type System struct {
	Types    []kernel.Type
	Arrivals float64 // total rate
	Buffer   int     // jobs per server, the one in service included; 0 is unbounded
	Policy   policy.Policy
	Service  *kernel.Phases // law of a service time times the rate of its server; nil is exponential
}

// Servers returns N.
func (s *System) Servers() int {
	n := 0
	for _, t := range s.Types {
		n += t.Count
	}
	return n
}
