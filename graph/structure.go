package graph

import (
	"context"
	"errors"
)

// Shape is what the rows of a graph say about it as a whole. In a graph on servers, whose rows hold the server of the port itself, degrees
// count that server too, and components are those of the graph on servers.
type Shape struct {
	Components   int // connected components; an isolated port or server is one by itself
	Largest      int // servers of the component that has the most
	PortDegree   Degrees
	ServerDegree Degrees
}

// ErrLarge says that a computed random graph is too large to read: more than some 2^26 ports, servers or edges. [Computed.Expect] says what
// is expected of it.
var ErrLarge = errors.New("graph: too large to read in some seconds; only its law is known")

// Structure finds the connected components and the degrees of a graph, in time O(edges) and memory of [DescribeBytes]. Those of a
// [Complete] one and of a [Formula] are known in advance. A [Computed] one that is too large is refused with [ErrLarge].
func Structure(ctx context.Context, g Graph) (Shape, error) {
	switch g := g.(type) {
	case Complete:
		return g.shape(), nil
	case Formula:
		return g.shape(), nil
	case *Computed:
		if g.large() {
			return Shape{}, ErrLarge
		}
	}
	w := watch{over: ctx.Err}
	sets := newDisjoint(g.Servers())
	count := make([]uint32, g.Servers()) // of the ports of a server, later of the servers of a component
	var ports, servers tally
	var buf []uint32
	for p := range g.Ports() {
		if buf = g.Row(uint32(p), buf); w.ended(1 + len(buf)) {
			return Shape{}, w.err
		}
		ports.add(len(buf))
		for _, r := range buf {
			count[r]++
			if sets.count > 1 {
				sets.join(buf[0], r)
			}
		}
	}
	for _, d := range count {
		if w.ended(1) {
			return Shape{}, w.err
		}
		servers.add(int(d))
	}
	s := Shape{PortDegree: ports.degrees(), ServerDegree: servers.degrees()}
	// Ports add no component unless they are isolated: the others hang on a server.
	s.Components = sets.count + s.PortDegree.Isolated
	clear(count)
	for r := range count {
		if w.ended(1) {
			return Shape{}, w.err
		}
		root := sets.find(uint32(r))
		count[root]++
		s.Largest = max(s.Largest, int(count[root]))
	}
	return s, nil
}

// tally accumulates degrees.
type tally struct {
	n, zero, min, max int
	sum               uint64
}

func (t *tally) add(d int) {
	if t.n == 0 || d < t.min {
		t.min = d
	}
	t.max = max(t.max, d)
	if d == 0 {
		t.zero++
	}
	t.n++
	t.sum += uint64(d)
}

func (t *tally) degrees() Degrees {
	return Degrees{Min: t.min, Max: t.max, Mean: float64(t.sum) / float64(max(t.n, 1)), Isolated: t.zero}
}

// disjoint is a union-find structure with path halving.
type disjoint struct {
	parent []uint32
	count  int // sets
}

func newDisjoint(n int) *disjoint {
	d := &disjoint{parent: make([]uint32, n), count: n}
	for i := range d.parent {
		d.parent[i] = uint32(i)
	}
	return d
}

func (d *disjoint) find(x uint32) uint32 {
	for d.parent[x] != x {
		d.parent[x] = d.parent[d.parent[x]]
		x = d.parent[x]
	}
	return x
}

// join unites the sets of two elements under the smaller root.
func (d *disjoint) join(x, y uint32) {
	x, y = d.find(x), d.find(y)
	if x == y {
		return
	}
	d.parent[max(x, y)] = min(x, y)
	d.count--
}
