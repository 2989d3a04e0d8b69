// Package scenario reads the files that say what to simulate: servers, ports, graph, policy and run.
//
// A scenario is YAML; JSON is accepted as the part of YAML that it is. Sections servers, ports, policy and run are required, and graph in the bipartite
// model:
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
//	  load: 0.9                 # total arrival rate / total service rate; or rate: the total arrival rate itself; or halfin_whitt: see below
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
// Times are in units of the model, rates in jobs per unit of time. Paths are relative to the scenario file, paths given by --set to the working directory.
//
// # Models
//
// The model decides which sections and keys exist; what it does not read is refused with the name of the model that does.
//
//   - bipartite: jobs arrive at ports, and a graph says which servers each port may use.
//   - slotted: in each slot a batch arrives at one dispatcher and goes to one server, in which there is room for any number of jobs. Rates are jobs per slot,
//     warmup and measure are slots. No graph, kernel, ports.count, ports.rates or ports.list.
//   - elastic: servers of one rate that are switched off when they have been idle for a while. The section elastic may change its defaults: {standby_rate: 1,
//     setup_rate: 1, power: {busy: 1, idle: 1, setup: 1, off: 0}}; standby_rate 0 is never. A run begins with all servers idle.
//   - pools: each server is a pool in which every task is served at once, at the rate of the pools' one type; buffer is the number of tasks it takes.
//
// # Arrivals
//
// Instead of load or rate, halfin_whitt gives beta and alpha (by default 1/2) of a load of 1 - beta N^-alpha, which must be positive. In the slotted model a
// batch is Poisson, or ports.batch is {sizes: [0, 10], probabilities: [0.9, 0.1]}, which then says how many jobs arrive in place of load, rate or
// halfin_whitt.
//
// # Graphs
//
// From ports to servers: bernoulli with probability (a number, or weng2020 for the rule of Weng, Zhou and Srikant 2020) or mean_degree; regular with degree;
// computed with any of the three, a random graph of either law that takes no memory; complete; explicit, with the neighbours in ports.list; file, with path,
// format (edges or matrix-market; by default told from the file) and base (0 or 1, the first id of an edge list); theorem2 and theorem3 with epsilon between
// 0 and 1, the constructions of the theorems of Weng, Zhou and Srikant 2020, which need a finite buffer and a load below 1, theorem3 also ports of equal
// rates.
//
// On servers, each of which has a port of its own whose jobs may use it and its neighbours: erdos-renyi with probability or mean_degree (of other servers);
// random-regular with degree; ring with an even degree, 2 by default; torus with sides or dimensions (2 by default, sides of one length: N must be such a
// power); clique; tree with arity, 2 by default; file with between: servers. Here ports.count is left out, or N.
//
// Random graphs in memory (all but computed) take storage, the form in memory: rows, packed, or auto (the default); it changes speed and memory, never a
// result.
//
// # Service
//
// In the bipartite model a service time is exponential, hyper-exponential with scv (the squared coefficient of variation, at least 1, of two phases with
// balanced means) or with probabilities and rates, erlang with phases, or phase-type with start, rates and routing: the probabilities with which service
// begins in each phase, the rates of the phases, and for each phase the probabilities of the next, what they lack to 1 ending the service. Every law is
// scaled to mean 1, and then divided by the rate of the server. In the slotted model a server of rate mu serves a poisson number of jobs in a slot, the
// default, or is bursty: with probability mu/burst it serves burst jobs (10 by default), else none.
//
// # Policies
//
//   - bipartite: jfsq, jfiq, jsq, jiq, random, fastest; jsq-d and jiq-jsq-d with d and replacement; supermarket with the same, on graphs on servers only;
//     jsq-2-2 for servers of two rates with p_fast and p_slow, numbers or both optimal (the least mean response in the limit of many servers), and d_fast and
//     d_slow, 2 by default.
//   - slotted: jsq, jiq, random; sq-d with d; sq-d-m with d and memory; jbt-d and jbtg-d with d and period, in slots.
//   - elastic: tabs.
//   - pools: jsq, random; jsq-d with d and replacement.
//
// A sample size d may grow with N: {rule: log, factor: 1} is ceil(factor ln N), and sqrt, sqrt-log and power, with exponent, take sqrt N, sqrt N ln N and
// N^exponent for ln N; at least 1 and at most N. A scenario that has been read has the numbers.
//
// # Run
//
// Warmup auto lets the run find the warm-up: a pilot of a sixteenth of measure is doubled until MSER-5, on the mean number in system of its 320 pieces, ends the
// initial transient in its first half, and statistics begin at its end; it goes no further than eight times measure.
//
// Precision asks for half-widths of 95 % intervals, such as {mean_response: 0.1%, blocking: 1e-5}: absolute ones, or in per cent of the value. Measures are
// mean_response, mean_waiting, mean_service, mean_number, blocking, quantile_0.5, quantile_0.9, quantile_0.99 and quantile_0.999; in the slotted model
// mean_response and mean_number, in pools those and blocking. The run is looked at when statistics cover measure, twice that, four times that, and so on, and
// ends at the first look at which every interval is narrow enough, or at the last one that is not beyond most, by default 64 times measure. Intervals are
// widened by about 7 % to keep their coverage in spite of the looks. Where the run ends depends on the scenario and its seed alone.
//
// Engine lumped simulates counts of servers instead of servers, which only a complete graph or a clique with exponential service allows, and not the policies
// supermarket and jsq-2-2. On complete graphs and cliques, observe is the time between two looks at the occupancies; 0 is never, the default but with
// halfin_whitt, where it is 1.
//
// kernel.idle says how the policies that ask for idle servers (jfiq, jiq, jiq-jsq-d) find them: keys looks at the queue lengths of the servers of a row, row
// at one bit for each of them, port keeps for every port bits in the order of its row and looks at those that are set (4 to 8 bytes an edge; for few ports
// with long rows), rank draws from the set of all idle servers of a complete graph, auto (the default) leaves it to the program. Rows and sets exclude each
// other, so rank is refused on other graphs, the others on complete ones. Other policies do not read it.
//
// # Reading
//
// Reading is strict: unknown and repeated keys, wrong types, numbers out of range and contradictions are refused, all in one error of type [Errors], each
// with file, line and column. Anchors, aliases, merge keys and several documents in one file are refused too. Numbers are decimal; counts may be written 1e6.
//
// A [Set] changes a value before the file is judged. Setting one of several alternatives (load, rate, halfin_whitt or a law of batches; count or exponent;
// types or list; zipf or file; probability, mean_degree or degree; sides or dimensions; scv, or probabilities and rates) replaces the others; of two settings
// the later one stands. Setting model, graph.kind, policy.name or service.law drops what the file says for the old choice and the new one does not read.
// Setting servers.count keeps the shares and changes the number of servers.
//
// External ids are those of the file: servers in the order of servers.list, or type after type in the order of servers.types. The engine wants servers sorted
// fastest first and equal rates merged into one type; those ids are called internal here, and [Scenario.ServerIDs] maps them. Everything a Scenario computes
// is the same on every machine: no result depends on a fused multiply-add or on a library's logarithm.
//
// Functions keep no state and may be called concurrently; so may the methods of a Scenario that nobody writes.
package scenario
