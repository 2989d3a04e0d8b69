package graph

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// Validate reports the first fault of a graph: sizes out of range, offsets that do not ascend from 0 to the number of edges, rows that are not
// strictly ascending, ids out of range, degrees or a number of edges that disagree with the rows. It takes time O(edges).
func Validate(g Graph) error {
	ports, servers := g.Ports(), g.Servers()
	if err := checkSizes(ports, servers); err != nil {
		return err
	}
	switch g := g.(type) {
	case Complete:
		return nil // ascending by construction, and too large to walk
	case *CSR:
		if err := g.validateOffsets(); err != nil {
			return err
		}
	}
	edges := uint64(0)
	var buf []uint32
	for p := range ports {
		buf = g.Row(uint32(p), buf)
		if d := g.Degree(uint32(p)); d != len(buf) {
			return fmt.Errorf("graph: port %d has degree %d and a row of %d", p, d, len(buf))
		}
		for i, r := range buf {
			if int(r) >= servers {
				return fmt.Errorf("graph: port %d: server %d is out of range, want 0 to %d", p, r, servers-1)
			}
			if i > 0 && r == buf[i-1] {
				return fmt.Errorf("graph: port %d: server %d is listed twice", p, r)
			}
			if i > 0 && r < buf[i-1] {
				return fmt.Errorf("graph: port %d: server %d follows server %d, want them ascending", p, r, buf[i-1])
			}
		}
		edges += uint64(len(buf))
	}
	if edges != g.Edges() {
		return fmt.Errorf("graph: the rows have %d edges, the graph says %d", edges, g.Edges())
	}
	return nil
}

// validateOffsets checks what Row relies on.
func (g *CSR) validateOffsets() error {
	if n := max(len(g.offsets32), len(g.offsets64)); n != g.ports+1 {
		return fmt.Errorf("graph: %d offsets for %d ports, want one more than ports", n, g.ports)
	}
	if g.offsets32 != nil && g.offsets64 != nil {
		return fmt.Errorf("graph: offsets of both widths")
	}
	last := uint64(0)
	for p := range g.ports {
		from, to := g.span(uint32(p))
		if from != last || to < from || to > g.Edges() {
			return fmt.Errorf("graph: port %d: its row is edges %d to %d, want it to begin at %d and to end between there and %d", p, from, to, last, g.Edges())
		}
		last = to
	}
	if last != g.Edges() {
		return fmt.Errorf("graph: the rows end at edge %d of %d", last, g.Edges())
	}
	return nil
}

// Isolated returns the number of ports without neighbours, and the first of them.
func Isolated(g Graph) (count int, first uint32) {
	if c, ok := g.(*Computed); ok {
		all := c.look()
		return all.isolated, all.first
	}
	for p := range g.Ports() {
		if g.Degree(uint32(p)) == 0 {
			if count == 0 {
				first = uint32(p)
			}
			count++
		}
	}
	return count, first
}

// Hash identifies a graph by its content: the xxhash64 of the sizes and of the xxhash64 of every row, all little-endian. Stored and computed
// graphs with the same edges have the same hash.
func Hash(g Graph) uint64 {
	d := xxhash.New()
	var word [8]byte
	put := func(x uint64) {
		binary.LittleEndian.PutUint64(word[:], x)
		d.Write(word[:])
	}
	put(uint64(g.Ports()))
	put(uint64(g.Servers()))
	_, same := g.(Complete)
	row := uint64(0)
	var buf []uint32
	var bytes []byte
	for p := range g.Ports() {
		if p == 0 || !same {
			buf = g.Row(uint32(p), buf)
			bytes = bytes[:0]
			for _, r := range buf {
				bytes = binary.LittleEndian.AppendUint32(bytes, r)
			}
			row = xxhash.Sum64(bytes)
		}
		put(row)
	}
	return d.Sum64()
}
