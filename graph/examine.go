package graph

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Validate reports the first fault of a graph: sizes out of range, offsets that do not ascend from 0 to the number of edges, rows that are
// not strictly ascending, ids out of range, degrees or a number of edges that disagree with the rows. It takes time O(edges).
func Validate(ctx context.Context, g Graph) error {
	ports, servers := g.Ports(), g.Servers()
	if err := checkSizes(ports, servers); err != nil {
		return err
	}
	switch g := g.(type) {
	case Complete:
		return g.validate() // ascending by construction, and too large to walk
	case *CSR:
		if err := g.validateOffsets(); err != nil {
			return err
		}
	}
	edges := uint64(0)
	var buf []uint32
	w := watch{over: ctx.Err}
	for p := range ports {
		if buf = g.Row(uint32(p), buf); w.ended(1 + len(buf)) {
			return w.err
		}
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
			return fmt.Errorf(
				"graph: port %d: its row is edges %d to %d, want it to begin at %d and to end between there and %d",
				p,
				from,
				to,
				last,
				g.Edges(),
			)
		}
		last = to
	}
	if last != g.Edges() {
		return fmt.Errorf("graph: the rows end at edge %d of %d", last, g.Edges())
	}
	return nil
}

// Isolated returns the number of ports without neighbours, and the first of them.
func Isolated(ctx context.Context, g Graph) (count int, first uint32, err error) {
	switch g := g.(type) {
	case *Computed:
		all, err := g.look(ctx)
		return all.isolated, all.first, err
	case Formula:
		return 0, 0, nil // every port has its own server
	case Complete:
		if g.reach() > 0 {
			return 0, 0, nil
		}
	}
	w := watch{over: ctx.Err}
	for p := range g.Ports() {
		if w.ended(1) {
			return 0, 0, w.err
		}
		if g.Degree(uint32(p)) == 0 {
			if count == 0 {
				first = uint32(p)
			}
			count++
		}
	}
	return count, first, nil
}

// Hash identifies a graph by its content: the xxhash64 of the sizes and of the xxhash64 of every row, all little-endian. Stored and
// computed graphs with the same edges have the same hash.
func Hash(ctx context.Context, g Graph) (uint64, error) {
	d := xxhash.New()
	var word [8]byte
	put := func(x uint64) {
		binary.LittleEndian.PutUint64(word[:], x)
		d.Write(word[:])
	}
	put(uint64(g.Ports()))
	put(uint64(g.Servers()))
	w := watch{over: ctx.Err}
	h := rowHash{digest: xxhash.New()}
	if c, ok := g.(Complete); ok {
		same := h.consecutive(&w, c.reach())
		for range c.L {
			if w.ended(1) {
				return 0, w.err
			}
			put(same)
		}
		return d.Sum64(), nil
	}
	var buf []uint32
	for p := range g.Ports() {
		if buf = g.Row(uint32(p), buf); w.ended(1 + len(buf)) {
			return 0, w.err
		}
		put(h.of(buf))
	}
	return d.Sum64(), nil
}

// rowHash finds the xxhash64 of rows, piece by piece, so that long ones take no memory beside their own.
type rowHash struct {
	digest *xxhash.Digest
	ids    [1024]uint32
	bytes  []byte
}

// add hashes more ids of a row.
func (h *rowHash) add(ids []uint32) {
	for piece := range slices.Chunk(ids, len(h.ids)) {
		h.bytes = h.bytes[:0]
		for _, r := range piece {
			h.bytes = binary.LittleEndian.AppendUint32(h.bytes, r)
		}
		h.digest.Write(h.bytes)
	}
}

// of returns the hash of a row.
func (h *rowHash) of(row []uint32) uint64 {
	h.digest.Reset()
	h.add(row)
	return h.digest.Sum64()
}

// consecutive returns the hash of the row 0 .. n-1, or anything once the work has ended.
func (h *rowHash) consecutive(w *watch, n int) uint64 {
	h.digest.Reset()
	for first := 0; first < n && !w.ended(len(h.ids)); first += len(h.ids) {
		ids := h.ids[:min(len(h.ids), n-first)]
		ascend(ids, uint32(first))
		h.add(ids)
	}
	return h.digest.Sum64()
}
