package kernel

import (
	"shardq/graph"
	"shardq/graph/isa"
)

// rowsAhead is how many arrivals ahead rows are made that are not plain memory, so that the keys of their servers can be fetched.
const rowsAhead = 4

// upcoming holds the rows of the next arrivals. The zero value is empty.
type upcoming struct {
	slots [8]slot // by number of the arrival modulo 8
	now   *slot   // row of the arrival that is about to be routed; nil if nobody looked ahead
}

// slot is one row.
type slot struct {
	port uint32
	row  []uint32
	buf  []uint32
}

// rowMaker makes the rows of graphs that are not plain memory.
type rowMaker interface {
	// unsorted returns the neighbours of a port in any order, in buf or elsewhere, and the buffer for a later call. Entries past the end
	// are valid ids up to the next multiple of 16.
	unsorted(port uint32, buf []uint32) (row, kept []uint32)
	// sorted is unsorted, ascending.
	sorted(port uint32, buf []uint32) (row, kept []uint32)
	newBuffer() []uint32
}

// newRowMaker returns the maker for a graph, or nil.
func newRowMaker(g graph.Graph, level isa.Level) rowMaker {
	switch g := g.(type) {
	case *graph.Packed:
		return packedRows{g, level}
	case *graph.Computed:
		return &computedRows{Computed: g, scratch: graph.RowScratch{ISA: level}, rare: graph.RowScratch{ISA: level}}
	case graph.Formula:
		return formulaRows{g}
	}
	return nil
}

// packedRows makes rows of a packed graph.
type packedRows struct {
	*graph.Packed
	level isa.Level
}

func (g packedRows) unsorted(port uint32, buf []uint32) (row, kept []uint32) {
	return g.Unpack(g.level, port, buf), buf
}

func (g packedRows) sorted(port uint32, buf []uint32) (row, kept []uint32) {
	return g.Unpack(g.level, port, buf), buf
}

func (g packedRows) newBuffer() []uint32 { return make([]uint32, g.MaxDegree()+graph.Padding) }

// computedRows makes rows of a computed graph.
type computedRows struct {
	*graph.Computed
	scratch graph.RowScratch // holds the row that unsorted made last
	rare    graph.RowScratch // of sorted
}

func (g *computedRows) unsorted(port uint32, buf []uint32) (row, kept []uint32) {
	return g.Into(&g.scratch, port, buf)
}

func (g *computedRows) sorted(port uint32, buf []uint32) (row, kept []uint32) {
	row = g.Sorted(&g.rare, port, buf)
	return row, row
}

func (g *computedRows) newBuffer() []uint32 { return nil }

// formulaRows makes rows of a graph on servers that is a formula. Buffers hold nothing but ids of it, so what follows a row are valid ones.
type formulaRows struct{ graph.Formula }

func (g formulaRows) unsorted(port uint32, buf []uint32) (row, kept []uint32) {
	return g.Row(port, buf), buf
}

func (g formulaRows) sorted(port uint32, buf []uint32) (row, kept []uint32) {
	return g.Row(port, buf), buf
}

func (g formulaRows) newBuffer() []uint32 { return make([]uint32, g.MaxDegree()+graph.Padding) }
