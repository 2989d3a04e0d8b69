// Package shard is the engine's public API: it runs one system exactly, on any number of shards.
//
// New prepares a Simulator at time 0, Advance moves it forward, Counters and Digest read it. The result depends on the system and its seed
// alone: not on the number of shards, the length of windows, the form of the state, the instruction set, or where memory comes from. Times
// are in units of the model; the clock underneath is an integer (see package kernel).
//
// One shard handles the events one after the other (kernel.Serial); systems whose choices have to be made in the order of time
// (kernel.OneOrder) always have one. What follows is about two and more.
//
// # A window
//
// Time is cut into windows. Each shard draws a part of the arrivals and of the potential departures, those of its own block of ports and of
// its own block of servers. The phases of a window are also the pprof labels of the time spent in them, and the fields of [Phases]:
//
//   - strike: apply the potential departures of the window as if they all came first; this is the most optimistic state that a job can
//     meet;
//   - route: choose a server for each arrival against that state, again with what is struck before the arrival alone if the server chosen
//     is struck after it, and list the choices as claims;
//   - settle: read the claims of all shards and choose again, in the order of time, for those that met an earlier claim (package sync has
//     the argument why the others stand);
//   - apply: let the jobs join. Servers with several events in the window are replayed in the order of time. Where service has phases these
//     are replayed too: a job in service does not see who queues up behind it, so that strikes without arrivals are still the most
//     optimistic state;
//   - draw: random events of the next epoch, while waiting, and the rest of them before the epoch begins;
//   - wait: at the barriers.
//
// The length of a window follows the share of claims that met an earlier one: long enough to share the barriers among many arrivals, short
// enough that few are routed twice. The first shard decides before a barrier and the others read its decision after it.
//
// # The state
//
// In copies, every shard has the keys of all servers. It applies all strikes and all claims to its own copy, so a window needs one barrier:
// claims are out. Copies suit a state that fits into the caches of a core.
//
// In a shared state there is one array. A server belongs to the shard that draws its departures, which alone writes its key, and a window
// has three barriers: all strikes are in the state; all claims are out; nobody reads the state any more, so that joins may be written.
// Nobody repeats what others write. This suits a state so large that a look at a server misses the caches of a core anyway, and many
// shards.
//
// Few ports with long rows are a case apart: jobs that come together want the same servers, so that nearly all of them are routed again.
// With idle bits by port (kernel.IdleByPort) the program takes one shard by itself, and if told to take more begins with the shortest
// windows.
//
// In both forms every shard settles all claims that met, since each needs to know what became of them.
//
// # Keeping shards in step
//
// A window lasts as long as its slowest shard, so a shard that has routed its own arrivals takes arrivals that others have left of theirs,
// some at a time; the claim says whose list the arrival is from, which is all that others need to know. While it waits at a barrier it
// draws a little of its next epoch.
//
// When another program takes a core, shards in step all go at the pace of the one without. If some shard waits for a large part of the
// time, the first shard goes on alone, the others leave their cores, and after a while, longer each time that it fails, they try again
// together. Alone, the first shard does the part of the others as well, in the same windows; before they come back it gives them what it
// knows: the state, if they have copies, and the place reached in each list of events. How often this happened is in [Stats]. With more
// shards than processors it never does.
//
// # Why none of this shows
//
// Events are functions of (seed, stream, lane, epoch, index), never of the shard that draws them or of when it does. A choice is a function
// of the job's seed and the state at its instant, which is the true one whoever makes the choice (package sync). Counters are integers and
// every event is counted once: an arrival by the shard that routed it; a join by the shard that claimed it, or in a shared state by that of
// the server; a departure by the shard that drew it. Sums of integers do not depend on how they were divided.
//
// # Concurrency
//
// A Simulator is used by one goroutine at a time; Progress may be called by any.
package shard
