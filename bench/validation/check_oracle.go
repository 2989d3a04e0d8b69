package validation

import (
	"context"

	"shardq/bench/instance"
	"shardq/bench/oracle"
	"shardq/bench/scenario"
	"shardq/graph/isa"
)

// OracleOf describes a scenario of the bipartite model for the oracle, with one of its policies: the graph as it is built, the policy as it
// was read.
func OracleOf(sc *scenario.Scenario, policy int) (oracle.System, error) {
	g, err := instance.Graph(context.Background(), sc, nil, isa.Best)
	if err != nil {
		return oracle.System{}, err
	}
	weights, err := sc.PortRates()
	if err != nil {
		return oracle.System{}, err
	}
	p := sc.Policies[policy]
	s := oracle.System{
		Buffer: sc.Buffer(), Policy: p.Rule.String(), D: p.D, Replacement: p.Replacement, DFast: p.DFast, DSlow: p.DSlow, PFast: p.PFast,
		PSlow: p.PSlow,
	}
	for _, t := range sc.Types() {
		for range t.Count {
			s.Rates = append(s.Rates, t.Rate)
		}
	}
	total := float64(g.Ports())
	if weights != nil {
		total = 0
		for _, w := range weights {
			total += w
		}
	}
	for l := range g.Ports() {
		port := oracle.Port{Rate: sc.ArrivalRate() / total}
		if weights != nil {
			port.Rate *= weights[l]
		}
		for _, r := range g.Row(uint32(l), nil) {
			port.Neighbours = append(port.Neighbours, int(r))
		}
		s.Ports = append(s.Ports, port)
	}
	if law := sc.Phases(); law != nil {
		s.Service = &oracle.Phases{Start: law.Start, Rates: law.Rates, Next: law.Routing}
	}
	return s, nil
}
