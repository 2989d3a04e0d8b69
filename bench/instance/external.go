package instance

import (
	"slices"

	"shardq/bench/scenario"
	"shardq/graph"
)

// ExternalGraph returns the graph of a scenario, as [Graph] builds it, with external server ids, and in a graph on servers with those of
// their ports too: what a graph file must say for a scenario of kind file with the same servers to have the same graph. It is a view that
// takes no memory beside that of the ids.
func ExternalGraph(sc *scenario.Scenario, g graph.Graph) graph.Graph {
	ids := sc.ServerIDs()
	if c, complete := g.(graph.Complete); ids == nil || complete && (c.Reach == 0 || c.Reach == c.N) {
		return g
	}
	r := renamed{Graph: g, newID: ids}
	if sc.Graph.OnServers() {
		r.port = sc.InternalIDs()
	}
	return r
}

// renamed is a graph in which server r is called newID[r] and, if port is not nil, port p is port[p] of the other graph.
type renamed struct {
	graph.Graph
	newID []uint32
	port  []uint32
}

// Degree returns the number of neighbours of a port.
func (g renamed) Degree(port uint32) int { return g.Graph.Degree(g.inner(port)) }

// Row fills buf with the neighbours of a port under their new ids, ascending, or a new slice if buf has a smaller capacity.
func (g renamed) Row(port uint32, buf []uint32) []uint32 {
	buf = append(buf[:0], g.Graph.Row(g.inner(port), buf)...)
	for i, r := range buf {
		buf[i] = g.newID[r]
	}
	slices.Sort(buf)
	return buf
}

func (g renamed) inner(port uint32) uint32 {
	if g.port == nil {
		return port
	}
	return g.port[port]
}
