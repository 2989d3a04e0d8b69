// Package locality divides the graph of a scenario or of a file into parts that keep neighbours together, and says how much that is worth.
//
// [Run] reports the shares of edges and claims that leave a part, and the servers of other parts that a part sees, for three divisions:
// blocks of consecutive ids as the graph is numbered, which is what the shards of a run have, the parts that were found, and blocks once
// the graph is renumbered by them. It can write the renumbered graph, with the new ids and port rates beside it. [WriteMETIS] hands the
// graph to gpmetis, whose parts Run then takes.
//
// Ids in files are those of the source; in between they are those of a run, fastest servers first. Shares are of all edges, or of the
// arrivals weighted by the rates of their ports. Functions keep no state and may be called concurrently, but for files of the same name.
package locality
