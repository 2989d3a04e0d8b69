package input

import (
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// run reads the section run, after the graph, the service and the policies.
func (r *reader) run(sec section, s *scenario.Scenario) {
	sec.fill(s, s)
	sec.precision(s)
	sec.start(s)
	sec.engine(s)
	sec.observe(s)
}

// start refuses a start that the model does not have.
func (sec section) start(s *scenario.Scenario) {
	if start := s.Run.Start; s.Model != scenario.Bipartite && start != scenario.Empty {
		sec.unread(sec.reader.model, sec.values["start"], sec.sub("start"),
			"is %s, which model bipartite alone reads, not model %s; want empty", start, s.Model)
		s.Run.Start = scenario.Empty
	}
}

// engine refuses an engine that cannot simulate the scenario.
func (sec section) engine(s *scenario.Scenario) {
	n := sec.values["engine"]
	if s.Run.Engine == scenario.Full {
		return
	}
	if s.Model != scenario.Bipartite {
		sec.unread(sec.reader.model, n, sec.sub("engine"),
			"is lumped, which model bipartite alone reads: model %s has an engine of its own; want it left out", s.Model)
		s.Run.Engine = scenario.Full
		return
	}
	if kind := s.Graph.Kind; kind != "" && !s.Graph.ReachesAll() { // no kind: reported with the graph
		sec.fail(n, sec.sub("engine"), "is lumped, which counts servers and so needs graph.kind complete or clique, not %s; want full",
			kind)
	}
	if law := s.Service.Law; law != scenario.Exponential {
		sec.fail(n, sec.sub("engine"), "is lumped, which needs service.law exponential, not %s; want full", law)
	}
	for _, p := range s.Policies {
		if !policy.Describe(s.Model, p.Rule).Lumpable {
			sec.fail(n, sec.sub("engine"), "is lumped, which does not have policy %v; want full", p.Rule)
		}
	}
}

// mostLooks is the largest number of looks at the occupancies that is not taken for a mistake.
const mostLooks = 1e7

// observe checks the time between two looks at the occupancies.
func (sec section) observe(s *scenario.Scenario) {
	n := sec.values["observe"]
	if n == nil {
		if s.Model == scenario.Bipartite && s.Graph.ReachesAll() && s.Port.HalfinWhitt > 0 {
			s.Run.Observe = 1
		}
		return
	}
	switch v := s.Run.Observe; {
	case v == 0:
	case s.Run.Measure/v > mostLooks:
		sec.fail(n, sec.sub("observe"), "is %s, which makes %.3g looks in a run.measure of %g, want at most %g", describe(n),
			s.Run.Measure/v, s.Run.Measure, mostLooks)
	case v < scenario.MinPositive:
		sec.fail(n, sec.sub("observe"), "is %s, want 0 or a number from %g to %g", describe(n), scenario.MinPositive, scenario.MaxNumber)
	case s.Model != scenario.Bipartite:
		sec.unread(sec.reader.model, n, sec.sub("observe"), "read by model bipartite alone, not by model %s; want it left out", s.Model)
		s.Run.Observe = 0
	case s.Graph.Kind != "" && !s.Graph.ReachesAll():
		sec.fail(n, sec.sub("observe"), "is %s, but only a complete graph or a clique has occupancies to look at, not kind %s; want 0",
			describe(n), s.Graph.Kind)
	}
}
