// Package graph says who may serve whom: bipartite graphs from ports, where jobs arrive, to servers.
//
// A [CSR] stores the neighbours of all ports in one array (compressed sparse rows), four bytes an edge. [Complete] stores nothing. Graphs come
// from generators ([Bernoulli], [Regular]), from lists ([Explicit]) or from files ([Open]: edge lists and Matrix Market).
//
// Invariants of every graph: ports are 0 .. L-1 and servers 0 .. N-1 with L and N from 1 to 2^31; the row of a port is strictly ascending, so
// an edge can not count twice. What comes from outside is checked when it is read, and [Validate] checks any graph. A port without neighbours is
// legal here and counted by [Isolated]; whether it is acceptable is for the caller to say. Port i and server i are different things: the edge
// (i, i) is an edge like any other.
//
// Random graphs are functions of their parameters and the seed alone, byte for byte: a row depends on (seed, port), never on workers.
//
// Graphs are immutable and safe for concurrent use, as long as concurrent calls of Row pass different buffers.
package graph
