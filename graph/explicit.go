package graph

import (
	"fmt"
	"slices"
)

// Explicit stores the given neighbours: rows[p] lists the servers of port p in any order. An id out of range or listed twice for a port is
// an error. The rows are copied.
func Explicit(rows [][]uint32, servers int) (*CSR, error) {
	if err := checkSizes(len(rows), servers); err != nil {
		return nil, err
	}
	edges := uint64(0)
	for _, row := range rows {
		edges += uint64(len(row))
	}
	g, err := newCSR(nil, len(rows), servers, edges)
	if err != nil {
		return nil, err
	}
	at := 0
	for p, row := range rows {
		own := g.targets[at : at+len(row)]
		copy(own, row)
		slices.Sort(own)
		for i, r := range own {
			if int(r) >= servers {
				return nil, fmt.Errorf("graph: port %d: server %d is out of range, want 0 to %d", p, r, servers-1)
			}
			if i > 0 && r == own[i-1] {
				return nil, fmt.Errorf("graph: port %d: server %d is listed twice", p, r)
			}
		}
		at += len(row)
		g.setOffset(p+1, uint64(at))
	}
	return g, nil
}
