package input

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"shardq/bench/scenario"
	"shardq/graph"
)

// evenDegree refuses a degree that is odd where that leaves half an edge.
func (sec section) evenDegree(s *scenario.Scenario, facts *scenario.KindFacts) {
	degree := s.Graph.Degree
	switch n := sec.values["degree"]; {
	case degree%2 == 0:
	case facts.BothSides:
		sec.fail(n, sec.sub("degree"), "is %d, want an even number: half of the neighbours are on each side", degree)
	case s.Server.Count%2 == 1:
		sec.fail(n, sec.sub("degree"),
			"is %d, but %d servers of an odd degree would have half an edge; want an even degree or number of servers",
			degree, s.Server.Count)
	}
}

// torus checks sides, if those are given, or works them out from dimensions.
func (sec section) torus(s *scenario.Scenario, given string) {
	if given == "sides" {
		sides := s.Graph.Sides
		product, large := uint64(1), false
		var text []string
		for _, side := range sides {
			high, low := bits.Mul64(product, uint64(side))
			product, large = low, large || high > 0 || low > math.MaxInt64
			text = append(text, fmt.Sprint(side))
		}
		if sides != nil && s.Server.Count > 0 && (large || product != uint64(s.Server.Count)) {
			sec.fail(
				sec.values["sides"],
				sec.sub("sides"),
				"is [%s], whose product is not servers.count, %d",
				scenario.Clip(strings.Join(text,
					", ")),
				s.Server.Count,
			)
		}
		return
	}
	dimensions, at := 2.0, "kind"
	if given == "dimensions" {
		v, ok := sec.bounded(sec.def.Find("dimensions", s.Model, sec.chosen...), sec.values["dimensions"], s)
		if !ok {
			return
		}
		dimensions, at = v, "dimensions"
	}
	if s.Server.Count == 0 {
		return
	}
	sides, err := graph.TorusSides(s.Server.Count, int(dimensions))
	if err != nil {
		sec.fail(sec.values[at], sec.sub(at), "%s", scenario.Reason(err))
		return
	}
	s.Graph.Sides = sides
}
