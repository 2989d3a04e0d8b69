// Package scenario has what to simulate: servers, ports, graph, policy and run, and the table of the keys that a file says it with.
//
// From the table come the writer, help and schema here, and the reader of files and overrides, package input.
//
// A scenario is YAML; JSON is accepted as the part of YAML that it is. Sections servers, ports, policy and run are required, and graph in
// the bipartite model:
//
//	name: example
//	model: bipartite            # the default; or slotted, elastic, pools: see below
//	servers:
//	  count: 1000               # N, at most 2^31
//	  buffer: 5                 # jobs per server, the one in service included; inf (the default) is unbounded
//	  types:                    # any order; shares sum to 1
//	    - {name: fast, share: 0.25, rate: 1}
//	    - {name: slow, share: 0.75, rate: 0.5}
//	  # or, for small systems:  list: [{rate: 1}, {rate: 0.5}]
//	ports:
//	  count: 1000               # L; or exponent: 1.2 for L = ceil(N^1.2)
//	  load: 0.9                 # total arrival rate / total service rate; or rate: the arrival rate itself; or halfin_whitt, below
//	  rates: uniform            # or {zipf: 1.1}: port l has weight (l+1)^-1.1; or {file: rates.txt}: one weight per line
//	  # or, for small systems:  list: [{rate: 0.3, neighbours: [0, 2]}]; load or rate may then rescale the rates
//	graph:
//	  kind: bernoulli           # see below
//	  mean_degree: 20
//	service: {law: exponential} # the default; see below
//	policy: {name: jfsq}        # or a list of names, with what the rules read; or a list of such sections
//	run: {seed: 1, warmup: 100, measure: 1000, start: empty, replications: 1, batches: 30, engine: full}
//	kernel: {idle: auto}        # settings that change speed alone; left out as a rule
//
// Times are in units of the model, rates in jobs per unit of time. Paths are relative to the scenario file, paths given by --set to the
// working directory.
//
// # Models
//
// The model decides which sections and keys exist; what it does not read is refused with the name of the model that does.
//
//   - bipartite: jobs arrive at ports, and a graph says which servers each port may use.
//   - slotted: in each slot a batch arrives at one dispatcher and goes to one server, in which there is room for any number of jobs. Rates
//     are jobs per slot, warmup and measure are slots. No graph, kernel, ports.count, ports.rates or ports.list.
//   - elastic: servers of one rate that are switched off when they have been idle for a while. The section elastic may change its defaults:
//     {standby_rate: 1, setup_rate: 1, power: {busy: 1, idle: 1, setup: 1, off: 0}}; standby_rate 0 is never. A run begins with all servers
//     idle.
//   - pools: each server is a pool in which every task is served at once, at the rate of the pools' one type; buffer is the number of tasks
//     it takes.
//
// # Arrivals
//
// Instead of load or rate, halfin_whitt gives beta and alpha (by default 1/2) of a load of 1 - beta N^-alpha, which must be positive. In
// the slotted model a batch is Poisson, or ports.batch is {sizes: [0, 10], probabilities: [0.9, 0.1]}, which then says how many jobs arrive
// in place of load, rate or halfin_whitt.
//
// # Keys
//
// Every key, with what it takes, its default and what reads it, stands in a table (table.go), from which reader, writer, --set, [Help],
// [Reference] and [Schema] are made; reference.md is the page that Reference returns. A new key is a row of the table, with the field of
// [Scenario] that holds it: nothing else in this package need change, unless the key has to be checked against others. What no row says:
//
// Every law of service is scaled to mean 1, and then divided by the rate of the server. A sample size that grows with N is at least 1 and
// at most N, and a scenario that has been read has the number; so it has for probabilities that are optimal.
//
// Warmup auto lets the run find the warm-up: a pilot of a sixteenth of measure is doubled until MSER-5, on the mean number in system of its
// 320 pieces, ends the initial transient in its first half, and statistics begin at its end; it goes no further than eight times measure.
//
// A run with precision is looked at when statistics cover measure, twice that, four times that, and so on, and ends at the first look at
// which every interval is narrow enough, or at the last one that is not beyond most. Intervals are widened by about 7 % to keep their
// coverage in spite of the looks. Where the run ends depends on the scenario and its seed alone.
//
// # Reading
//
// Reading is strict: unknown and repeated keys, wrong types, numbers out of range and contradictions are refused, all in one error of type
// [Errors], each with file, line and column. Anchors, aliases, merge keys and several documents in one file are refused too. Numbers are
// decimal; counts may be written 1e6.
//
// A [Set] changes a value before the file is judged. Setting one of several alternatives, such as ports.load beside ports.rate, replaces
// the others; of two settings the later one stands. Setting model, graph.kind, policy.name or service.law drops what the file says for the
// old choice and the new one does not read. Setting servers.count keeps the shares and changes the number of servers.
//
// External ids are those of the file: servers in the order of servers.list, or type after type in the order of servers.types. The engine
// wants servers sorted fastest first and equal rates merged into one type; those ids are called internal here, and [Scenario.ServerIDs]
// maps them. Everything a Scenario computes is the same on every machine: no result depends on a fused multiply-add or on a library's
// logarithm.
//
// Functions keep no state and may be called concurrently; so may the methods of a Scenario that nobody writes.
package scenario
