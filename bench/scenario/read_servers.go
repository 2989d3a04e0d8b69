package scenario

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"

	"shardq/kernel"
)

// servers reads the section servers.
func (r *reader) servers(n *yaml.Node, s *Scenario) {
	sec, ok := r.section(n, "servers", "count", "buffer", "types", "list")
	if !ok {
		return
	}
	sec.buffer(&s.Server)
	count, counted := sec.integer("count", 1, kernel.MaxServers)
	switch sec.oneOf(true, "types", "list") {
	case "types":
		sec.need("count", "the number of servers")
		s.Server.Count = int(count)
		s.Server.Types = sec.types(int(count))
	case "list":
		s.Server.List = sec.serverList()
		if counted && s.Server.List != nil && int(count) != len(s.Server.List) {
			r.fail(sec.values["count"], "servers.count", "is %d, but the length of servers.list is %d", count, len(s.Server.List))
		}
		s.Server.Count = len(s.Server.List)
	}
	sec.serversOfModel(s)
}

// serversOfModel checks what the models other than the bipartite one ask of the servers.
func (sec section) serversOfModel(s *Scenario) {
	switch s.Model {
	case Slotted:
		if s.Server.Buffer > 0 {
			sec.unread(sec.reader.model, sec.values["buffer"], sec.sub("buffer"), "is %d, but model slotted has no limit, want inf", s.Server.Buffer)
			s.Server.Buffer = 0
		}
	case Elastic, Pools:
		if n := len(s.Types()); n > 1 {
			at := "types"
			if sec.has("list") {
				at = "list"
			}
			sec.fail(sec.values[at], sec.sub(at), "has %d different rates, but model %s has servers of one rate", n, s.Model)
		}
	}
}

func (sec section) buffer(s *ServerSection) {
	n := sec.values["buffer"]
	if n == nil {
		return
	}
	if n.Kind == yaml.ScalarNode && (n.Value == "inf" || n.Value == ".inf") {
		return
	}
	v, ok := parseNumber(n)
	if !ok || v != math.Trunc(v) || !(v >= 1 && v <= kernel.MaxBuffer) {
		sec.fail(n, sec.sub("buffer"), "is %s, want a whole number of jobs from 1 to %d, or inf", describe(n), kernel.MaxBuffer)
		return
	}
	s.Buffer = int(v)
}

// types reads servers.types and, if count is positive, turns the shares into counts. It returns nil if anything is wrong.
func (sec section) types(count int) []ServerType {
	nodes := sec.list("types", "a list of types such as {share: 0.5, rate: 1}")
	var types []ServerType
	var shares []float64
	sum, good := 0.0, true
	for i, n := range nodes {
		entry, ok := sec.section(n, join(sec.sub("types"), strconv.Itoa(i)), "name", "share", "rate")
		if !ok {
			good = false
			continue
		}
		share, hasShare := entry.number("share", 0, 1)
		rate, hasRate := entry.number("rate", minPositive, maxNumber)
		if len(nodes) == 1 && !entry.has("share") {
			share, hasShare = 1, true
		} else {
			entry.need("share", "the share of the servers")
		}
		entry.need("rate", "a service rate")
		t := ServerType{Name: rateName(rate), Share: share, Rate: rate}
		if entry.has("name") {
			t.Name = entry.label("name")
		}
		good = good && hasShare && hasRate
		types, shares, sum = append(types, t), append(shares, share), sum+share
	}
	if len(types) > kernel.MaxTypes {
		sec.fail(sec.values["types"], sec.sub("types"), "has %d types, want at most %d", len(types), kernel.MaxTypes)
		return nil
	}
	if !good || types == nil {
		return nil
	}
	if math.Abs(sum-1) > 1e-9 {
		sec.fail(sec.values["types"], sec.sub("types"), "the shares sum to %.10g, want 1", sum)
		return nil
	}
	if count == 0 {
		return types
	}
	for i, c := range apportion(shares, count) {
		types[i].Count = c
		if c == 0 && shares[i] > 0 {
			sec.fail(nodes[i], join(sec.sub("types"), strconv.Itoa(i)), "a share of %g of %d servers is no server, want at least one", shares[i], count)
		}
	}
	return types
}

func (sec section) serverList() []float64 {
	nodes := sec.list("list", "a list of servers such as {rate: 1}")
	var rates []float64
	for i, n := range nodes {
		rate := 0.0
		if entry, ok := sec.section(n, join(sec.sub("list"), strconv.Itoa(i)), "rate"); ok && entry.need("rate", "a service rate") {
			rate, _ = entry.number("rate", minPositive, maxNumber)
		}
		rates = append(rates, rate)
	}
	return rates
}
