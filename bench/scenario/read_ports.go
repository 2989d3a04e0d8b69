package scenario

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

// ports reads the section ports.
func (r *reader) ports(n *yaml.Node, s *Scenario, kind Kind) {
	sec, ok := r.section(n, "ports", "count", "exponent", "load", "rate", "rates", "list")
	if !ok {
		return
	}
	p := &s.Port
	p.Load, _ = sec.number("load", 1e-6, 1e3)
	p.Rate, _ = sec.number("rate", minPositive, maxNumber)
	count, counted := sec.integer("count", 1, kernel.MaxPorts)
	sec.oneOf(!sec.has("list"), "load", "rate")
	if sec.has("list") {
		for _, key := range []string{"exponent", "rates"} {
			if sec.has(key) {
				r.fail(sec.values[key], sec.sub(key), "given beside ports.list, want it left out: the list has every port and its rate")
			}
		}
		p.List = sec.portList(s.Server.Count, kind)
		p.Count = len(p.List)
		if counted && p.List != nil && int(count) != len(p.List) {
			r.fail(sec.values["count"], "ports.count", "is %d, but the length of ports.list is %d", count, len(p.List))
		}
		return
	}
	switch sec.oneOf(true, "count", "exponent") {
	case "count":
		p.Count = int(count)
	case "exponent":
		sec.exponent(s)
	}
	sec.rates(p)
	if kind == Explicit {
		r.fail(n, "ports.list", "missing, want the ports and their neighbours, since graph.kind is explicit")
	}
}

// exponent sets L = ceil(N^x). Powers within 1e-12 of a whole number count as that number, so that the last bit of a logarithm cannot matter.
func (sec section) exponent(s *Scenario) {
	x, ok := sec.number("exponent", 0, 10)
	if !ok || s.Server.Count == 0 {
		return
	}
	l := math.Ceil(power(float64(s.Server.Count), x) * (1 - 1e-12))
	if l > kernel.MaxPorts {
		sec.fail(sec.values["exponent"], sec.sub("exponent"), "%d^%g = %.4g ports, want at most %d (2^31)", s.Server.Count, x, l, kernel.MaxPorts)
		return
	}
	s.Port.Exponent, s.Port.Count = x, int(l)
}

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
func (sec section) portList(servers int, kind Kind) []Port {
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
			case kind == Explicit:
				port.Neighbours = entry.neighbours(servers)
			case entry.has("neighbours") && kind != "":
				sec.fail(entry.values["neighbours"], entry.sub("neighbours"), "given, but graph.kind is %s, want it left out or graph.kind explicit", kind)
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
