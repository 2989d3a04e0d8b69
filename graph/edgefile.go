package graph

import (
	"context"
	"errors"
	"slices"
	"sort"
	"sync/atomic"
)

// edge is a port and a server, from 0.
type edge struct{ port, server uint32 }

// edgeFile collects the edges of a file in the order of its lines and makes a graph of them.
type edgeFile struct {
	faults
	opt      ReadOptions
	base     int // id of the first port and server
	ports    int // declared, or 0
	servers  int // declared, or 0
	sizeLine int // line that declares the sizes, or has the largest port
	edges    []edge
	largest  edge // largest port and largest server so far
	// Edge i stands on line i + shift of the last run with first <= i. Comments are few, and so are runs.
	runs []run
}

type run struct{ first, shift int }

// declare takes the sizes that a line of the file declares. It reports whether reading should go on.
func (e *edgeFile) declare(line int, ports, servers field) bool {
	e.sizeLine = line
	for _, side := range []struct {
		what    string
		f       field
		asked   int
		limit   int
		current *int
	}{{"ports", ports, e.opt.Ports, MaxPorts, &e.ports}, {"servers", servers, e.opt.Servers, MaxServers, &e.servers}} {
		n, ok := side.f.integer()
		switch {
		case !ok || n < 1 || n > uint64(side.limit):
			return e.add(line, side.f.column, "number of %s %s: want an integer from 1 to %d", side.what, side.f.quoted(), side.limit)
		case side.asked != 0 && uint64(side.asked) != n:
			return e.add(line, side.f.column, "the file declares %d %s, want %d", n, side.what, side.asked)
		case *side.current != 0 && uint64(*side.current) != n:
			return e.add(line, side.f.column, "the file declares %d %s, and %d before", n, side.what, *side.current)
		}
		*side.current = int(n)
	}
	return true
}

// id parses the id of a port or a server; count is the number of them, 0 if unknown.
func (e *edgeFile) id(line int, f field, what string, count, limit int) (id uint32, ok bool) {
	if count == 0 {
		count = limit
	}
	x, ok := f.integer()
	switch {
	case !ok && f.digits():
		e.add(line, f.column, "%s %s is out of range, want %d to %d", what, f.quoted(), e.base, e.base+count-1)
		return 0, false
	case !ok:
		e.add(line, f.column, "%s %s: want an integer", what, f.quoted())
		return 0, false
	}
	if x < uint64(e.base) || x-uint64(e.base) >= uint64(count) {
		e.add(line, f.column, "%s %d is out of range, want %d to %d", what, x, e.base, e.base+count-1)
		return 0, false
	}
	return uint32(x - uint64(e.base)), true
}

// edge parses and stores an edge. It reports whether reading should go on.
func (e *edgeFile) edge(line int, port, server field) bool {
	p, ok1 := e.id(line, port, "port", e.ports, MaxPorts)
	r, ok2 := e.id(line, server, "server", e.servers, MaxServers)
	if !ok1 || !ok2 {
		return !e.More
	}
	i := len(e.edges)
	if n := len(e.runs); n == 0 || e.runs[n-1].shift != line-i {
		e.runs = append(e.runs, run{i, line - i})
	}
	e.edges = append(e.edges, edge{p, r})
	if e.ports == 0 && p >= e.largest.port {
		e.sizeLine = line
	}
	e.largest = edge{max(e.largest.port, p), max(e.largest.server, r)}
	return true
}

// line returns the line of edge i.
func (e *edgeFile) line(i int) int {
	r := sort.Search(len(e.runs), func(r int) bool { return e.runs[r].first > i }) - 1
	return i + e.runs[r].shift
}

// A file of a few bytes must not make the reader take gigabytes for row offsets: beyond emptyPorts ports it needs one edge for every
// portsPerEdge of them.
const (
	emptyPorts   = 1 << 20
	portsPerEdge = 64
)

