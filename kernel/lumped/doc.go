// Package lumped runs a system on a complete graph by counting: of each type of server, how many have at least 1, 2, ... jobs. With
// exponential service and every port reaching every server, servers of a type are exchangeable and these counts are a Markov chain of their
// own, so time and memory of an event do not depend on the number of servers.
//
// # What is the same, and what is not
//
// All counters have exactly the law that they have in the full engine (package shard): the same rules, the same ties (uniform among
// servers), the same Poisson arrivals and potential departures. The trajectory is another one, so digests differ, and there are no counters
// of single servers. A result depends on the system and its seed alone.
//
// # State
//
// tail[k] of a type is the number of its servers with at least k jobs; tail[0] is their number. A job that joins a server with k jobs adds
// 1 to tail[k+1], one that leaves a server with k jobs takes 1 off tail[k]. Number the servers of a type so that queues do not increase: a
// uniform one of them is a uniform number u, and it has as many jobs as there are k >= 1 with tail[k] > u.
//
// # Events
//
// Arrivals and potential departures of all types are one Poisson process, cut into epochs of 2^32 ticks with some 4,096 events each: a
// Poisson number of events at independent uniform ticks. What an event is (an arrival, or a potential departure of a type, which strikes a
// uniform server of it) is independent of its time, so the ticks are sorted alone and given to the events in the order of their index.
// Everything random is a function of (seed, stream, epoch, index), and of integers: no logarithm, no floating point.
//
// # Concurrency
//
// A Simulator belongs to one goroutine at a time; Progress may be called by any.
package lumped
