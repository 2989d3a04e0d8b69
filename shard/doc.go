// Package shard is the engine's public API: it runs one system exactly, on any number of shards.
//
// New prepares a Simulator at time 0, Advance moves it forward, Counters and Digest read it. The result depends on the system and its seed
// alone: not on the number of shards, the length of windows, the instruction set, or where memory comes from. Times are in units of the
// model; the clock underneath is an integer (see package kernel).
//
// # How shards stay exact
//
// Time is cut into windows. Each shard keeps a key for every server and owns a part of the arrivals and of the potential departures. A window has
// these phases, which are also the pprof labels of the time spent in them:
//
//   - strike: apply all potential departures of the window, as if they came first; this is the most optimistic state that a job can meet;
//   - route: choose a server for each own arrival against that state, again against the exact departures if the server chosen is struck
//     after the arrival, and publish the choices as claims;
//   - draw: once an epoch, draw the events of the next one;
//   - wait: one barrier;
//   - settle: read the claims of all shards and choose again, in the order of time, for those that met an earlier claim (package sync has the
//     argument why the others stand);
//   - apply: let the jobs join. Servers with several events in the window are replayed in the order of time.
//
// The work on claims and departures is done by every shard for its own copy of the state; rows and policies, the dear part, are divided.
// Counting is divided too: an event is counted by the shard that drew it.
//
// A Simulator is used by one goroutine at a time; Progress may be called by any.
package shard
