package graph

// Graph is a bipartite graph from ports to servers.
type Graph interface {
	Ports() int   // L
	Servers() int // N
	Edges() uint64
	// Degree returns the number of neighbours of a port.
	Degree(port uint32) int
	// Row returns the neighbours of a port, ascending and without duplicates. The result may alias the graph's storage or buf; it is valid
	// until the next call with the same buf and must not be written.
	Row(port uint32, buf []uint32) []uint32
	// Bytes returns the memory that the graph occupies.
	Bytes() uint64
}
