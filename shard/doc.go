// Package shard is the engine's public API: it runs one system exactly, on any number of shards.
//
// New prepares a Simulator at time 0, Advance moves it forward, Counters and Digest read it. The result depends on the system and its seed
// alone: not on the number of shards, the length of windows, the instruction set, or where memory comes from. Times are in units of the
// model; the clock underneath is an integer (see package kernel).
//
// # How shards stay exact
//
// Time is cut into windows. Each shard keeps a key for every server and owns a part of the arrivals and of the potential departures. In a
// window it marks the servers that have potential departures, routes its own arrivals against the state at the window's start and the departures before
// each, and publishes the claims. After one barrier every shard reads all claims and settles in the order of time those that met another
// claim (package sync has the argument why the others stand), applies everything to its keys, and goes on. Counting is divided: an event is
// counted by the shard that drew it.
//
// A Simulator is used by one goroutine at a time; Progress may be called by any.
package shard
