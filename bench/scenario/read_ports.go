package scenario

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"

	"shardq/graph/rng"
	"shardq/kernel"
)

// ports reads the section ports, after the servers. What the ports need of the graph has been seen beforehand; its faults are reported when it is read.
func (r *reader) ports(n *yaml.Node, s *Scenario, g graphPeek) {
	sec, ok := r.section(n, "ports", "count", "exponent", "load", "rate", "halfin_whitt", "alpha", "rates", "list", "batch")
	if !ok {
		return
	}
	sec.portsOfModel(s)
	sec.portsOnServers(s, g)
	sec.arrivals(s)
	p := &s.Port
	switch {
	case s.Model != Bipartite:
		p.Count = 1 // the dispatcher
		return
	case sec.has("list"):
		sec.listedPorts(s, g)
		return
	case g.onServers():
		p.Count = s.Server.Count
	default:
		count, _ := sec.integer("count", 1, kernel.MaxPorts)
		switch sec.oneOf(true, "count", "exponent") {
		case "count":
			p.Count = int(count)
		case "exponent":
			sec.exponent(s)
		}
	}
	sec.rates(p)
	if g.Kind == Explicit {
		r.fail(n, "ports.list", "missing, want the ports and their neighbours, since graph.kind is explicit")
	}
}

// portsOfModel takes out, and reports, what the model does not read.
func (sec section) portsOfModel(s *Scenario) {
	if s.Model != Bipartite {
		for _, key := range []string{"count", "exponent", "rates", "list"} {
			if n := sec.values[key]; n != nil {
				sec.unread(sec.reader.model, n, sec.sub(key), "read by model bipartite alone, want it left out: model %s has one dispatcher", s.Model)
				delete(sec.values, key)
			}
		}
	}
	if n := sec.values["batch"]; n != nil && s.Model != Slotted {
		sec.unread(sec.reader.model, n, sec.sub("batch"), "read by model slotted alone, want it left out: the jobs of model %s arrive one by one", s.Model)
		delete(sec.values, "batch")
	}
}

// portsOnServers takes out, and reports, what does not fit a graph on servers, where each server has a port.
func (sec section) portsOnServers(s *Scenario, g graphPeek) {
	if s.Model != Bipartite || !g.onServers() {
		return
	}
	for _, key := range []string{"exponent", "list"} {
		if n := sec.values[key]; n != nil {
			sec.unread(g.choice, n, sec.sub(key), "given, but in a graph on servers, such as kind %s, each server has one port; want it left out", g.Kind)
			delete(sec.values, key)
		}
	}
	if count, ok := sec.integer("count", 1, kernel.MaxPorts); ok && s.Server.Count > 0 && int(count) != s.Server.Count {
		sec.unread(g.choice, sec.values["count"], sec.sub("count"),
			"is %d, but in a graph on servers, such as kind %s, each of the %d servers has one port; want it left out", count, g.Kind, s.Server.Count)
	}
}

// listedPorts reads ports.list.
func (sec section) listedPorts(s *Scenario, g graphPeek) {
	p := &s.Port
	for _, key := range []string{"exponent", "rates"} {
		if sec.has(key) {
			sec.fail(sec.values[key], sec.sub(key), "given beside ports.list, want it left out: the list has every port and its rate")
		}
	}
	p.List = sec.portList(s.Server.Count, g)
	p.Count = len(p.List)
	if count, counted := sec.integer("count", 1, kernel.MaxPorts); counted && p.List != nil && int(count) != len(p.List) {
		sec.fail(sec.values["count"], "ports.count", "is %d, but the length of ports.list is %d", count, len(p.List))
	}
}

// exponent sets L = ceil(N^x). Powers within 1e-12 of a whole number count as that number, so that the last bit of a logarithm cannot matter.
func (sec section) exponent(s *Scenario) {
	x, ok := sec.number("exponent", 0, 10)
	if !ok || s.Server.Count == 0 {
		return
	}
	l := roundUp(rng.Pow(float64(s.Server.Count), x))
	if l > kernel.MaxPorts {
		sec.fail(sec.values["exponent"], sec.sub("exponent"), "%d^%g = %.4g ports, want at most %d (2^31)", s.Server.Count, x, l, kernel.MaxPorts)
		return
	}
	s.Port.Exponent, s.Port.Count = x, int(l)
}

// roundUp returns the least whole number that is not below x by more than 1e-12 of it.
func roundUp(x float64) float64 { return math.Ceil(x * (1 - 1e-12)) }

// rates reads uniform, {zipf: s} or {file: path}.
func (sec section) rates(p *PortSection) {
	n := sec.values["rates"]
	if n == nil || n.Kind == yaml.ScalarNode && n.Value == "uniform" {
		return
	}
	if n.Kind != yaml.MappingNode {
		sec.fail(n, sec.sub("rates"), "is %s, want uniform, {zipf: exponent} or {file: path}", describe(n))
		return
	}
	sub, _ := sec.section(n, sec.sub("rates"), "zipf", "file")
	sub.oneOf(len(n.Content) == 0, "zipf", "file") // of other keys it is known that they are wrong
	p.Zipf, _ = sub.number("zipf", 1e-6, 16)
	p.File = sub.fileName("file")
}

// portList reads ports.list; servers is N, or 0 if that is unknown.
func (sec section) portList(servers int, g graphPeek) []Port {
	nodes := sec.list("list", "a list of ports such as {rate: 0.3, neighbours: [0, 2]}")
	var ports []Port
	sum, good := 0.0, true
	for i, n := range nodes {
		var port Port
		hasRate := false
		if entry, ok := sec.section(n, join(sec.sub("list"), strconv.Itoa(i)), "rate", "neighbours"); ok {
			entry.need("rate", "an arrival rate")
			port.Rate, hasRate = entry.number("rate", 0, maxNumber)
			switch {
			case g.Kind == Explicit:
				port.Neighbours = entry.neighbours(servers)
			case entry.has("neighbours") && g.Kind != "":
				sec.unread(g.choice, entry.values["neighbours"], entry.sub("neighbours"),
					"given, but graph.kind is %s, want it left out or graph.kind explicit", g.Kind)
			}
		}
		sum, good = sum+port.Rate, good && hasRate
		ports = append(ports, port)
	}
	if ports != nil && good && sum == 0 {
		sec.fail(sec.values["list"], sec.sub("list"), "every rate is 0, want a positive sum")
	}
	return ports
}

func (sec section) neighbours(servers int) []uint32 {
	if !sec.need("neighbours", "the ids of the servers that it may use") {
		return nil
	}
	var ids []uint32
	seen := map[int64]bool{}
	for _, n := range sec.list("neighbours", "a list with at least one server id") {
		path := sec.sub("neighbours")
		most := int64(servers) - 1
		if servers == 0 {
			most = kernel.MaxServers - 1
		}
		id, ok := sec.wholeNumber(n, path, 0, most)
		if !ok {
			continue
		}
		if seen[id] {
			sec.fail(n, path, "server %d is given twice, want it once", id)
			continue
		}
		seen[id] = true
		ids = append(ids, uint32(id))
	}
	return ids
}
