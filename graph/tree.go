package graph

import "fmt"

// Tree returns the graph on servers that is a complete tree: every level but the last is full, and that is filled from the left. Vertex 0
// is the root, and the children of v are arity v + 1 .. arity v + arity, as far as there are n vertices. An arity of 1 is a path. Rows are
// computed.
func Tree(n, arity int) (Graph, error) {
	if err := checkSizes(n, n); err != nil {
		return nil, err
	}
	if arity < 1 || arity > MaxServers {
		return nil, fmt.Errorf("graph: tree of arity %d, want 1 to %d children of a vertex", arity, MaxServers)
	}
	return tree{vertices(n), arity}, nil
}

type tree struct {
	vertices
	arity int
}

// Edges returns the lengths of all rows: every vertex, and n-1 edges seen from both ends.
func (g tree) Edges() uint64 { return 3*uint64(g.vertices) - 2 }

// children returns how many children a vertex has, and the first.
func (g tree) children(v uint32) (count int, first uint32) {
	begin := int64(g.arity)*int64(v) + 1
	count = int(max(min(int64(g.arity), int64(g.vertices)-begin), 0))
	return count, uint32(begin)
}

// Degree returns the length of the row of a vertex.
func (g tree) Degree(v uint32) int {
	count, _ := g.children(v)
	return count + 1 + int(min(v, 1))
}

// MaxDegree is that of the root, or of the first vertex below it.
func (g tree) MaxDegree() int {
	if g.vertices == 1 {
		return 1
	}
	return max(g.Degree(0), g.Degree(1))
}

func (g tree) shape() Shape {
	n := int(g.vertices)
	least := g.Degree(0)
	if n > 1 {
		least = min(least, g.Degree(uint32(n-1))) // a leaf
	}
	d := Degrees{Min: least, Max: g.MaxDegree(), Mean: float64(g.Edges()) / float64(n)}
	return Shape{Components: 1, Largest: n, PortDegree: d, ServerDegree: d}
}

// Row fills buf with the parent of v, v and its children.
func (g tree) Row(v uint32, buf []uint32) []uint32 {
	count, first := g.children(v)
	own := int(min(v, 1)) // place of v: after the parent, unless it is the root
	row := room(buf, own+1+count)
	if own > 0 {
		row[0] = (v - 1) / uint32(g.arity)
	}
	row[own] = v
	ascend(row[own+1:], first)
	return row
}
