package graph

import (
	"context"
	"errors"
	"fmt"
)

// Renumber returns a graph on servers in which server v and its port are called newID[v], from the arena of g. newID must be a permutation
// of 0 .. N-1. The graph g stays as it is; the caller may release it.
func Renumber(ctx context.Context, g *CSR, newID []uint32) (*CSR, error) {
	if g.ports != g.servers {
		return nil, fmt.Errorf("graph: %d ports for %d servers, want one for each", g.ports, g.servers)
	}
	columns, err := Relabel(ctx, g, newID)
	if err != nil {
		return nil, err
	}
	h, err := newCSR(g.arena, g.ports, g.servers, g.Edges())
	if err != nil {
		return nil, errors.Join(err, columns.Release())
	}
	oldID := make([]uint32, len(newID))
	for v, id := range newID {
		oldID[id] = uint32(v)
	}
	at, w := uint64(0), watch{over: ctx.Err}
	for p, v := range oldID {
		if w.ended(1 + columns.Degree(v)) {
			return nil, errors.Join(w.err, h.Release(), columns.Release())
		}
		at += uint64(copy(h.targets[at:], columns.Row(v, nil)))
		h.setOffset(p+1, at)
	}
	return h, columns.Release()
}
