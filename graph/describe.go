package graph

// Stats describes a graph.
type Stats struct {
	Ports, Servers int
	Edges          uint64
	PortDegree     Degrees
	ServerDegree   Degrees
	Components     int     // connected components; an isolated port or server is one by itself
	Bytes          uint64  // memory of the graph
	BytesPerEdge   float64 // 0 without edges
	// Expected says that the graph was not read but described by its law: the edges, mean degrees and isolated ports and servers are
	// expected values, and the components and those least and most degrees that are not certain are 0, unknown.
	Expected bool
}

// Degrees describes the degrees of one side.
type Degrees struct {
	Min, Max int
	Mean     float64
	Isolated int // how many are 0
}

// Describe examines a graph in time O(edges) and memory of [DescribeBytes]; a [Complete] one in no time. Of a [Computed] one with more than
// some 2^26 ports, servers or edges it gives what is expected of its law.
func Describe(g Graph) Stats {
	if c, ok := g.(*Computed); ok && c.large() {
		return c.Expect()
	}
	s := Stats{Ports: g.Ports(), Servers: g.Servers(), Edges: g.Edges(), Bytes: g.Bytes()}
	if s.Edges > 0 {
		s.BytesPerEdge = float64(s.Bytes) / float64(s.Edges)
	}
	if c, ok := g.(Complete); ok {
		s.PortDegree = Degrees{Min: c.N, Max: c.N, Mean: float64(c.N)}
		s.ServerDegree = Degrees{Min: c.L, Max: c.L, Mean: float64(c.L)}
		s.Components = 1
		return s
	}
	sets := newDisjoint(s.Servers)
	incoming := make([]uint32, s.Servers)
	var ports tally
	var buf []uint32
	for p := range s.Ports {
		buf = g.Row(uint32(p), buf)
		ports.add(len(buf))
		for _, r := range buf {
			incoming[r]++
			if sets.count > 1 {
				sets.join(buf[0], r)
			}
		}
	}
	var servers tally
	for _, d := range incoming {
		servers.add(int(d))
	}
	s.PortDegree, s.ServerDegree = ports.degrees(), servers.degrees()
	// Ports add no component unless they are isolated: the others hang on a server.
	s.Components = sets.count + s.PortDegree.Isolated
	return s
}

// DescribeBytes returns the memory that [Describe] takes beside the graph, unless that is complete or a computed one that it does not read.
func DescribeBytes(servers int) uint64 { return 8 * uint64(servers) }

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
