// Package sync holds what keeps shards exact: the barrier between windows, the ledger that finds the events of a window by server, and the
// settlement of claims that met on one server. Others import it as winsync.
//
// # Why windows are exact
//
// The times, ports, servers and seeds of all events are known beforehand (package kernel). What a job's choice depends on is the state, which
// earlier jobs change. In a window, an earlier job can only make a server look worse to a later one: it adds a job. Departures can only make it
// look better. So let every job choose against the state at the window's start with all departures of the window applied, ignoring the other
// jobs; or, if the server it finds departs again after it, with the departures before it alone. Call that its claim. If the server it
// claims was joined by no earlier job of the window, that server looks to it exactly as it assumed, all others look no better than assumed,
// and ties are broken by a hash of (job, server) that does not depend on who else is tied: the claim is the true choice.
//
// The claims that remain, those on a server with an earlier claim, are settled in the order of time. When the earliest of them is taken up, all
// that happened before it is final, so it can be routed again against the true state. It may move to another server and thereby come
// before a later claim there, which is then taken up in its turn. What has been settled is never undone, because work goes on in
// the order of time.
//
// Choices that do not look at the state (a random neighbour) are fixed: they are never routed again, but count as joining.
//
// # Concurrency
//
// Barrier is for all shards at once; every other value belongs to one shard.
package sync
