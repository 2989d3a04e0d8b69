package experiment

import (
	"slices"

	"shardq/bench/scenario"
	"shardq/graph"
)

// ExternalGraph returns the graph of a scenario, as BuildGraph builds it, with external server ids: what a graph file must say for a scenario of
// kind file with the same servers to have the same graph. It is a view that takes no memory beside that of the ids.
func ExternalGraph(sc *scenario.Scenario, g graph.Graph) graph.Graph {
	ids := sc.ServerIDs()
	if _, same := g.(graph.Complete); same || ids == nil {
		return g
	}
	return renamed{g, ids}
}

// renamed is a graph in which server r is called newID[r].
type renamed struct {
	graph.Graph
	newID []uint32
}

// Row fills buf with the neighbours of a port under their new ids, ascending, or a new slice if buf has a smaller capacity.
func (g renamed) Row(port uint32, buf []uint32) []uint32 {
	buf = append(buf[:0], g.Graph.Row(port, buf)...)
	for i, r := range buf {
		buf[i] = g.newID[r]
	}
	slices.Sort(buf)
	return buf
}
