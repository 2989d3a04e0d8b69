package graph

import (
	"context"
	"math"
)

// readLimit is the number of ports, servers or edges, some seconds of work, beyond which a computed graph is described by its law.
const readLimit = 1 << 26

// large reports whether a graph is to be described by its law.
func (c *Computed) large() bool {
	return max(float64(c.ports), float64(c.servers), c.MeanEdges()) > readLimit
}

// Counts are the first things to say of a graph.
type Counts struct {
	Edges    uint64
	Isolated int  // ports without neighbours
	Expected bool // both are expected values
}

// Count returns the number of edges and of ports without neighbours, in time O(ports) at most. Of a [Computed] graph that [Describe] does
// not read, they are expected values, at once, unless all degrees are equal.
func Count(g Graph) Counts {
	if c, ok := g.(*Computed); ok && c.degrees.binomial != nil && c.large() {
		s := c.Expect()
		return Counts{Edges: s.Edges, Isolated: s.PortDegree.Isolated, Expected: true}
	}
	out := Counts{Edges: g.Edges()}
	if c, ok := g.(Complete); !ok || c.Degree(0) == 0 {
		out.Isolated, _, _ = Isolated(context.Background(), g)
	}
	return out
}

// Expect returns what the law of the graph says about it. Nothing is read. The law is that of [Bernoulli] and [Regular] too.
func (c *Computed) Expect() Stats {
	ports, servers := float64(c.ports), float64(c.servers)
	p := c.mean / servers
	s := Stats{
		Ports: c.ports, Servers: c.servers, Edges: uint64(c.MeanEdges() + 0.5), Expected: true,
		PortDegree:   Degrees{Mean: c.mean},
		ServerDegree: Degrees{Mean: ports * p, Isolated: none(servers, p, ports)},
	}
	if c.degrees.binomial == nil {
		s.PortDegree.Min, s.PortDegree.Max = int(c.degrees.fixed), int(c.degrees.fixed)
	} else {
		s.PortDegree.Isolated = none(ports, p, servers)
	}
	return s
}

// none returns the expected number of n that have no edge, if each has trials possible edges of probability p.
func none(n, p, trials float64) int { return int(n*math.Exp(trials*math.Log1p(-p)) + 0.5) }
