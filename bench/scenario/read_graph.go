package scenario

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

// graphKeys returns the keys that a kind reads, and whether there is such a kind.
func graphKeys(kind Kind) (keys []string, known bool) {
	switch kind {
	case Bernoulli:
		return []string{"probability", "mean_degree"}, true
	case Regular:
		return []string{"degree"}, true
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
	all := []string{"probability", "mean_degree", "degree", "path", "format", "base"}
	sec, ok := r.section(n, "graph", append([]string{"kind"}, all...)...)
	if !ok || !sec.need("kind", "bernoulli, regular, complete, explicit or file") {
		return
	}
	kind, ok := sec.choice("kind", string(Bernoulli), string(Regular), string(Complete), string(Explicit), string(File))
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
	case Bernoulli:
		switch sec.oneOf(!misplaced, own...) {
		case "probability":
			sec.probability(s)
		case "mean_degree":
			g.MeanDegree, _ = sec.number("mean_degree", minPositive, float64(servers))
		}
	case Regular:
		if sec.need("degree", "the number of neighbours of each port") {
			degree, _ := sec.integer("degree", 1, servers)
			g.Degree = int(degree)
		}
	case File:
		if sec.need("path", "the file of the graph") {
			g.Path = sec.fileName("path")
		}
		g.Format, _ = sec.choice("format", "edges", "matrix-market")
		base, _ := sec.integer("base", 0, 1)
		g.Base = int(base)
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
