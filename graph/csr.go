package graph

import (
	"errors"
	"fmt"
	"math"

	"shardq/alloc"
)

// Limits of a graph.
const (
	MaxPorts   = 1 << 31
	MaxServers = 1 << 31
)

// Padding is the number of readable entries after the last edge of a [CSR], so that a vector load may begin at any edge.
const Padding = 64

// CSR is a stored graph: the neighbours of port p are targets[offsets[p]:offsets[p+1]].
type CSR struct {
	servers   int
	ports     int
	offsets32 []uint32 // ports+1 entries if the edges fit, else nil
	offsets64 []uint64 // ports+1 entries otherwise
	targets   []uint32 // Padding entries of capacity beyond its length
	arena     *alloc.Arena
}

// newCSR returns a graph whose offsets and targets are still zero.
func newCSR(a *alloc.Arena, ports, servers int, edges uint64) (*CSR, error) {
	if edges > math.MaxInt/4-Padding {
		return nil, fmt.Errorf("graph: %d edges do not fit into memory", edges)
	}
	g := &CSR{servers: servers, ports: ports, arena: a}
	var err error
	if edges <= math.MaxUint32 {
		g.offsets32, err = alloc.Make[uint32](a, alloc.Graph, ports+1)
	} else {
		g.offsets64, err = alloc.Make[uint64](a, alloc.Graph, ports+1)
	}
	if err == nil {
		var padded []uint32
		padded, err = alloc.Make[uint32](a, alloc.Graph, int(edges)+Padding)
		g.targets = padded[:max(len(padded)-Padding, 0)]
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("graph: %d ports and %d edges: %w", ports, edges, err), g.Release())
	}
	return g, nil
}

// checkSizes reports sizes that no graph may have.
func checkSizes(ports, servers int) error {
	var errs []error
	if ports < 1 || ports > MaxPorts {
		errs = append(errs, fmt.Errorf("graph: %d ports, want 1 to %d", ports, MaxPorts))
	}
	if servers < 1 || servers > MaxServers {
		errs = append(errs, fmt.Errorf("graph: %d servers, want 1 to %d", servers, MaxServers))
	}
	return errors.Join(errs...)
}

// Ports returns L.
func (g *CSR) Ports() int { return g.ports }

// Servers returns N.
func (g *CSR) Servers() int { return g.servers }

// Edges returns the number of edges.
func (g *CSR) Edges() uint64 { return uint64(len(g.targets)) }

// span returns where the row of a port begins and ends.
func (g *CSR) span(port uint32) (from, to uint64) {
	if g.offsets32 != nil {
		return uint64(g.offsets32[port]), uint64(g.offsets32[uint64(port)+1])
	}
	return g.offsets64[port], g.offsets64[uint64(port)+1]
}

// setOffset stores where row p begins.
func (g *CSR) setOffset(p int, edge uint64) {
	if g.offsets32 != nil {
		g.offsets32[p] = uint32(edge)
		return
	}
	g.offsets64[p] = edge
}

// Degree returns the number of neighbours of a port.
func (g *CSR) Degree(port uint32) int {
	from, to := g.span(port)
	return int(to - from)
}

// Row returns the neighbours of a port. The result aliases the graph and must not be written; buf is not used.
func (g *CSR) Row(port uint32, _ []uint32) []uint32 {
	from, to := g.span(port)
	return g.targets[from:to:to]
}

// Bytes returns the memory of offsets and targets.
func (g *CSR) Bytes() uint64 {
	return 4*uint64(len(g.offsets32)) + 8*uint64(len(g.offsets64)) + 4*uint64(len(g.targets)+Padding)
}

// Offsets32 returns the Ports()+1 row offsets, or nil if the graph has 2^32 edges or more. Read only.
func (g *CSR) Offsets32() []uint32 { return g.offsets32 }

// Offsets64 returns the Ports()+1 row offsets, or nil if the graph has fewer than 2^32 edges. Read only.
func (g *CSR) Offsets64() []uint64 { return g.offsets64 }

// Targets returns all rows one after the other. Its capacity holds [Padding] more entries, which are zero. Read only.
func (g *CSR) Targets() []uint32 { return g.targets }

// Release returns the memory to the arena it came from. The graph is empty afterwards; a second call does nothing.
func (g *CSR) Release() error {
	err := errors.Join(alloc.Free(g.arena, g.offsets32), alloc.Free(g.arena, g.offsets64), alloc.Free(g.arena, g.targets))
	*g = CSR{}
	return err
}
