// Package experiment runs a scenario and turns what the engine counted into results: estimates with intervals, checks, and the bounds of
// theory beside them.
//
// Run builds the graph once, runs every policy of the scenario on it with the same seed (so that policies meet the same arrivals), and each
// policy as often as the scenario has replications. Whatever the engine counted before the end of the warm-up is left out of every
// statistic. All estimates are functions of integer counts: they depend on the scenario and its seed alone, not on shards, threads, or how
// replications were spread over cores.
//
// # What is estimated
//
//   - Response times, from where the admitted jobs joined: a job that finds k jobs at a server of rate mu responds after an Erlang(k+1, mu)
//     time, so the mean, its part spent waiting (k/mu), and every quantile follow from counts. They are of admitted jobs.
//   - Blocking, as the share of full-server losses among the jobs that arrived at a port with neighbours. Jobs of ports without neighbours
//     ("unroutable") are lost too, and counted apart.
//   - The mean number in system, as an integral over time.
//   - Shares of servers with at least 1, 2, ... jobs, from what potential departures met: they are a Poisson process that does not look ahead.
//
// Times are in units of the model, memory in bytes, wall times in seconds. What is not known is NaN in Go and null in JSON.
//
// A Result and everything below it is read-only once Run has returned. Run may be called concurrently; its Progress callback is called from
// one goroutine at a time.
package experiment
