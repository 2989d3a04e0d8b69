// Package partition finds the locality of a bipartite graph: it divides ports and servers into parts so that most edges stay within a part,
// says how well that worked, and renumbers the graph so that every part is a block of consecutive ids.
//
// Why: a sharded run gives each shard a block of consecutive ports and a block of consecutive servers. Where an order of both keeps
// neighbours together, most claims are local and the halo of a shard (servers of other shards that its ports can see) is small. On random
// graphs there is nothing to find: with k parts about (k-1)/k of the edges are remote whatever one does.
//
// Renumbering a graph makes another scenario: the random numbers of a port or a server belong to its id, so digits and digest change. The
// law is the same as long as rates follow their ports and servers. Nothing here is ever done to a scenario unasked.
//
// [Split] is the partitioner; [WriteMETIS] and [ReadMETIS] let the program gpmetis do it instead. [Measure] judges parts, from wherever
// they are. [NewOrder], [View] and [Apply] renumber.
//
// Invariants: everything is a function of the graph and the configuration alone, the same on every machine; all decisions are made in
// integers and ties have a stated order. Ports and servers are counted from 0, and so are parts. Functions may be called concurrently; what
// they return is not changed afterwards.
package partition
