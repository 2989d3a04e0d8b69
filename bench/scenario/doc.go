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
//	run: {seed: 1, warmup: 100, measure: 1000, start: empty, replications: 1, batches: 30}
//
// Graph kinds: bernoulli with probability (a number, or weng2020 for the rule of Weng, Zhou and Srikant 2020) or mean_degree; regular with
// degree; complete; explicit, with the neighbours in ports.list; file, with path, format (edges or matrix-market; by default told from the
// file) and base (0 or 1, the first id of an edge list). Times are in units of the model, rates in jobs per unit of time. Paths are relative
// to the scenario file, paths given by --set to the working directory.
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
