package graph

// Formula is a graph on servers that takes no memory: there is one port for each server, its vertex, and the row of a vertex, the vertex
// itself and its neighbours, is worked out by arithmetic in time O(degree) whenever it is asked for. Edges have no direction: if a row has
// a vertex, the row of that vertex has this one. [Ring], [Torus] and [Tree] return such graphs.
//
// Row does not allocate if buf has a capacity of MaxDegree.
type Formula interface {
	Graph
	// MaxDegree returns the length of the longest row.
	MaxDegree() int
	// shape returns what [Structure] says, in no time.
	shape() Shape
}

// vertices is the number of them in a graph on servers.
type vertices int

// Ports returns the number of vertices.
func (n vertices) Ports() int { return int(n) }

// Servers returns the number of vertices.
func (n vertices) Servers() int { return int(n) }

// Bytes returns 0.
func (n vertices) Bytes() uint64 { return 0 }

// regularShape returns the shape of a connected graph on n vertices in which all rows have one length.
func regularShape(n, degree int) Shape {
	d := Degrees{Min: degree, Max: degree, Mean: float64(degree)}
	return Shape{Components: 1, Largest: n, PortDegree: d, ServerDegree: d}
}

// room returns buf with so many entries, or a new slice if it has a smaller capacity.
func room(buf []uint32, n int) []uint32 {
	if cap(buf) < n {
		return make([]uint32, n)
	}
	return buf[:n]
}

// ascend fills a slice with consecutive integers from first on.
func ascend(dst []uint32, first uint32) {
	for i := range dst {
		dst[i] = first + uint32(i)
	}
}
