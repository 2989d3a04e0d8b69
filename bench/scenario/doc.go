// Package scenario reads the files that say what to simulate: servers, ports, graph, policy and run.
//
// A scenario is YAML; JSON is accepted as the part of YAML that it is. Sections servers, ports, graph, policy and run are required:
//
//	name: example
//	servers:
//	  count: 1000               # N, at most 2^31
//	  buffer: 5                 # jobs per server, the one in service included; inf (the default) is unbounded
//	  types:                    # any order; shares sum to 1
//	    - {name: fast, share: 0.25, rate: 1}
//	    - {name: slow, share: 0.75, rate: 0.5}
//	  # or, for small systems:  list: [{rate: 1}, {rate: 0.5}]
//	ports:
//	  count: 1000               # L; or exponent: 1.2 for L = ceil(N^1.2)
//	  load: 0.9                 # total arrival rate / total service rate; or rate: the total arrival rate itself
//	  rates: uniform            # or {zipf: 1.1}: port l has weight (l+1)^-1.1; or {file: rates.txt}: one weight per line
//	  # or, for small systems:  list: [{rate: 0.3, neighbours: [0, 2]}]; load or rate may then rescale the rates
//	graph:
//	  kind: bernoulli           # see below
//	  mean_degree: 20
//	service: {law: exponential} # the default and so far the only law
//	policy: {name: jfsq}        # or a list of names; d and replacement for the rules that sample; or a list of such sections
//	run: {seed: 1, warmup: 100, measure: 1000, start: empty, replications: 1, batches: 30, engine: full}
//	kernel: {idle: auto}        # settings that change speed alone; left out as a rule
//
// Graph kinds: bernoulli with probability (a number, or weng2020 for the rule of Weng, Zhou and Srikant 2020) or mean_degree; regular with
// degree; computed with any of the three, a random graph of either law that takes no memory; complete; explicit, with the neighbours in
// ports.list; file, with path, format (edges or matrix-market; by default told from the file) and base (0 or 1, the first id of an edge list). Kinds
// bernoulli and regular take storage, the form in memory: rows, packed, or auto (the default); it changes speed and memory, never a result.
// Times are in units of the model, rates in jobs per unit of time. Paths are relative to the scenario file, paths given by --set to the working
// directory. Engine lumped simulates counts of servers instead of servers, which only a complete graph allows.
//
// kernel.idle says how the policies that ask for idle servers (jfiq, jiq, jiq-jsq-d) find them: keys looks at the queue lengths of the servers of a row, row at
// one bit for each of them, port keeps for every port bits in the order of its row and looks at those that are set (4 to 8 bytes an edge; for few ports with long
// rows), rank draws from the set of all idle servers of a complete graph, auto (the default) leaves it to the program. Rows
// and sets exclude each other, so rank is refused on other graphs, the others on complete ones. Other policies do not read it.
//
// Reading is strict: unknown and repeated keys, wrong types, numbers out of range and contradictions are refused, all in one error of type
// [Errors], each with file, line and column. Anchors, aliases, merge keys and several documents in one file are refused too. Numbers are
// decimal; counts may be written 1e6.
//
// A [Set] changes a value before the file is judged. Setting one of several alternatives (load or rate; count or exponent; types or list; zipf
// or file; probability, mean_degree or degree) replaces the others; of two settings the later one stands. Setting graph.kind or policy.name
// drops what the file says for the old choice and the new one does not read. Setting servers.count keeps the shares and changes the number of
// servers.
//
// External ids are those of the file: servers in the order of servers.list, or type after type in the order of servers.types. The engine wants
// servers sorted fastest first and equal rates merged into one type; those ids are called internal here, and [Scenario.ServerIDs] maps them.
// Everything a Scenario computes is the same on every machine: no result depends on a fused multiply-add or on a library's logarithm.
//
// Functions keep no state and may be called concurrently; so may the methods of a Scenario that nobody writes.
package scenario
