// Package sync holds what keeps shards exact: the barrier between the parts of a window, the ledger that finds the events of a window by
// server, and the settlement of claims that met on one server. Others import it as winsync.
//
// # Why windows are exact
//
// The times, ports, servers and seeds of all events are known beforehand (package kernel). What a job's choice depends on is the state,
// which earlier jobs change. In a window, an earlier job can only make a server look worse to a later one: it adds a job. Departures can
// only make it look better. So let every job choose against the state at the window's start with all departures of the window applied,
// ignoring the other jobs; where a server that it would take has a departure after the job, with the departures of that server before the
// job alone, and so on until its choice is as good as it looks. Call that its claim. If the server it claims was joined by no earlier job
// of the window, that server looks to it exactly as it assumed, all others look no better than assumed, and ties are broken by a hash of
// (job, server) that does not depend on who else is tied: the claim is the true choice.
//
// The claims that remain, those on a server with an earlier claim, are settled in the order of time. When the earliest of them is taken up,
// all that happened before it is final, so it can be routed again against the true state. It may move to another server and thereby come
// before a later claim there, which is then taken up in its turn. What has been settled is never undone, because work goes on in the order
// of time.
//
// Choices that do not look at the state (a random neighbour) are fixed: they are never routed again, but count as joining.
//
// # What the argument does not ask
//
// It does not ask who routes a job, in which order the jobs of a window are routed, in which order claims reach the list, or how long a
// window is. A claim carries the place of its job in the order of all events, and that alone decides between claims. So shards may take
// arrivals from each other, add claims as they come, and stretch windows, and the outcome of Settle is the same: it is the trajectory
// itself.
//
// # Waiting
//
// A goroutine that waits at a [Barrier] spins, since the others are usually close behind, and then parks; where others are known to be
// late, because another program has their cores, it parks almost at once. [Barrier.WaitDoing] does other work meanwhile, in steps so small
// that the end of the wait is noticed in time.
//
// # Concurrency
//
// Barrier is for all shards at once; every other value belongs to one shard. What a shard wrote before a barrier, all may read after it.
package sync
