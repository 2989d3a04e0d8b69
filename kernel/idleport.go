package kernel

import (
	"errors"
	"fmt"
	"math"

	"shardq/alloc"
	"shardq/graph"
	"shardq/graph/isa"
)

// PortIndex says where each server stands in the rows of all ports. Positions of all ascending rows are numbered through, each row from a
// multiple of 64 on, so that a number, called a place, is that of a bit in the words of a portSet. It is read-only once made, and serves
// any number of sets.
type PortIndex struct {
	offsets, targets []uint32 // of a CSR; the targets may be read Padding entries past the end
	own              bool     // these two were made for the index

	base   []uint32 // first word of each port, and the number of words
	starts []uint32 // where the places of each server begin, and their number
	places []uint32 // of each server, ascending, and so in the order of ports
}

// maxPlaces is the number of positions from which on a place needs more than 32 bits.
const maxPlaces = 1 << 32

// NewPortIndex makes the index of a system. It goes over all rows: some nanoseconds an edge. Rows of a graph that is not a CSR are made
// with the instructions of a level, and stored along with it. Memory comes from the arena, nil for the heap.
func NewPortIndex(arena *alloc.Arena, sys *System, level isa.Level) (*PortIndex, error) {
	if words, _, _ := portSizes(sys.Graph); words > maxPlaces/64 {
		return nil, fmt.Errorf("kernel: idle bits by port take some %d bits for %d edges, the limit is 2^32", 64*words, sys.Graph.Edges())
	}
	x := &PortIndex{}
	if err := errors.Join(x.store(arena, sys.Graph, level), x.build(arena, sys.Servers())); err != nil {
		return nil, errors.Join(fmt.Errorf("kernel: idle bits by port of %d edges: %w", sys.Graph.Edges(), err), x.Free(arena))
	}
	return x, nil
}

// store takes the rows of a CSR as they are, and stores those of other graphs.
func (x *PortIndex) store(arena *alloc.Arena, g graph.Graph, level isa.Level) (err error) {
	if c, stored := g.(*graph.CSR); stored {
		x.offsets, x.targets = c.Offsets32(), c.Targets()
		return nil
	}
	x.own = true
	if x.offsets, err = alloc.Make[uint32](arena, alloc.State, g.Ports()+1); err != nil {
		return err
	}
	edges := int(g.Edges())
	padded, err := alloc.Make[uint32](arena, alloc.State, edges+graph.Padding)
	if err != nil {
		return err
	}
	x.targets = padded[:edges]
	var row, buf []uint32
	maker := newRowMaker(g, level.Resolve())
	if maker != nil {
		buf = maker.newBuffer()
	}
	sum := 0
	for p := range g.Ports() {
		if maker != nil {
			row, buf = maker.sorted(uint32(p), buf)
		} else {
			row = g.Row(uint32(p), buf)
			buf = row
		}
		sum += copy(x.targets[sum:], row)
		x.offsets[p+1] = uint32(sum)
	}
	return nil
}

// build fills the arrays from the rows, by a counting sort.
func (x *PortIndex) build(arena *alloc.Arena, servers int) (err error) {
	ports := max(len(x.offsets)-1, 0)
	if x.base, err = alloc.Make[uint32](arena, alloc.State, ports+1); err != nil {
		return err
	}
	if x.starts, err = alloc.Make[uint32](arena, alloc.State, servers+1); err != nil {
		return err
	}
	if x.places, err = alloc.Make[uint32](arena, alloc.State, len(x.targets)); err != nil {
		return err
	}
	next := x.starts[1:] // counts, then where the next place of each server goes: in the end where those of the next server begin
	for _, s := range x.targets {
		next[s]++
	}
	sum := uint32(0)
	for s, n := range next {
		next[s] = sum
		sum += n
	}
	words := uint32(0)
	for p := range ports {
		x.base[p] = words
		row := x.row(uint32(p))
		for i, s := range row {
			x.places[next[s]] = words<<6 + uint32(i)
			next[s]++
		}
		words += uint32((len(row) + 63) / 64)
	}
	x.base[ports] = words
	return nil
}

// Free returns the memory to the arena. It may be called twice, and on nil.
func (x *PortIndex) Free(arena *alloc.Arena) (err error) {
	if x == nil {
		return nil
	}
	if x.own {
		err = errors.Join(alloc.Free(arena, x.offsets), alloc.Free(arena, x.targets))
	}
	err = errors.Join(err, alloc.Free(arena, x.base), alloc.Free(arena, x.starts), alloc.Free(arena, x.places))
	*x = PortIndex{}
	return err
}

// row returns the neighbours of a port, ascending.
func (x *PortIndex) row(port uint32) []uint32 { return x.targets[x.offsets[port]:x.offsets[port+1]] }

// of returns the places of a server.
func (x *PortIndex) of(server uint32) []uint32 { return x.places[x.starts[server]:x.starts[server+1]] }

// place returns where a server stands in the row of a port, if it does.
func (x *PortIndex) place(server, port uint32) (place uint32, ok bool) {
	from, words := x.base[port], x.base[port+1]-x.base[port]
	list := x.of(server)
	for len(list) > 0 {
		mid := len(list) / 2
		switch at := list[mid]>>6 - from; {
		case at < words:
			return list[mid], true
		case list[mid]>>6 < from:
			list = list[mid+1:]
		default:
			list = list[:mid]
		}
	}
	return 0, false
}

// portSizes returns the words of a portSet, its summary words, and the bytes of a PortIndex, for a graph of which only the sizes are read:
// bounds that rows of any length keep.
func portSizes(g graph.Graph) (words, summary, index uint64) {
	edges, ports, servers := g.Edges(), uint64(g.Ports()), uint64(g.Servers())
	words = min(edges/64, math.MaxInt64/512) + min(ports, edges)
	index = 4*(ports+1) + 4*(servers+1) + 4*min(edges, math.MaxInt64/8)
	if _, stored := g.(*graph.CSR); !stored {
		index += graph.EstimateBytes(g.Ports(), min(edges, math.MaxInt64/8))
	}
	return words, words/16 + 1, index
}