// graph returns the graph of the edges, or all faults found so far.
func (e *edgeFile) graph(ctx context.Context) (*CSR, error) {
	if err := e.err(); err != nil {
		return nil, err
	}
	ports, servers := e.ports, e.servers
	if len(e.edges) > 0 {
		ports, servers = max(ports, int(e.largest.port)+1), max(servers, int(e.largest.server)+1)
	}
	if ports == 0 || servers == 0 {
		e.add(1, 0, "the file has no edges and does not declare its sizes")
		return nil, e.err()
	}
	if ports > emptyPorts && ports/portsPerEdge > len(e.edges) {
		e.add(max(e.sizeLine, 1), 0, "%d ports for %d edges, want ports numbered without large gaps", ports, len(e.edges))
		return nil, e.err()
	}
	g, err := e.rows(ctx, ports, servers)
	if err != nil {
		return nil, err
	}
	var sum atomic.Uint64
	err = parallel(ctx, 0, blocks(ports), func(block int, s *sampler) {
		double := uint64(0)
		for p := block * blockRows; p < min(ports, (block+1)*blockRows); p++ {
			row := g.Row(uint32(p), nil)
			if s.ended(1 + len(row)) {
				return
			}
			slices.Sort(row)
			for i := 1; i < len(row); i++ {
				if row[i] == row[i-1] {
					double++
				}
			}
		}
		sum.Add(double)
	})
	if err != nil {
		return nil, released(g, err)
	}
	double := sum.Load()
	if double == 0 {
		return g, nil
	}
	if e.opt.Duplicates == Refuse {
		e.reportDuplicates(g)
		return nil, errors.Join(e.err(), g.Release())
	}
	merged, err := g.merge(ctx, double)
	return merged, errors.Join(err, g.Release())
}

// rows puts the edges in order of their port, and within a port as they come.
func (e *edgeFile) rows(ctx context.Context, ports, servers int) (*CSR, error) {
	g, err := newCSR(e.opt.Arena, ports, servers, uint64(len(e.edges)))
	if err != nil {
		return nil, err
	}
	next := make([]uint64, ports) // degree, then where the next edge of the port goes
	w := watch{over: ctx.Err}
	for _, edge := range e.edges {
		if w.ended(1) {
			return nil, released(g, w.err)
		}
		next[edge.port]++
	}
	at := uint64(0)
	for p, d := range next {
		next[p] = at
		at += d
		g.setOffset(p+1, at)
	}
	for _, edge := range e.edges {
		if w.ended(1) {
			return nil, released(g, w.err)
		}
		g.targets[next[edge.port]] = edge.server
		next[edge.port]++
	}
	return g, nil
}

// reportDuplicates adds a fault for every edge of the file that stands on an earlier line too. g has the rows, sorted.
func (e *edgeFile) reportDuplicates(g *CSR) {
	firstLine := map[edge]int{} // of edges listed more than once, as many as can be reported; 0 until seen
	for p := range g.ports {
		row := g.Row(uint32(p), nil)
		for i := 1; i < len(row) && len(firstLine) <= maxFaults; i++ {
			if row[i] == row[i-1] {
				firstLine[edge{uint32(p), row[i]}] = 0
			}
		}
	}
	for i, edge := range e.edges {
		first, ok := firstLine[edge]
		if !ok {
			continue
		}
		if first == 0 {
			firstLine[edge] = e.line(i)
		} else if !e.add(e.line(i), 0, "port %d, server %d: this edge is already on line %d", int(edge.port)+e.base,
			int(edge.server)+e.base, first) {
			return
		}
	}
}

// merge returns the graph without duplicates, of which there are so many. Rows are sorted.
func (g *CSR) merge(ctx context.Context, double uint64) (*CSR, error) {
	h, err := newCSR(g.arena, g.ports, g.servers, g.Edges()-double)
	if err != nil {
		return nil, err
	}
	at, w := 0, watch{over: ctx.Err}
	for p := range g.ports {
		if w.ended(1 + g.Degree(uint32(p))) {
			return nil, released(h, w.err)
		}
		row := slices.Compact(g.Row(uint32(p), nil))
		at += copy(h.targets[at:], row)
		h.setOffset(p+1, uint64(at))
	}
	return h, nil
}
