// Package graph says who may serve whom: bipartite graphs from ports, where jobs arrive, to servers.
//
// # Forms
//
// A [CSR] stores the neighbours of all ports in one array (compressed sparse rows), four bytes an edge and an offset a port.
//
// A [Packed] graph stores ids in as few bits as its servers need, in blocks of two rows that share a whole number of cache lines: one row
// runs forwards from the front of the block, the other backwards from its back, each with its degree before its ids. Either takes what the
// other leaves over, so blocks are filled well although degrees differ, and the place of a row follows from its port: there is no offset to
// look up. The size of a block is chosen to make bytes and far rows few; a row that does not fit is kept apart, as ids of four bytes.
// [PacksWell] says when this is better than a CSR. It takes at most 2^28 servers.
//
// [Computed] random graphs store nothing: the row of a port is a function of (seed, port), worked out whenever it is asked for. A hash of
// the port gives the degree, by inversion of its law (binomial or fixed), and keys a permutation of the 32-bit words, which name servers
// one after the other without bias; the row is the first distinct ones named, or for more than half of all servers all but the first
// distinct ones. [Computed.Stored] is the same graph in memory.
//
// [Complete] stores nothing either, and has no rows worth looking at: those of all ports are the same. A [Formula], such as a ring, has
// rows that are worked out by arithmetic.
//
// Whatever the form, a row is the same set of servers, so nothing that is simulated on a graph depends on it. [Hash] tells whether two
// graphs are the same.
//
// # Where graphs come from
//
// Generators ([Bernoulli], [Regular], [Blocks], [PackBernoulli], [PackRegular], [PackBlocks], [NewComputed], [NewComputedRegular], and on
// servers [ErdosRenyi], [RandomRegular], [Ring], [Torus], [Tree]), lists ([Explicit]), files ([Open]: edge lists and Matrix Market), or
// other graphs ([Pack], [Relabel], [Closed]).
//
// # Graphs on servers
//
// Where jobs arrive at servers, and may go to neighbours of theirs, every server has a port of the same number, and the row of a port has
// that server and its neighbours: the closed neighbourhood. Such a graph has as many ports as servers, and an edge in both directions or in
// none; degrees count the server itself. The clique is [Complete].
//
// # Invariants
//
// Ports are 0 .. L-1 and servers 0 .. N-1 with L and N from 1 to 2^31; the row of a port is strictly ascending, so an edge can not count
// twice. What comes from outside is checked when it is read, and [Validate] checks any graph. A port without neighbours is legal here and
// counted by [Isolated]; whether it is acceptable is for the caller to say. Port i and server i are different things, except in graphs on
// servers: the edge (i, i) is an edge like any other.
//
// Random graphs are functions of their parameters and the seed alone, byte for byte, whatever the number of workers. A row of one that is
// not on servers depends on (seed, port) alone.
//
// Whatever takes long takes a context, and can be told to stop: it looks at the context after some milliseconds of work, returns the error
// of the context as its own or wrapped, and gives back the memory of what it had begun.
//
// Graphs are immutable and safe for concurrent use, as long as concurrent calls of Row pass different buffers.
package graph
