package scenario

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/bench/theory/bound"
	"shardq/graph"
	"shardq/kernel"
)

// kinds has the kinds of graph in the order of messages.
var kinds = [...]string{string(Bernoulli), string(Regular), string(Computed), string(Complete), string(Explicit), string(File),
	string(Theorem2), string(Theorem3), string(ErdosRenyi), string(RandomRegular), string(Ring), string(Torus), string(Clique), string(Tree)}

// graphKeys returns the keys that a kind reads.
func graphKeys(kind Kind) []string {
	switch kind {
	case Bernoulli, ErdosRenyi:
		return []string{"probability", "mean_degree", "storage"}
	case Regular, RandomRegular:
		return []string{"degree", "storage"}
	case Computed:
		return []string{"probability", "mean_degree", "degree"}
	case File:
		return []string{"path", "format", "base", "between"}
	case Theorem2, Theorem3:
		return []string{"epsilon", "storage"}
	case Ring:
		return []string{"degree"}
	case Torus:
		return []string{"sides", "dimensions"}
	case Tree:
		return []string{"arity"}
	}
	return nil
}

// reachesAll reports whether every port reaches every server.
func (g *GraphSection) reachesAll() bool { return g.Kind == Complete || g.Kind == Clique }

// graphPeek is what the ports need to know of the graph before it is read.
type graphPeek struct {
	Kind   Kind // "": none, or none that is known
	choice *yaml.Node
	file   bool // of a file: between servers
}

func (g graphPeek) onServers() bool {
	section := GraphSection{Kind: g.Kind}
	return section.OnServers() || g.file
}

// peekGraph looks at the section graph; faults are reported when it is read.
func peekGraph(n *yaml.Node) graphPeek {
	var g graphPeek
	if n == nil || n.Kind != yaml.MappingNode {
		return g
	}
	i := keyIndex(n, "kind")
	if i < 0 || !contains(kinds[:], n.Content[i+1].Value) {
		return g
	}
	g.choice = n.Content[i+1]
	g.Kind = Kind(g.choice.Value)
	if i := keyIndex(n, "between"); i >= 0 && g.Kind == File && n.Content[i+1].Value == betweenServers {
		g.file = true
		if fromSet(n.Content[i+1]) {
			g.choice = n.Content[i+1]
		}
	}
	return g
}

// What a graph file connects.
const (
	betweenPorts   = "ports"
	betweenServers = "servers"
)

// graph reads the section graph.
func (r *reader) graph(n *yaml.Node, s *Scenario) {
	all := []string{"probability", "mean_degree", "degree", "path", "format", "base", "storage", "epsilon", "sides", "dimensions", "arity", "between"}
	sec, ok := r.section(n, "graph", append([]string{"kind"}, all...)...)
	if !ok || !sec.need("kind", "one of "+strings.Join(kinds[:], ", ")) {
		return
	}
	kind, ok := sec.choice("kind", kinds[:]...)
	if !ok {
		return
	}
	g := &s.Graph
	g.Kind = Kind(kind)
	needed := sec.onlyKeys("kind", "kind "+kind, all, graphKeys(g.Kind))
	switch g.Kind {
	case Bernoulli, Computed:
		laws := []string{"probability", "mean_degree"}
		if g.Kind == Computed {
			laws = append(laws, "degree")
		}
		switch sec.oneOf(needed, laws...) {
		case "probability":
			sec.probability(s)
		case "mean_degree":
			g.MeanDegree, _ = sec.number("mean_degree", minPositive, float64(most(s.Server.Count)))
		case "degree":
			sec.degree(s)
		}
		if g.Kind == Bernoulli {
			sec.storage(s)
		}
	case Regular:
		if sec.need("degree", "the number of neighbours of each port") {
			sec.degree(s)
		}
		sec.storage(s)
	case File:
		if sec.need("path", "the file of the graph") {
			g.Path = sec.fileName("path")
		}
		g.Format, _ = sec.choice("format", "edges", "matrix-market")
		base, _ := sec.integer("base", 0, 1)
		g.Base = int(base)
		g.Between = betweenPorts
		if between, ok := sec.choice("between", betweenPorts, betweenServers); ok {
			g.Between = between
		}
	case Theorem2, Theorem3:
		sec.theorem(s)
	default:
		sec.serverGraph(s, needed)
	}
}

