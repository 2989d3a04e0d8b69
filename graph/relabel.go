package graph

import (
	"context"
	"fmt"
	"slices"
)

// Relabel returns the graph in which server r is called newID[r], with rows sorted again, from the arena of g. newID must be a permutation
// of 0 .. N-1. The graph g stays as it is; the caller may release it.
func Relabel(ctx context.Context, g *CSR, newID []uint32) (*CSR, error) {
	if len(newID) != g.servers {
		return nil, fmt.Errorf("graph: %d new ids for %d servers", len(newID), g.servers)
	}
	taken := make([]bool, g.servers)
	for r, id := range newID {
		if int(id) >= g.servers {
			return nil, fmt.Errorf("graph: new id %d of server %d is out of range, want 0 to %d", id, r, g.servers-1)
		}
		if taken[id] {
			return nil, fmt.Errorf("graph: new id %d is given to two servers, server %d is the second", id, r)
		}
		taken[id] = true
	}
	h, err := newCSR(g.arena, g.ports, g.servers, g.Edges())
	if err != nil {
		return nil, err
	}
	err = parallel(ctx, 0, blocks(g.ports), func(block int, s *sampler) {
		for p := block * blockRows; p < min(g.ports, (block+1)*blockRows); p++ {
			from, to := g.span(uint32(p))
			if s.ended(1 + int(to-from)) {
				return
			}
			for i, r := range g.targets[from:to] {
				h.targets[from+uint64(i)] = newID[r]
			}
			slices.Sort(h.targets[from:to])
			h.setOffset(p+1, to)
		}
	})
	if err != nil {
		return nil, released(h, err)
	}
	return h, nil
}
