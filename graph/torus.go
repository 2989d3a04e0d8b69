package graph

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Torus returns the graph on servers in which the vertices form a grid with these sides, closed to a circle along each, and each is the
// neighbour of the next ones along every side. Vertex v is at coordinates (v / (s2 s3 ...), ..., v mod sk): the last one runs fastest.
// Along a side of 2 there is one neighbour, not the same one twice, and along a side of 1 none. Rows are computed.
func Torus(sides []int) (Graph, error) {
	n, rows := 1, 1
	for _, side := range sides {
		if side < 1 || side > MaxServers/n {
			return nil, fmt.Errorf("graph: torus of sides %v, want sides from 1 on with a product up to %d", sides, MaxServers)
		}
		n *= side
		rows += min(side-1, 2)
	}
	if len(sides) == 0 {
		return nil, errors.New("graph: torus without sides, want at least one")
	}
	g := &torus{vertices: vertices(n), degree: rows}
	stride := uint32(1)
	for i := len(sides) - 1; i >= 0; i-- {
		if side := uint32(sides[i]); side > 1 {
			g.axes = append(g.axes, axis{side, stride, math.MaxUint64/uint64(side) + 1})
			if side > 2 {
				g.lower++
			}
			stride *= side
		}
	}
	return g, nil
}

type torus struct {
	vertices
	axes   []axis // sides longer than 1, the last one first: strides ascend
	degree int    // of every row, the vertex itself included
	lower  int    // axes along which the two neighbours differ
}

// axis is a side of a torus.
type axis struct {
	side   uint32
	stride uint32 // between neighbours along it
	// magic is the least integer from 2^64 / side on: the high word of its product with x is x / side, rounded down, for all x below 2^32
	// (Lemire, Kaser, Kurz 2019).
	magic uint64
}

// Edges returns the lengths of all rows.
func (g *torus) Edges() uint64 { return uint64(g.vertices) * uint64(g.degree) }

// Degree returns the length of a row.
func (g *torus) Degree(uint32) int { return g.degree }

func (g *torus) MaxDegree() int { return g.degree }

func (g *torus) shape() Shape { return regularShape(int(g.vertices), g.degree) }

// Row fills buf with v at its place among the lower neighbours, nearest first from there down, and the upper ones, nearest first from there
// up. Only where a circle closes is anything out of order.
func (g *torus) Row(v uint32, buf []uint32) []uint32 {
	row := room(buf, g.degree)
	down, up := g.lower, g.lower
	row[up] = v
	rest := v
	for i := range g.axes {
		a := &g.axes[i]
		high, _ := bits.Mul64(a.magic, uint64(rest))
		at := rest - uint32(high)*a.side // coordinate
		rest = uint32(high)
		around := (a.side - 1) * a.stride
		next := v + a.stride
		if at == a.side-1 {
			next = v - around
		}
		up++
		row[up] = next
		if a.side == 2 {
			continue
		}
		last := v - a.stride
		if at == 0 {
			last = v + around
		}
		down--
		row[down] = last
	}
	for i := 1; i < len(row); i++ {
		x, j := row[i], i
		for ; j > 0 && row[j-1] > x; j-- {
			row[j] = row[j-1]
		}
		row[j] = x
	}
	return row
}

// TorusSides returns the equal sides of a torus with n vertices in so many dimensions. If n is no such power, the error names the nearest
// number that is.
func TorusSides(n, dimensions int) ([]int, error) {
	if n < 1 || n > MaxServers {
		return nil, fmt.Errorf("graph: torus of %d vertices, want 1 to %d", n, MaxServers)
	}
	if dimensions < 1 || dimensions > 31 {
		return nil, fmt.Errorf("graph: torus of %d dimensions, want 1 to 31", dimensions)
	}
	side, below := 1, 1 // the largest side that is not too long, and its power
	for low, high := 1, n; low <= high; {
		mid := low + (high-low)/2
		if p := power(mid, dimensions); p <= n {
			side, below, low = mid, p, mid+1
		} else {
			high = mid - 1
		}
	}
	if below == n {
		sides := make([]int, dimensions)
		for i := range sides {
			sides[i] = side
		}
		return sides, nil
	}
	nearest := below
	if above := power(side+1, dimensions); above-n < n-below && above <= MaxServers {
		nearest, side = above, side+1
	}
	return nil, fmt.Errorf(
		"graph: %d vertices are no torus of %d equal sides; the nearest number that is: %d = %d^%d",
		n,
		dimensions,
		nearest,
		side,
		dimensions,
	)
}

// power returns base^exponent, or more than MaxServers if that is what it is.
func power(base, exponent int) int {
	p := 1
	for range exponent {
		if p *= base; p > MaxServers {
			return MaxServers + 1
		}
	}
	return p
}
