package input

import (
	"math"

	"shardq/bench/scenario"
	"shardq/graph/rng"
	"shardq/kernel"
)

// ports reads the section ports, after the servers. What the ports need of the graph has been seen beforehand; its faults are reported when
// it is read.
func (r *reader) ports(sec section, s *scenario.Scenario, g graphPeek) {
	sec.unreadByModel(s)
	onServers := s.Model == scenario.Bipartite && g.onServers()
	if onServers {
		sec.portsOnServers(s, g)
	}
	sec.arrivals(s)
	switch {
	case s.Model != scenario.Bipartite:
	case sec.has("list"):
		for _, key := range []string{"exponent", "rates"} {
			if sec.has(key) {
				sec.fail(sec.values[key], sec.sub(key), "given beside ports.list, want it left out: the list has every port and its rate")
				delete(sec.values, key)
			}
		}
	case !onServers:
		sec.only(true, s, "count")
	}
	sec.fill(s, s)
	sec.halfinWhitt(s)
	sec.batch(s)
	p := &s.Port
	switch {
	case s.Model != scenario.Bipartite:
		p.Count = 1 // the dispatcher
		return
	case sec.has("list"):
		sec.listedPorts(s, g)
		return
	case onServers:
		sec.countOnServers(s, g)
	case sec.has("exponent"):
		sec.exponent(s)
	}
	sec.rates(s)
	if g.Kind == scenario.Explicit {
		r.fail(sec.node, "ports.list", "missing, want the ports and their neighbours, since graph.kind is explicit")
	}
}

// portsOnServers takes out, and reports, what does not fit a graph on servers, where each server has a port.
func (sec section) portsOnServers(s *scenario.Scenario, g graphPeek) {
	for _, key := range []string{"exponent", "list"} {
		if n := sec.values[key]; n != nil {
			sec.unread(g.choice, n, sec.sub(key),
				"given, but in a graph on servers, such as kind %s, each server has one port; want it left out", g.Kind)
			delete(sec.values, key)
		}
	}
}

// countOnServers sets L = N, and reports another L.
func (sec section) countOnServers(s *scenario.Scenario, g graphPeek) {
	if count := s.Port.Count; count > 0 && s.Server.Count > 0 && count != s.Server.Count {
		sec.unread(g.choice, sec.values["count"], sec.sub("count"),
			"is %d, but in a graph on servers, such as kind %s, each of the %d servers has one port; want it left out", count, g.Kind,
			s.Server.Count)
	}
	s.Port.Count = s.Server.Count
}

// listedPorts reads ports.list.
func (sec section) listedPorts(s *scenario.Scenario, g graphPeek) {
	p := &s.Port
	count := p.Count
	p.List = sec.portList(s, g)
	p.Count = len(p.List)
	if count > 0 && p.List != nil && count != len(p.List) {
		sec.fail(sec.values["count"], "ports.count", "is %d, but the length of ports.list is %d", count, len(p.List))
	}
}

// exponent sets L = ceil(N^x). Powers within 1e-12 of a whole number count as that number, so that the last bit of a logarithm cannot
// matter.
func (sec section) exponent(s *scenario.Scenario) {
	x := s.Port.Exponent
	s.Port.Exponent = 0
	if s.Server.Count == 0 {
		return
	}
	l := roundUp(rng.Pow(float64(s.Server.Count), x))
	if l > kernel.MaxPorts {
		sec.fail(sec.values["exponent"], sec.sub("exponent"), "%d^%g = %.4g ports, want at most %d (2^31)", s.Server.Count, x, l,
			kernel.MaxPorts)
		return
	}
	s.Port.Exponent, s.Port.Count = x, int(l)
}

// roundUp returns the least whole number that is not below x by more than 1e-12 of it.
func roundUp(x float64) float64 { return math.Ceil(x * (1 - 1e-12)) }

// rates reads uniform, {zipf: s} or {file: path}.
func (sec section) rates(s *scenario.Scenario) {
	if sub, ok := sec.wordOrSection("rates", s); ok {
		sub.only(len(sub.node.Content) == 0, s, "zipf") // of other keys it is known that they are wrong
		sub.fill(s, s)
	}
}

// portList reads ports.list.
func (sec section) portList(s *scenario.Scenario, g graphPeek) []scenario.Port {
	k := sec.def.Row("list")
	nodes := sec.list(k.Name, k.Want)
	var ports []scenario.Port
	sum, good := 0.0, true
	for i, n := range nodes {
		var port scenario.Port
		entry, ok := sec.entry(k, i, n)
		if ok {
			ok = entry.fill(s, &port)
			switch {
			case g.Kind == scenario.Explicit:
				port.Neighbours = entry.neighbours(s)
			case entry.has("neighbours") && g.Kind != "":
				sec.unread(g.choice, entry.values["neighbours"], entry.sub("neighbours"),
					"given, but graph.kind is %s, want it left out or graph.kind explicit", g.Kind)
			}
		}
		sum, good = sum+port.Rate, good && ok
		ports = append(ports, port)
	}
	if ports != nil && good && sum == 0 {
		sec.fail(sec.values["list"], sec.sub("list"), "every rate is 0, want a positive sum")
	}
	return ports
}

func (sec section) neighbours(s *scenario.Scenario) []uint32 {
	if !sec.need("neighbours", "the ids of the servers that it may use") {
		return nil
	}
	var ids []uint32
	seen := map[int64]bool{}
	path := sec.sub("neighbours")
	last := scenario.Most(s.Server.Count) - 1
	for _, n := range sec.list("neighbours", "a list with at least one server id") {
		id, ok := sec.wholeNumber(n, path, 0, last)
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
