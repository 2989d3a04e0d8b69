package graph

import (
	"context"
	"errors"
)

// Stats describes a graph.
type Stats struct {
	Ports, Servers int
	Edges          uint64
	PortDegree     Degrees
	ServerDegree   Degrees
	Components     int     // connected components; an isolated port or server is one by itself
	Largest        int     // servers of the component that has the most
	Bytes          uint64  // memory of the graph
	BytesPerEdge   float64 // 0 without edges
	// Expected says that the graph was not read but described by its law: the edges, mean degrees and isolated ports and servers are
	// expected values, and the components and those least and most degrees that are not certain are 0, unknown.
	Expected bool
}

// Degrees describes the degrees of one side.
type Degrees struct {
	Min, Max int
	Mean     float64
	Isolated int // how many are 0
}

// Describe examines a graph in time O(edges) and memory of [DescribeBytes]; a [Complete] one and a [Formula] in no time. Of a [Computed]
// one with more than some 2^26 ports, servers or edges it gives what is expected of its law.
func Describe(ctx context.Context, g Graph) (Stats, error) {
	shape, err := Structure(ctx, g)
	if c, ok := g.(*Computed); ok && errors.Is(err, ErrLarge) {
		return c.Expect(), nil
	}
	if err != nil {
		return Stats{}, err
	}
	s := Stats{
		Ports: g.Ports(), Servers: g.Servers(), Edges: g.Edges(), Bytes: g.Bytes(),
		PortDegree: shape.PortDegree, ServerDegree: shape.ServerDegree, Components: shape.Components, Largest: shape.Largest,
	}
	if s.Edges > 0 {
		s.BytesPerEdge = float64(s.Bytes) / float64(s.Edges)
	}
	return s, nil
}

// DescribeBytes returns the memory that [Describe] takes beside the graph, unless that is complete or a computed one that it does not read.
func DescribeBytes(servers int) uint64 { return 8 * uint64(servers) }
