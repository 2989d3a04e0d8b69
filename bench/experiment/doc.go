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
// # Runs of unknown length
//
// With run.warmup: auto the warm-up is found by MSER-5 from a pilot that is the beginning of the run, and statistics begin at its end. With run.precision a run is
// looked at when statistics cover run.measure, twice that, four times that, and so on, always in as many batches, and ends at the first look at which all
// intervals asked for are narrow enough and rest on a run that is long for its own memory; all intervals are then widened for the looks. In both cases all
// replications are advanced side by side, decisions are functions of integer counts, and the final state is that of a run whose lengths were given.
//
// # Searches
//
// [Solve] looks for the least or largest value of a parameter that meets a target, by bisection on common random numbers with a stated probability of error.
//
// # Looks at the occupancies
//
// With run.observe a run stops at equal distances in time to count the servers with at least 1, 2, ... jobs, which changes nothing else: [Observed] has the
// means and histograms of their scaled numbers.
//
// # Other models
//
// Slotted systems, elastic servers and pools have engines of their own, without a graph, on one core for each replication. Their results are [Findings]:
// a list of measures, each with its interval, instead of fields, so that all of them share replications, warm-up, batches, checks and reports.
//
// # Comparisons
//
// Compare runs policies on the same random numbers and estimates their differences from batches that belong together, so that what they owe to the same
// arrivals and service times drops out. Intervals are for each difference by itself, significance and ranks for all together.
//
// Times are in units of the model, memory in bytes, wall times in seconds. What is not known is NaN in Go and null in JSON.
//
// A Result and everything below it is read-only once Run has returned. Run may be called concurrently; its Progress callback is called from
// one goroutine at a time.
package experiment
