package graph

import (
	"fmt"
	"slices"
)

// Relabel returns the graph in which server r is called newID[r], with rows sorted again, from the arena of g. newID must be a permutation
// of 0 .. N-1. The graph g stays as it is; the caller may release it.
func Relabel(g *CSR, newID []uint32) (*CSR, error) {
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
	copy(h.offsets32, g.offsets32)
	copy(h.offsets64, g.offsets64)
	for i, r := range g.targets {
		h.targets[i] = newID[r]
	}
	for p := range h.ports {
		slices.Sort(h.Row(uint32(p), nil))
	}
	return h, nil
}
