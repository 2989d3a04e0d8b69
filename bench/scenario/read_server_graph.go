package scenario

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"shardq/graph"
	"shardq/kernel"
)

// serverGraph reads what a graph on servers needs.
func (sec section) serverGraph(s *Scenario, needed bool) {
	g := &s.Graph
	others := most(s.Server.Count) - 1
	if least := map[Kind]int64{ErdosRenyi: 1, RandomRegular: 1, Ring: 2}[g.Kind]; others < least {
		sec.fail(sec.values["kind"], sec.sub("kind"), "is %s, which needs at least %d servers", g.Kind, least+1)
		return
	}
	switch g.Kind {
	case ErdosRenyi:
		switch sec.oneOf(needed, "probability", "mean_degree") {
		case "probability":
			g.Probability, _ = sec.number("probability", minPositive, 1)
		case "mean_degree":
			g.MeanDegree, _ = sec.number("mean_degree", minPositive, float64(others))
		}
		sec.storage(s)
	case RandomRegular:
		if sec.need("degree", "the number of neighbours of each server") {
			degree, _ := sec.integer("degree", 1, others)
			if degree%2 == 1 && s.Server.Count%2 == 1 {
				sec.fail(sec.values["degree"], sec.sub("degree"), "is %d, but %d servers of an odd degree would have half an edge; want an even degree or number of servers",
					degree, s.Server.Count)
				break
			}
			g.Degree = int(degree)
		}
		sec.storage(s)
	case Ring:
		g.Degree = 2
		if degree, ok := sec.integer("degree", 2, others); ok && degree%2 == 1 {
			sec.fail(sec.values["degree"], sec.sub("degree"), "is %d, want an even number: half of the neighbours are on each side", degree)
		} else if ok {
			g.Degree = int(degree)
		}
	case Torus:
		sec.torus(s)
	case Tree:
		g.Arity = 2
		if arity, ok := sec.integer("arity", 1, kernel.MaxServers); ok {
			g.Arity = int(arity)
		}
	}
}

// torus reads sides or dimensions.
func (sec section) torus(s *Scenario) {
	given := sec.oneOf(false, "sides", "dimensions")
	if given == "sides" {
		sides := sec.integers("sides", 1, kernel.MaxServers)
		product, large := uint64(1), false
		var text []string
		for _, side := range sides {
			high, low := bits.Mul64(product, uint64(side))
			product, large = low, large || high > 0 || low > math.MaxInt64
			text = append(text, fmt.Sprint(side))
		}
		if sides != nil && s.Server.Count > 0 && (large || product != uint64(s.Server.Count)) {
			sec.fail(sec.values["sides"], sec.sub("sides"), "is [%s], whose product is not servers.count, %d", clip(strings.Join(text, ", ")), s.Server.Count)
			return
		}
		s.Graph.Sides = sides
		return
	}
	dimensions, at := int64(2), "kind"
	if given == "dimensions" {
		v, ok := sec.integer("dimensions", 1, 31)
		if !ok {
			return
		}
		dimensions, at = v, "dimensions"
	} else if sec.has("sides") {
		return // given beside dimensions, and reported
	}
	if s.Server.Count == 0 {
		return
	}
	sides, err := graph.TorusSides(s.Server.Count, int(dimensions))
	if err != nil {
		sec.fail(sec.values[at], sec.sub(at), "%s", strings.TrimPrefix(err.Error(), "graph: "))
		return
	}
	s.Graph.Sides = sides
}
