package input

import (
	"math"
	"strconv"

	"shardq/bench/scenario"
	"shardq/kernel"
)

// servers reads the section servers.
func (r *reader) servers(sec section, s *scenario.Scenario) {
	given, _ := sec.only(true, s, "types")
	sec.fill(s, s)
	count := s.Server.Count
	switch given {
	case "types":
		sec.need("count", "the number of servers")
		s.Server.Types = sec.types(s)
	case "list":
		s.Server.List = sec.serverList(s)
		if count > 0 && s.Server.List != nil && count != len(s.Server.List) {
			r.fail(sec.values["count"], "servers.count", "is %d, but the length of servers.list is %d", count, len(s.Server.List))
		}
		s.Server.Count = len(s.Server.List)
	default:
		s.Server.Count = 0
	}
	sec.serversOfModel(s)
}

// serversOfModel checks what the models other than the bipartite one ask of the servers.
func (sec section) serversOfModel(s *scenario.Scenario) {
	if !scenario.Blocks(s.Model) && s.Server.Buffer > 0 {
		sec.unread(sec.reader.model, sec.values["buffer"], sec.sub("buffer"), "is %d, but model %s has no limit, want inf",
			s.Server.Buffer, s.Model)
		s.Server.Buffer = 0
	}
	if n := len(s.Types()); n > 1 && scenario.OneRate(s.Model) {
		at := "types"
		if sec.has("list") {
			at = "list"
		}
		sec.fail(sec.values[at], sec.sub(at), "has %d different rates, but model %s has servers of one rate", n, s.Model)
	}
}

// types reads servers.types and, if N is known, turns the shares into counts. It returns nil if anything is wrong.
func (sec section) types(s *scenario.Scenario) []scenario.ServerType {
	k := sec.def.Row("types")
	nodes := sec.list(k.Name, k.Want)
	var types []scenario.ServerType
	var shares []float64
	sum, good := 0.0, true
	for i, n := range nodes {
		entry, ok := sec.entry(k, i, n)
		if !ok {
			good = false
			continue
		}
		t := scenario.ServerType{}
		if len(nodes) == 1 {
			t.Share = 1
		} else {
			good = entry.need("share", "the share of the servers") && good
		}
		good = entry.fill(s, &t) && good
		if !entry.has("name") {
			t.Name = scenario.RateName(t.Rate)
		}
		types, shares, sum = append(types, t), append(shares, t.Share), sum+t.Share
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
	count := s.Server.Count
	if count == 0 {
		return types
	}
	for i, c := range scenario.Apportion(shares, count) {
		types[i].Count = c
		if c == 0 && shares[i] > 0 {
			sec.fail(
				nodes[i],
				scenario.Join(sec.sub("types"), strconv.Itoa(i)),
				"a share of %g of %d servers is no server, want at least one",
				shares[i],
				count,
			)
		}
	}
	return types
}

func (sec section) serverList(s *scenario.Scenario) []float64 {
	var rates []float64
	k := sec.def.Row("list")
	for i, n := range sec.list(k.Name, k.Want) {
		rate := 0.0
		if entry, ok := sec.entry(k, i, n); ok {
			entry.fill(s, &rate)
		}
		rates = append(rates, rate)
	}
	return rates
}
