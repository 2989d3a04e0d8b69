package graph

import "fmt"

// Complete is the graph in which every one of L ports reaches the same servers: all N of them, or, if Reach is positive, servers 0 ..
// Reach-1. It takes no memory.
type Complete struct {
	L, N  int
	Reach int // 0 for all servers; at most N
}

// reach returns the number of servers that a port reaches.
func (g Complete) reach() int {
	if g.Reach > 0 {
		return g.Reach
	}
	return g.N
}

// validate reports sizes that no graph may have.
func (g Complete) validate() error {
	if g.Reach < 0 || g.Reach > g.N {
		return fmt.Errorf("graph: ports reach %d servers, want 1 to the %d servers, or 0 for all", g.Reach, g.N)
	}
	return nil
}

// Ports returns L.
func (g Complete) Ports() int { return g.L }

// Servers returns N.
func (g Complete) Servers() int { return g.N }

// Edges returns L times the degree.
func (g Complete) Edges() uint64 { return uint64(g.L) * uint64(g.reach()) }

// Degree returns the number of servers that every port reaches.
func (g Complete) Degree(uint32) int { return g.reach() }

// Row fills buf with 0 .. degree-1, or a new slice if buf has a smaller capacity.
func (g Complete) Row(_ uint32, buf []uint32) []uint32 {
	n := g.reach()
	if cap(buf) < n {
		buf = make([]uint32, n)
	}
	buf = buf[:n]
	for i := range buf {
		buf[i] = uint32(i)
	}
	return buf
}

// Bytes returns 0.
func (g Complete) Bytes() uint64 { return 0 }

// shape returns what [Structure] says.
func (g Complete) shape() Shape {
	d := g.reach()
	servers := Degrees{Min: g.L, Max: g.L, Mean: float64(g.L)}
	if d < g.N {
		servers = Degrees{Max: g.L, Mean: float64(g.L) * float64(d) / float64(g.N), Isolated: g.N - d}
	}
	return Shape{Components: 1 + g.N - d, Largest: d, PortDegree: Degrees{Min: d, Max: d, Mean: float64(d)}, ServerDegree: servers}
}
