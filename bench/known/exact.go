package known

import (
	"fmt"

	"shardq/bench/theory"
	"shardq/bench/theory/chain"
	"shardq/bench/theory/limits"
	"shardq/graph"
	"shardq/kernel/policy"
)

// exact has the stationary law of small systems.
func (s *surveyor) exact(p policy.Policy) {
	const section = "exact"
	sc := s.Scenario
	most := quickStates
	if s.opt.Exact {
		most = exactStates
	}
	complete := class(sc) == limits.CompleteGraph
	small := chain.System{Types: sc.Types(), Buffer: sc.Buffer(), Policy: p, Service: sc.Phases(), Servers: sc.Graph.OnServers()}
	switch {
	case sc.Buffer() == 0:
		s.say(
			section,
			"stationary law",
			"not computed",
			"unbounded buffers have no finite chain: set servers.buffer to a large number",
			chainSource,
		)
		return
	case !complete && (sc.Servers() > smallGraph || s.graph == nil):
		s.say(
			section,
			"stationary law",
			"not computed",
			fmt.Sprintf("more than %d states; servers on a graph are looked at one by one", most),
			chainSource,
		)
		return
	}
	each := sc.ArrivalRate() / float64(sc.Ports())
	switch {
	case complete && !policy.Describe(policy.Bipartite, p.Rule).OwnServer:
		small.Ports = []chain.Port{{Rate: sc.ArrivalRate()}}
	case complete && sc.Servers()*sc.Buffer() > most:
	default:
		for l := range sc.Ports() {
			port := chain.Port{Rate: each}
			if s.rates != nil {
				port.Rate = s.rates[l]
			}
			if !complete {
				port.Neighbours = append([]uint32{}, s.graph.Row(uint32(l), make([]uint32, sc.Servers()+graph.Padding))...)
			}
			small.Ports = append(small.Ports, port)
		}
	}
	if small.Ports == nil {
		s.say(section, "stationary law", "not computed", fmt.Sprintf("more than %d states", most), chainSource)
		return
	}
	e, err := chain.Solve(small, most)
	if err != nil {
		hint := ""
		if !s.opt.Exact {
			hint = "; --exact allows more"
		}
		s.say(section, "stationary law", "not computed", theory.Reason(err)+hint, chainSource)
		return
	}
	holds := fmt.Sprintf("exact, %d states, about %.1f MB", e.States, float64(e.Bytes)/1e6)
	s.add(section, "mean response", e.Response, holds, chainSource)
	s.add(section, "blocking", e.Blocking, holds, chainSource).share()
	s.add(section, "jobs in system", e.Number, holds, chainSource)
	s.add(section, "utilisation", e.Utilisation, holds, chainSource).share()
	levels := []float64{0.5, 0.9, 0.99, 0.999}
	for i, v := range e.Quantiles(levels...) {
		s.add(section, fmt.Sprintf("%g quantile", levels[i]), v, "of the response time; "+holds, chainSource)
	}
}
