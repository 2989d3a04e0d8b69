// Package kernel holds what happens inside one shard: the definition of a system and of its random events, the routing rules, the state of
// the servers, and the two ways to run a system in one piece: Reference, which is the definition, and Serial, which is fast.
//
// # The model
//
// Ports receive Poisson arrivals; a port may send its jobs to the servers of its row in the graph. Servers are FCFS with exponential
// service, or service in phases ([Phases]), and room for Buffer jobs, the one in service included. A job is routed at once on arrival by
// the rule of Policy, and lost if the server it is sent to is full. Jobs that arrive at a port without neighbours are lost too, and counted
// apart. The length of a queue is the number of jobs at a server with the one in service, wherever a rule compares lengths.
//
// A graph on servers is one with a port for each server, whose row has that server and its neighbours: JSQ on such a graph is the rule of
// that name on these rows, and [policy.Supermarket] tells the own server from the others.
//
// # Randomness
//
// The process is uniformised: every server has potential departures at its full service rate, real only if it is busy. So times, ports,
// servers and tie-break seeds of all events are functions of (seed, stream, lane, epoch, index) that do not depend on the state. Time is
// cut into epochs of 2^32 ticks; entities (ports, servers) are cut into lanes, blocks of consecutive ids. In each epoch a lane has a
// Poisson number of events at independent uniform ticks. The length of an epoch and the lanes are properties of the system alone.
//
// Where service has phases, potential departures come at the rate of the fastest phase. What one does to the job in service, and in which
// phase a service begins, are functions of (seed, tick, server) ([Service]).
//
// Order: by tick; at equal ticks potential departures come before arrivals, then lower lanes, then lower indices.
//
// # Ties
//
// Every arrival carries a 64-bit seed. On rows a tie goes to the server with the least hash of (seed, server): independent of which other
// servers are tied, which is what makes exact windows possible, and different for any two servers, so that the order of a row does not
// matter. On complete graphs the tied servers are numbered by id and one is drawn by rank. Choices that do not look at the state (a random
// neighbour, a sample) are drawn from the sequence that the seed starts, and take rows in ascending order.
//
// # State
//
// The state of a server is its key, jobs<<TypeBits | type, in a word of 8, 16 or 32 bits (see [Layout]). Servers are numbered fastest
// first, so the least key of a row is the choice of JFSQ, keys of idle servers are the least of all, and in an ascending row faster servers
// come first: where two types and more differ, a search ends at an idle server that none of the rest can beat.
//
// The phases of the jobs in service are in an array of their own, a byte a server, which routing does not read.
//
// Policies that ask for idle servers (JFIQ, JIQ, JIQ-JSQ(d)) may read an [IdleSet] instead, one bit a server, which whoever writes keys
// keeps up to date: an eighth of the memory to look at, or less. Whether that pays is a matter of size ([ChooseIdleWay]). The bits say
// what the keys say, so the choice is the same. Where few ports have long rows, the set keeps for each port bits in the order of its row
// too, and a summary of them, found from a server by a [PortIndex]: a change goes to every port of the server, and a search looks at idle
// servers alone, or, where they are many, goes up the hashes that decide ties until it comes to that of an idle neighbour, since a hash
// tells its server. On complete graphs the sets of servers with equal numbers of jobs are kept with counts by block, and a uniform one of
// them is found by rank and select, whatever the number of servers.
//
// # Rows
//
// A [Router] takes the row of a port as it lies in a graph.CSR, unpacks it from a graph.Packed, or computes it (graph.Computed,
// graph.Formula), and looks at up to 64 servers at a time: the least key and the set of ties, or the set of idle ones. Other graphs are
// asked for rows through the interface. Since arrivals are known long before they are routed, what they will read is fetched in stages:
// where the row is, the row, and the keys or bits of its servers, where those do not stay in the caches. Rows that have to be made are made
// a few arrivals ahead, into a ring of buffers. Start and Ahead say what comes next; without them a Router is slower and chooses the same.
//
// # Instruction sets
//
// Each assembly routine has a Go function that defines it and is always compiled; an [isa.Level] selects. Routines read whole vectors, so
// rows have readable valid ids past their end and keys have readable words.
//
// # Concurrency
//
// A System must not change while in use. Values of the other types belong to one goroutine at a time, but for an IdleSet made to be shared,
// whose writers each have servers of their own; Plan is read-only after NewPlan.
package kernel
