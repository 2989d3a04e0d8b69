package graph

// Complete is the graph in which every one of L ports reaches every one of N servers. It takes no memory.
type Complete struct{ L, N int }

// Ports returns L.
func (g Complete) Ports() int { return g.L }

// Servers returns N.
func (g Complete) Servers() int { return g.N }

// Edges returns L N.
func (g Complete) Edges() uint64 { return uint64(g.L) * uint64(g.N) }

// Degree returns N.
func (g Complete) Degree(uint32) int { return g.N }

// Row fills buf with 0 .. N-1, or a new slice if buf has a smaller capacity.
func (g Complete) Row(_ uint32, buf []uint32) []uint32 {
	if cap(buf) < g.N {
		buf = make([]uint32, g.N)
	}
	buf = buf[:g.N]
	for i := range buf {
		buf[i] = uint32(i)
	}
	return buf
}

// Bytes returns 0.
func (g Complete) Bytes() uint64 { return 0 }
