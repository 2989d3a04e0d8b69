// Package elastic simulates TABS: servers that switch themselves off when they have been idle for a while, and are set up again when jobs
// find no idle server (Mukherjee, Dhara, Borst, van Leeuwaarden, "Optimal service elasticity in large-scale distributed systems", POMACS
// 1(1):25, 2017).
//
// # Rules
//
// A server is busy, idle, off or in setup. A server that becomes idle starts a standby timer, exponential of rate Standby, and is switched
// off when it runs out before a job comes. A job that arrives takes a uniform idle server, if there is one. Otherwise it joins a uniform
// busy server, and is lost if that one is full; and besides, if a server is off, one of them starts its setup, which takes an exponential
// time of rate Setup and makes it idle. A setup, once begun, goes on whatever happens. Busy servers work first come, first served, and a
// service time is exponential of rate Rate.
//
// A job that finds no server idle and none busy, all of them being off or in setup, has nowhere to wait. It is lost and counted as blocked,
// like one sent to a full server; it starts a setup like any other. At time 0 all servers are idle.
//
// The queue length of a server counts the job in service.
//
// # How
//
// Servers are alike, so the numbers of servers that are idle, off, in setup, and busy with at least 1, 2, ... jobs are a Markov chain; this
// package simulates it jump by jump (see package jump). An event takes a time that does not depend on the number of servers, and only
// events that happen are simulated. A result depends on the system alone, however Advance is cut into pieces, and is the same on every
// machine.
//
// # Messages
//
// What the dispatcher is told: that a server became idle (Counters.Emptied, Counters.Ready) or switched itself off (Counters.SwitchedOff).
// What it tells: that a setup shall begin (Counters.Setups).
//
// # Concurrency
//
// A Simulator belongs to one goroutine at a time; Progress may be called by any.
package elastic
