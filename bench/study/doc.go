// Package study runs a scenario and turns what engines counted into results: estimates with intervals, checks, and the bounds of theory
// beside them.
//
// [Run] makes the scenario ready once, runs every policy with the same seed (so that policies meet the same arrivals), and each policy as
// often as the scenario has replications. Every model goes the same way, the [subject] of which says what is its own: how a replication
// starts, what its counters are, which quantities they give. A course advances the replications, an evaluation turns their counts into
// estimates, and both know nothing of any model.
//
// Whatever an engine counted before the end of the warm-up is left out of every statistic. All estimates are functions of integer counts:
// they depend on the scenario and its seed alone, not on shards, threads, or how replications were spread over cores.
//
// # What is estimated in the bipartite model
//
//   - Response times, from where the admitted jobs joined: a job that finds k jobs at a server of rate mu responds after an Erlang(k+1, mu)
//     time, so the mean, its part spent waiting (k/mu), and every quantile follow from counts. They are of admitted jobs.
//   - Blocking, as the share of full-server losses among the jobs that arrived at a port with neighbours. Jobs of ports without neighbours
//     ("unroutable") are lost too, and counted apart.
//   - The mean number in system, as an integral over time.
//   - Shares of servers with at least 1, 2, ... jobs, from what potential departures met: they are a Poisson process that does not look
//     ahead.
//
// # Runs of unknown length
//
// With run.warmup: auto the warm-up is found by MSER-5 from a pilot that is the beginning of the run, and statistics begin at its end. With
// run.precision a run is looked at when statistics cover run.measure, twice that, four times that, and so on, always in as many batches,
// and ends at the first look at which all intervals asked for are narrow enough and rest on a run that is long for its own memory; all
// intervals are then widened for the looks. In both cases all replications are advanced side by side, decisions are functions of integer
// counts, and the final state is that of a run whose lengths were given.
//
// # Looks at the occupancies
//
// With run.observe a run stops at equal distances in time to count the servers with at least 1, 2, ... jobs, which changes nothing else.
//
// Times are in units of the model, memory in bytes, wall times in seconds. What is not known is NaN.
//
// Run may be called concurrently; its Progress callback is called from one goroutine at a time.
package study
