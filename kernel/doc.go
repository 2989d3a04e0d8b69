// Package kernel holds what happens inside one shard: the definition of a system and of its random events, the routing rules, the state of
// the servers, and the two ways to run a system in one piece: Reference, which is the definition, and Serial, which is fast.
//
// # The model
//
// Ports receive Poisson arrivals; a port may send its jobs to the servers of its row in the graph. Servers are FCFS with exponential service
// and room for Buffer jobs, the one in service included. A job is routed at once on arrival by the rule of Policy, and lost if the server it
// is sent to is full. Jobs that arrive at a port without neighbours are lost too, and counted apart.
//
// # Randomness
//
// The process is uniformised: every server has potential departures at its full service rate, real only if it is busy. So times, ports,
// servers and tie-break seeds of all events are functions of (seed, stream, lane, epoch, index) that do not depend on the state. Time is cut
// into epochs of 2^32 ticks; entities (ports, servers) are cut into lanes, blocks of consecutive ids. In each epoch a lane has a
// Poisson number of events at independent uniform ticks. The length of an epoch and the lanes are properties of the system alone.
//
// Order: by tick; at equal ticks potential departures come before arrivals, then lower lanes, then lower indices.
//
// # Ties
//
// Every arrival carries a 64-bit seed. On stored rows a tie goes to the server with the least hash of (seed, server): independent of which
// other servers are tied, which is what makes exact windows possible. On complete graphs the tied servers are numbered by id and one is drawn by
// rank. Choices that do not look at the state (a random neighbour, a sample) are drawn from the sequence that the seed starts.
//
// # Concurrency
//
// A System must not change while in use. Values of the other types belong to one goroutine at a time; Plan is read-only after NewPlan.
package kernel
