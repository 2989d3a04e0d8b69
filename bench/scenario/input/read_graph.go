package input

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/graph"
)

// graphPeek is what the ports need to know of the graph before it is read.
type graphPeek struct {
	Kind   scenario.Kind // "": none, or none that is known
	choice *yaml.Node
	file   bool // of a file: between servers
}

func (g graphPeek) onServers() bool {
	section := scenario.GraphSection{Kind: g.Kind}
	return section.OnServers() || g.file
}

// peekGraph looks at the section graph; faults are reported when it is read.
func peekGraph(n *yaml.Node) graphPeek {
	var g graphPeek
	if n == nil || n.Kind != yaml.MappingNode {
		return g
	}
	i := keyIndex(n, "kind")
	if i < 0 || !slices.Contains(kinds(), n.Content[i+1].Value) {
		return g
	}
	g.choice = n.Content[i+1]
	g.Kind = scenario.Kind(g.choice.Value)
	if i := keyIndex(n, "between"); i >= 0 && g.Kind == scenario.File && n.Content[i+1].Value == scenario.BetweenServers {
		g.file = true
		if fromSet(n.Content[i+1]) {
			g.choice = n.Content[i+1]
		}
	}
	return g
}

// graph reads the section graph.
func (r *reader) graph(sec section, s *scenario.Scenario) {
	if !sec.need("kind", "one of "+strings.Join(kinds(), ", ")) {
		return
	}
	sec, ok := sec.choose(s, s, kinds())
	if !ok {
		return
	}
	g := &s.Graph
	needed := sec.unreadKeys(s)
	facts := g.Kind.Facts()
	if others, least := scenario.Most(s.Server.Count)-1, facts.LeastOthers; others < least {
		sec.fail(sec.values["kind"], sec.sub("kind"), "is %s, which needs at least %d servers", g.Kind, least+1)
		return
	}
	if slices.Contains(sec.def.Of(s.Model, sec.chosen...), "probability") {
		sec.only(needed, s, "probability")
	}
	sides, ok := sec.only(false, s, "sides")
	sec.fill(s, s)
	switch {
	case g.Rule != "":
		sec.weng2020(s)
	case facts.Construct != nil:
		sec.theorem(s, &facts)
	case facts.EvenDegree:
		sec.evenDegree(s, &facts)
	case ok && slices.Contains(sec.def.Of(s.Model, sec.chosen...), "sides"):
		sec.torus(s, sides)
	}
	if n := s.Server.Count; g.Storage == scenario.PackedStorage && n > 0 && graph.PackedWidth(n) == 0 {
		sec.fail(sec.values["storage"], sec.sub("storage"), "is packed, which takes at most %d servers (2^28), not %d; want auto or rows",
			1<<28, n)
	}
}

// kinds returns the kinds of graph in the order of messages.
func kinds() []string {
	return (&scenario.Key{Options: scenario.KindOptions()}).Words()
}

// weng2020 checks what the rule for the edge probability gives.
func (sec section) weng2020(s *scenario.Scenario) {
	n := sec.values["probability"]
	if s.Capacity() == 0 || s.ArrivalRate() == 0 {
		return // reported with the servers or ports
	}
	switch p := s.EdgeProbability(); {
	case s.Load() >= 1:
		sec.fail(n, sec.sub("probability"), "rule weng2020 needs a load below 1, but it is %g", s.Load())
	case !(p > 0):
		sec.fail(n, sec.sub("probability"), "rule weng2020 gives probability 0 for %d servers at load %g, want a number", s.Server.Count,
			s.Load())
	}
}

// theorem checks what the constructions of [Weng, Zhou, Srikant 2020] ask of the servers and ports.
func (sec section) theorem(s *scenario.Scenario, facts *scenario.KindFacts) {
	g := &s.Graph
	kind := sec.values["kind"]
	if s.Server.Count == 0 {
		return
	}
	if s.Server.Buffer == 0 {
		sec.fail(kind, sec.sub("kind"), "is %s, which needs a finite servers.buffer", g.Kind)
	}
	if s.Capacity() > 0 && s.Load() >= 1 {
		sec.fail(kind, sec.sub("kind"), "is %s, which needs a load below 1, but it is %g", g.Kind, s.Load())
	}
	if p := &s.Port; facts.EqualRates && (p.Zipf > 0 || p.File != "" || !p.Equal()) {
		sec.fail(kind, sec.sub("kind"), "is %s, which needs ports of equal rates; want theorem2 or ports.rates uniform", g.Kind)
	}
	if len(sec.reader.errs) > 0 || g.Epsilon == 0 {
		return // of numbers that are wrong nothing more can be said
	}
	if _, err := facts.Construct(s.Types(), s.ArrivalRate(), s.Port.Count, s.Server.Buffer, g.Epsilon); err != nil {
		sec.fail(sec.values["epsilon"], sec.sub("epsilon"), "is %s: %s", describe(sec.values["epsilon"]), scenario.Reason(err))
	}
}