// most returns N, or the largest possible N if that is unknown.
func most(servers int) int64 {
	if servers == 0 {
		return kernel.MaxServers
	}
	return int64(servers)
}

// degree reads the number of neighbours of every port.
func (sec section) degree(s *Scenario) {
	degree, _ := sec.integer("degree", 1, most(s.Server.Count))
	s.Graph.Degree = int(degree)
}

// storage reads the form of a random graph.
func (sec section) storage(s *Scenario) {
	s.Graph.Storage = AutoStorage
	form, ok := sec.choice("storage", string(AutoStorage), string(RowStorage), string(PackedStorage))
	if !ok {
		return
	}
	s.Graph.Storage = Storage(form)
	if n := s.Server.Count; s.Graph.Storage == PackedStorage && n > 0 && graph.PackedWidth(n) == 0 {
		sec.fail(sec.values["storage"], sec.sub("storage"), "is packed, which takes at most %d servers (2^28), not %d; want auto or rows", 1<<28, n)
	}
}

// probability reads a number or the name of a rule.
func (sec section) probability(s *Scenario) {
	n := sec.values["probability"]
	if n.Kind != yaml.ScalarNode || n.Value != Weng2020 {
		v, ok := parseNumber(n)
		if !ok || !(v >= minPositive && v <= 1) {
			sec.fail(n, sec.sub("probability"), "is %s, want a number from %g to 1, or weng2020", describe(n), minPositive)
			return
		}
		s.Graph.Probability = v
		return
	}
	s.Graph.Rule = Weng2020
	if s.Capacity() == 0 || s.ArrivalRate() == 0 {
		return // reported with the servers or ports
	}
	switch p := s.EdgeProbability(); {
	case s.Load() >= 1:
		sec.fail(n, sec.sub("probability"), "rule weng2020 needs a load below 1, but it is %g", s.Load())
	case !(p > 0):
		sec.fail(n, sec.sub("probability"), "rule weng2020 gives probability 0 for %d servers at load %g, want a number", s.Server.Count, s.Load())
	}
}

// theorem reads epsilon, and checks what the constructions of [Weng, Zhou, Srikant 2020] ask of the servers and ports.
func (sec section) theorem(s *Scenario) {
	g := &s.Graph
	kind := sec.values["kind"]
	if sec.need("epsilon", "how near to the limit, such as 0.05") {
		if v, ok := sec.number("epsilon", 1e-6, 1); ok && v == 1 {
			sec.fail(sec.values["epsilon"], sec.sub("epsilon"), "is 1, want a number below 1")
		} else {
			g.Epsilon = v
		}
	}
	sec.storage(s)
	if s.Server.Count == 0 {
		return
	}
	if s.Server.Buffer == 0 {
		sec.fail(kind, sec.sub("kind"), "is %s, which needs a finite servers.buffer", g.Kind)
	}
	if s.Capacity() > 0 && s.Load() >= 1 {
		sec.fail(kind, sec.sub("kind"), "is %s, which needs a load below 1, but it is %g", g.Kind, s.Load())
	}
	if p := &s.Port; g.Kind == Theorem3 && (p.Zipf > 0 || p.File != "" || !p.equal()) {
		sec.fail(kind, sec.sub("kind"), "is theorem3, which needs ports of equal rates; want theorem2 or ports.rates uniform")
	}
	if len(sec.reader.errs) > 0 || g.Epsilon == 0 {
		return // of numbers that are wrong nothing more can be said
	}
	construct := bound.Theorem2
	if g.Kind == Theorem3 {
		construct = bound.Theorem3
	}
	if _, err := construct(s.Types(), s.ArrivalRate(), s.Port.Count, s.Server.Buffer, g.Epsilon); err != nil {
		sec.fail(sec.values["epsilon"], sec.sub("epsilon"), "is %s: %s", describe(sec.values["epsilon"]), strings.TrimPrefix(err.Error(), "theory: "))
	}
}

// equal reports whether the ports of the list have equal rates.
func (p *PortSection) equal() bool {
	for _, port := range p.List {
		if port.Rate != p.List[0].Rate {
			return false
		}
	}
	return true
}
