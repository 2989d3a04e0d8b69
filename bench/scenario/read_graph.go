package scenario

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/graph"
	"shardq/kernel"
)

// graphKeys returns the keys that a kind reads, and whether there is such a kind.
func graphKeys(kind Kind) (keys []string, known bool) {
	switch kind {
	case Bernoulli:
		return []string{"probability", "mean_degree", "storage"}, true
	case Regular:
		return []string{"degree", "storage"}, true
	case Computed:
		return []string{"probability", "mean_degree", "degree"}, true
	case File:
		return []string{"path", "format", "base"}, true
	case Complete, Explicit:
		return nil, true
	}
	return nil, false
}

// graphKind peeks at graph.kind, because the ports need it; faults are reported when the graph is read. It returns "" if there is no valid kind.
func graphKind(n *yaml.Node) Kind {
	if n == nil || n.Kind != yaml.MappingNode {
		return ""
	}
	i := keyIndex(n, "kind")
	if i < 0 {
		return ""
	}
	kind := Kind(n.Content[i+1].Value)
	if _, known := graphKeys(kind); !known {
		return ""
	}
	return kind
}

// graph reads the section graph.
func (r *reader) graph(n *yaml.Node, s *Scenario) {
	all := []string{"probability", "mean_degree", "degree", "path", "format", "base", "storage"}
	sec, ok := r.section(n, "graph", append([]string{"kind"}, all...)...)
	if !ok || !sec.need("kind", "bernoulli, regular, computed, complete, explicit or file") {
		return
	}
	kind, ok := sec.choice("kind", string(Bernoulli), string(Regular), string(Computed), string(Complete), string(Explicit), string(File))
	if !ok {
		return
	}
	g := &s.Graph
	g.Kind = Kind(kind)
	own, _ := graphKeys(g.Kind)
	misplaced := false
	for _, key := range all {
		if !sec.has(key) || contains(own, key) {
			continue
		}
		if !fromSet(sec.values["kind"]) || fromSet(sec.values[key]) {
			want := "nothing"
			if len(own) > 0 {
				want = strings.Join(own, ", ")
			}
			r.fail(sec.values[key], sec.sub(key), "not read by kind %s, which takes %s", kind, want)
			misplaced = true
		}
		delete(sec.values, key)
	}
	servers := int64(s.Server.Count)
	if servers == 0 {
		servers = kernel.MaxServers
	}
	switch g.Kind {
	case Bernoulli, Computed:
		laws := []string{"probability", "mean_degree"}
		if g.Kind == Computed {
			laws = append(laws, "degree")
		}
		switch sec.oneOf(!misplaced, laws...) {
		case "probability":
			sec.probability(s)
		case "mean_degree":
			g.MeanDegree, _ = sec.number("mean_degree", minPositive, float64(servers))
		case "degree":
			sec.degree(g, servers)
		}
		if g.Kind == Bernoulli {
			sec.storage(s)
		}
	case Regular:
		if sec.need("degree", "the number of neighbours of each port") {
			sec.degree(g, servers)
		}
		sec.storage(s)
	case File:
		if sec.need("path", "the file of the graph") {
			g.Path = sec.fileName("path")
		}
		g.Format, _ = sec.choice("format", "edges", "matrix-market")
		base, _ := sec.integer("base", 0, 1)
		g.Base = int(base)
	}
}

// degree reads the number of neighbours of every port.
func (sec section) degree(g *GraphSection, servers int64) {
	degree, _ := sec.integer("degree", 1, servers)
	g.Degree = int(degree)
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
