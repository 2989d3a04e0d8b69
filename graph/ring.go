package graph

import "fmt"

// Ring returns the graph on servers in which n vertices stand in a circle and each is the neighbour of the degree/2 nearest on either side:
// an even degree, from 2 to n-1. Rows are computed.
func Ring(n, degree int) (Graph, error) {
	if err := checkSizes(n, n); err != nil {
		return nil, err
	}
	if n < 3 {
		return nil, fmt.Errorf("graph: a ring of %d vertices, want at least 3", n)
	}
	if most := (n - 1) &^ 1; degree < 2 || degree > most || degree%2 != 0 {
		return nil, fmt.Errorf(
			"graph: degree %d on a ring of %d vertices, want an even number from 2 to %d: the nearest half on each side",
			degree,
			n,
			most,
		)
	}
	return ring{vertices(n), uint32(degree / 2)}, nil
}

type ring struct {
	vertices
	half uint32 // neighbours on either side
}

// Edges returns the lengths of all rows.
func (g ring) Edges() uint64 { return uint64(g.vertices) * uint64(g.MaxDegree()) }

// Degree returns the length of a row.
func (g ring) Degree(uint32) int { return g.MaxDegree() }

func (g ring) MaxDegree() int { return 2*int(g.half) + 1 }

func (g ring) shape() Shape { return regularShape(int(g.vertices), g.MaxDegree()) }

// Row fills buf with the vertices from half below to half above, where they pass 0 in two pieces.
func (g ring) Row(v uint32, buf []uint32) []uint32 {
	row := room(buf, g.MaxDegree())
	n, low, above := uint32(g.vertices), v-g.half, v+g.half+1 // low wraps below 0
	switch {
	case v < g.half:
		ascend(row[:above], 0)
		ascend(row[above:], low+n)
	case above > n:
		ascend(row[:above-n], 0)
		ascend(row[above-n:], low)
	default:
		ascend(row, low)
	}
	return row
}
