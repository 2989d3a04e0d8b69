package scenario

import (
	"slices"
	"strconv"
	"strings"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// Numbers outside these bounds are taken for mistakes: they would not survive the arithmetic of a run.
const (
	minPositive = 1e-12
	maxNumber   = 1e12
)

// minLoad is the smallest load that is not taken for a mistake.
const minLoad = 1e-6

var (
	onlyBipartite  = []Model{Bipartite}
	onlySlotted    = []Model{Slotted}
	onlyElastic    = []Model{Elastic}
	continuous     = []Model{Bipartite, Elastic, Pools}
	withQuantiles  = []Model{Bipartite, Elastic}
	withBlocking   = []Model{Bipartite, Elastic, Pools}
	oneDispatcher  = "model %s has one dispatcher"
	arriveOneByOne = "the jobs of model %s arrive one by one"
)

// table has every key of a scenario, in the order of a written file. Reader, writer, --set, help and schema are made from it: a new key is
// a row here, with the field that holds it, and the code that uses the field. What cannot be said in a row, because it concerns several
// keys at once, is checked in the read_*.go.
var table = key{
	doc: "A scenario says what to simulate: servers, ports, graph, policy and run.", block: true,
	keys: []key{
		{name: "name", form: text, doc: "The name in tables and results.", usual: "that of the file",
			at: on(func(s *Scenario) any { return &s.Name })},
		{name: "model", form: choice, options: modelOptions, def: string(Bipartite),
			doc: "The family of systems, which decides what the other keys may be.",
			at:  on(func(s *Scenario) any { return &s.Model })},
		{name: "servers", need: "the number of servers and their types", doc: "The servers.", block: true,
			keys: serverKeys, groups: []group{{keys: []string{"types", "list"}, need: true}}},
		{name: "ports", need: "the arrivals, such as {load: 0.9}", doc: "The ports at which jobs arrive.", block: true,
			keys: portKeys, groups: []group{{keys: []string{"load", "rate", "halfin_whitt"}, need: true, unless: []string{"list", "batch"}},
				{keys: []string{"count", "exponent"}}}},
		{name: "graph", models: onlyBipartite, need: "the graph, such as {kind: complete}",
			doc:  "The graph that says which servers each port may use.",
			keys: graphKeys, choice: "kind", groups: []group{{keys: []string{"probability", "mean_degree", "degree"}, need: true},
				{keys: []string{"sides", "dimensions"}}}},
		{name: "service", doc: "The law of service times, of mean 1 before they are divided by the rate of the server.",
			keys: serviceKeys, choice: "law", groups: []group{{keys: []string{"scv", "probabilities"}, need: true}, {keys: []string{"scv",
				"rates"}}}},
		{name: "policy", form: several, need: "the policy, such as {name: " + firstPolicy + "}", doc: "The policy, or a list of them.",
			keys: policyKeys, choice: "name"},
		{name: "elastic", models: onlyElastic, doc: "How servers are switched off and on.", keys: elasticKeys},
		{name: "run", need: "the length of the run, such as {warmup: 100, measure: 1000}",
			doc: "The length of the run, its seed and its engine.", keys: runKeys},
		{name: "kernel", models: onlyBipartite, doc: "Settings that change speed and memory, never a result; left out as a rule.",
			keys: kernelKeys},
	},
}

// firstPolicy stands for the first policy of the model.
const firstPolicy = "POLICY"

var modelOptions = []option{
	{name: string(Bipartite), doc: "jobs arrive at ports, and a graph says which servers each port may use"},
	{name: string(Slotted), doc: "in each slot a batch arrives at one dispatcher and goes to one server; rates are jobs per slot"},
	{name: string(Elastic), doc: "servers of one rate that are switched off when they have been idle for a while"},
	{name: string(Pools), doc: "each server is a pool in which every task is served at once; buffer is the number of tasks it takes"},
}

var serverKeys = []key{
	{name: "count", form: whole, lo: 1, hi: kernel.MaxServers, usual: "the length of list",
		doc: "The number N of servers; with list it may be left out.",
		at:  on(func(s *Scenario) any { return &s.Server.Count })},
	{name: "buffer", form: whole, lo: 1, hi: kernel.MaxBuffer, noun: "whole number of jobs", unit: "jobs", word: "inf", def: "inf",
		doc: "Jobs that a server holds at most, the one in service included; inf is no limit, the only value of model slotted.",
		at:  on(func(s *Scenario) any { return &s.Server.Buffer })},
	{name: "types", form: parts, want: "a list of types such as {share: 0.5, rate: 1}", doc: "The types of servers, in any order.",
		keys: []key{
			{name: "name", form: text, usual: "the rate", doc: "The name of the type.", at: on(func(t *ServerType) any { return &t.Name })},
			{name: "share", form: number, lo: 0, hi: 1, zero: true, usual: "1 if there is one type",
				doc: "The share of all servers; the shares sum to 1.",
				at:  on(func(t *ServerType) any { return &t.Share })},
			{name: "rate", form: number, lo: minPositive, hi: maxNumber, unit: "jobs per unit of time", need: "a service rate",
				doc: "The service rate while busy.", at: on(func(t *ServerType) any { return &t.Rate })},
		}, at: on(func(s *Scenario) any { return &s.Server.Types })},
	{name: "list", form: parts, want: "a list of servers such as {rate: 1}", doc: "The servers one by one, in place of types.", keys: []key{
		{name: "rate", form: number, lo: minPositive, hi: maxNumber, unit: "jobs per unit of time", need: "a service rate",
			doc: "The service rate of the server.", at: on(func(rate *float64) any { return rate })},
	}, at: on(func(s *Scenario) any { return &s.Server.List })},
}

var portKeys = []key{
	{name: "count", form: whole, lo: 1, hi: kernel.MaxPorts, models: onlyBipartite, because: oneDispatcher,
		doc:   "The number L of ports; left out, or N, where the graph is one on servers.",
		at:    on(func(s *Scenario) any { return &s.Port.Count }),
		shown: func(s *Scenario) bool { return !s.Graph.OnServers() && s.Port.Exponent == 0 }},
	{name: "exponent", form: number, lo: 0, hi: 10, models: onlyBipartite, because: oneDispatcher,
		doc: "In place of count: x makes ceil(N^x) ports.", at: on(func(s *Scenario) any { return &s.Port.Exponent })},
	{name: "load", form: number, lo: minLoad, hi: 1e3, doc: "Total arrival rate over total service rate.",
		at: on(func(s *Scenario) any { return &s.Port.Load })},
	{name: "rate", form: number, lo: minPositive, hi: maxNumber, unit: "jobs per unit of time",
		doc: "In place of load: the total arrival rate.",
		at:  on(func(s *Scenario) any { return &s.Port.Rate })},
	{name: "halfin_whitt", form: number, lo: minPositive, hi: maxNumber,
		doc: "In place of load: beta of a load of 1 - beta N^-alpha, which must be positive.",
		at:  on(func(s *Scenario) any { return &s.Port.HalfinWhitt })},
	{name: "alpha", form: number, lo: 1e-3, hi: 10, usual: "0.5", with: "halfin_whitt",
		doc: "The alpha of halfin_whitt; 0.5 is the Halfin-Whitt regime.",
		at:  on(func(s *Scenario) any { return &s.Port.Alpha })},
	{name: "batch", models: onlySlotted, because: arriveOneByOne, word: "poisson", usual: "poisson",
		want:   "poisson or {sizes: [..], probabilities: [..]}",
		doc:    "The law of the jobs that arrive in a slot; a section says how many arrive in place of load, rate or halfin_whitt.",
		stands: []string{"load", "rate", "halfin_whitt"}, shown: func(s *Scenario) bool { return s.Port.BatchSizes != nil }, keys: []key{
			{name: "sizes", form: wholes, lo: 0, hi: 1 << 30, unit: "jobs", need: "the possible numbers of jobs",
				doc: "The possible sizes of a batch.",
				at:  on(func(s *Scenario) any { return &s.Port.BatchSizes })},
			{name: "probabilities", form: probabilities, hi: 1, need: "the probability of each size", doc: "The probability of each size.",
				at: on(func(s *Scenario) any { return &s.Port.BatchProbabilities })},
		}},
	{name: "rates", models: onlyBipartite, because: oneDispatcher, word: "uniform", def: "uniform",
		want: "uniform, {zipf: exponent} or {file: path}",
		doc:  "How the total arrival rate is divided among the ports.", groups: []group{{keys: []string{"zipf", "file"}, need: true}},
		shown: func(s *Scenario) bool { return s.Port.List == nil }, keys: []key{
			{name: "zipf", form: number, lo: 1e-6, hi: 16, doc: "Port l, from 0, has weight (l+1)^-zipf.",
				at: on(func(s *Scenario) any { return &s.Port.Zipf })},
			{name: "file", form: file, doc: "A file of weights, one a line; lines that begin with # do not count.",
				at: on(func(s *Scenario) any { return &s.Port.File })},
		}},
	{name: "list", form: parts, models: onlyBipartite, because: oneDispatcher,
		want: "a list of ports such as {rate: 0.3, neighbours: [0, 2]}",
		doc:  "The ports one by one, in place of count and rates; a load or a rate rescales their rates.", keys: []key{
			{name: "rate", form: number, lo: 0, hi: maxNumber, zero: true, unit: "jobs per unit of time", need: "an arrival rate",
				doc: "The arrival rate of the port.", at: on(func(p *Port) any { return &p.Rate })},
			{name: "neighbours", form: wholes, lo: 0, hi: kernel.MaxServers - 1, to: toOthers, usual: "none, but with graph.kind explicit",
				doc: "The servers that the port may use, by their place in servers.list, or in servers.types, type after type.",
				at:  on(func(p *Port) any { return &p.Neighbours })},
		}, at: on(func(s *Scenario) any { return &s.Port.List })},
}

// kinds of graph that read the same keys.
var (
	byProbability = []string{string(Bernoulli), string(Computed)}
	theorems      = []string{string(Theorem2), string(Theorem3)}
)

// storageKey is a row of graph.storage.
func storageKey(kinds ...string) key {
	return key{name: "storage", form: choice, options: plainWords(string(AutoStorage), string(RowStorage), string(PackedStorage)),
		def: string(AutoStorage), only: kinds,
		doc: "The form in memory: ids of four bytes in rows, of as few bits as possible in packed; it changes speed, never a result.",
		at:  on(func(s *Scenario) any { return &s.Graph.Storage })}
}

// degreeKey is a row of graph.degree.
func degreeKey(kind Kind, k key) key {
	k.name, k.form, k.hi, k.only = "degree", whole, kernel.MaxServers, []string{string(kind)}
	k.at = on(func(s *Scenario) any { return &s.Graph.Degree })
	return k
}

var graphKeys = []key{
	{name: "kind", form: choice, options: kindOptions(),
		doc: "The kind of graph: from ports to servers, or one on servers, each of which then has a port of its own.",
		at:  on(func(s *Scenario) any { return &s.Graph.Kind })},
	{name: "probability", form: number, lo: minPositive, hi: 1, word: Weng2020, only: byProbability,
		doc: "The probability of each edge; weng2020 is the rule of Weng, Zhou and Srikant 2020, which needs a load below 1.",
		at:  on(func(s *Scenario) any { return &s.Graph.Probability }), wordAt: on(func(s *Scenario) any { return &s.Graph.Rule })},
	{name: "probability", form: number, lo: minPositive, hi: 1, only: []string{string(ErdosRenyi)}, doc: "The probability of each edge.",
		at: on(func(s *Scenario) any { return &s.Graph.Probability })},
	{name: "mean_degree", form: number, lo: minPositive, hi: kernel.MaxServers, to: toServers, only: byProbability,
		doc: "The mean number of neighbours of a port.", at: on(func(s *Scenario) any { return &s.Graph.MeanDegree })},
	{name: "mean_degree", form: number, lo: minPositive, hi: kernel.MaxServers, to: toOthers, only: []string{string(ErdosRenyi)},
		doc: "The mean number of neighbours of a server.", at: on(func(s *Scenario) any { return &s.Graph.MeanDegree })},
	degreeKey(Regular, key{lo: 1, to: toServers, need: "the number of neighbours of each port",
		doc: "The number of neighbours of each port."}),
	degreeKey(Computed, key{lo: 1, to: toServers, doc: "The number of neighbours of each port."}),
	degreeKey(RandomRegular, key{lo: 1, to: toOthers, need: "the number of neighbours of each server",
		doc: "The number of neighbours of each server; it or the number of servers is even."}),
	degreeKey(Ring, key{lo: 2, to: toOthers, def: "2", doc: "The number of neighbours of each server, an even one."}),
	{name: "path", form: file, only: []string{string(File)}, need: "the file of the graph", doc: "The file of the graph.",
		at: on(func(s *Scenario) any { return &s.Graph.Path })},
	{name: "format", form: choice, options: plainWords("edges", "matrix-market"), usual: "told from the file", only: []string{string(File)},
		doc: "The format of the file.",
		at:  on(func(s *Scenario) any { return &s.Graph.Format })},
	{name: "base", form: whole, lo: 0, hi: 1, def: "0", only: []string{string(File)}, doc: "The first id of a list of edges.",
		at: on(func(s *Scenario) any { return &s.Graph.Base })},
	storageKey(string(Bernoulli), string(Regular), string(ErdosRenyi), string(RandomRegular)),
	{name: "epsilon", form: number, lo: 1e-6, hi: 1, open: true, only: theorems, need: "how near to the limit, such as 0.05",
		doc: "How near to the limit.", at: on(func(s *Scenario) any { return &s.Graph.Epsilon })},
	storageKey(theorems...),
	{name: "sides", form: wholes, lo: 1, hi: kernel.MaxServers, only: []string{string(Torus)}, usual: "equal ones",
		doc: "The vertices along each dimension; their product is N.", at: on(func(s *Scenario) any { return &s.Graph.Sides })},
	{name: "dimensions", form: whole, lo: 1, hi: 31, only: []string{string(Torus)}, usual: "2",
		doc: "In place of sides: the number of dimensions, of equal sides."},
	{name: "arity", form: whole, lo: 1, hi: kernel.MaxServers, def: "2", only: []string{string(Tree)}, doc: "The children of a vertex.",
		at: on(func(s *Scenario) any { return &s.Graph.Arity })},
	{name: "between", form: choice, options: plainWords(betweenPorts, betweenServers), def: betweenPorts, only: []string{string(File)},
		doc: "What an edge connects: ports and servers, or servers.", at: on(func(s *Scenario) any { return &s.Graph.Between })},
}

var lawOptions = []option{
	{name: Exponential, models: continuous, doc: "the default of all models but slotted"},
	{name: HyperExponential, models: onlyBipartite, doc: "one of several exponential phases"},
	{name: Erlang, models: onlyBipartite, doc: "the sum of equal exponential phases"},
	{name: PhaseType, models: onlyBipartite, doc: "exponential phases, one leading to another"},
	{name: Poisson, models: onlySlotted,
		doc: "a server of rate mu serves a Poisson number of jobs in a slot; the default of model slotted"},
	{name: Bursty, models: onlySlotted, doc: "with probability mu/burst it serves burst jobs, else none"},
}

var serviceKeys = []key{
	{name: "law", form: choice, options: lawOptions, usual: "exponential; in model slotted poisson", doc: "The law.",
		at: on(func(s *Scenario) any { return &s.Service.Law })},
	{name: "scv", form: number, lo: 1, hi: 1e6, only: []string{HyperExponential},
		doc: "The squared coefficient of variation, for two phases with balanced means.",
		at:  on(func(s *Scenario) any { return &s.Service.SCV })},
	{name: "probabilities", form: probabilities, hi: 1, only: []string{HyperExponential}, with: "rates",
		doc: "In place of scv, with rates: the probability of each phase.",
		at:  on(func(s *Scenario) any { return &s.Service.Probabilities })},
	{name: "rates", form: numbers, lo: minPositive, hi: maxNumber, only: []string{HyperExponential}, with: "probabilities",
		doc: "The rate of each phase.",
		at:  on(func(s *Scenario) any { return &s.Service.Rates })},
	{name: "phases", form: whole, lo: 1, hi: kernel.MaxPhases, only: []string{Erlang}, need: "the number of phases",
		doc: "The number of phases.",
		at:  on(func(s *Scenario) any { return &s.Service.Phases })},
	{name: "start", form: probabilities, hi: 1, only: []string{PhaseType}, need: "the probability that service begins in each phase",
		doc: "The probability that service begins in each phase.", at: on(func(s *Scenario) any { return &s.Service.Start })},
	{name: "rates", form: numbers, lo: minPositive, hi: maxNumber, only: []string{PhaseType}, need: "the rate of each phase",
		doc: "The rate of each phase.",
		at:  on(func(s *Scenario) any { return &s.Service.Rates })},
	{name: "routing", form: matrix, lo: 0, hi: 1, only: []string{PhaseType},
		need: "for each phase the probabilities of the next ones; what they lack to 1 ends the service",
		doc:  "For each phase the probabilities of the next ones; what they lack to 1 ends the service.",
		at:   on(func(s *Scenario) any { return &s.Service.Routing })},
	{name: "burst", form: whole, lo: 1, hi: 1 << 20, unit: "jobs", def: "10", only: []string{Bursty},
		doc: "The jobs served at a time, at least the rate of the fastest servers.",
		at:  on(func(s *Scenario) any { return &s.Service.Burst })},
}

var policyKeys = policyRows()

// policyRows makes the rows of a policy from what package policy says of its keys.
func policyRows() []key {
	rows := []key{{name: "name", form: names, doc: "The name, several between commas, or a list of names.",
		at: on(func(p *policy.Policy) any { return &p.Rule })}}
	for _, k := range policy.AllKeys() {
		row := key{name: k.Name, form: map[policy.KeyType]form{policy.Count: whole, policy.Switch: truth, policy.Chance: number}[k.Type],
			lo: k.Least, hi: k.Most,
			need: k.Want, doc: sentence(k.Help), at: on(k.Place), zero: k.Type == policy.Chance}
		if k.Grows {
			row.form, row.keys, row.choice = sample, growthKeys, "rule"
		}
		if k.Optimal {
			row.word = optimal
		}
		switch {
		case k.Needed:
		case k.Type == policy.Switch:
			row.def = strconv.FormatBool(k.Default != 0)
		default:
			row.def = general(k.Default)
		}
		for _, m := range policy.Models() {
			for _, r := range policy.Rules(m) {
				if d := policy.Describe(m, r); d.Reads(k.Name) && !slices.Contains(row.only, r.String()) {
					row.only = append(row.only, r.String())
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// sentence makes a sentence of words about a key.
func sentence(words string) string { return strings.ToUpper(words[:1]) + words[1:] + "." }

var growthKeys = []key{
	{name: "rule", form: choice, need: "log, sqrt, sqrt-log or power", doc: "How the sample grows; factor times this is rounded up.",
		options: []option{{name: "log", doc: "ln N"}, {name: "sqrt", doc: "the square root of N"}, {name: "sqrt-log", doc: "sqrt N ln N"},
			{name: "power", doc: "N^exponent"}},
		at: on(func(g *growth) any { return &g.rule })},
	{name: "factor", form: number, lo: minPositive, hi: maxNumber, def: "1", doc: "What it is multiplied by.",
		at: on(func(g *growth) any { return &g.factor })},
	{name: "exponent", form: number, lo: 0, hi: 1, only: []string{"power"}, need: "the power of N, such as 0.5", doc: "The power of N.",
		at: on(func(g *growth) any { return &g.exponent })},
}

var elasticKeys = []key{
	{name: "standby_rate", form: number, lo: 0, hi: maxNumber, zero: true, def: "1", unit: "per unit of time",
		doc: "The rate at which an idle server is switched off; 0 is never.", at: on(func(s *Scenario) any { return &s.Elastic.Standby })},
	{name: "setup_rate", form: number, lo: minPositive, hi: maxNumber, def: "1", unit: "per unit of time",
		doc: "The rate at which a server in setup becomes idle.",
		at:  on(func(s *Scenario) any { return &s.Elastic.Setup })},
	{name: "power", doc: "The power that a server takes in each state, in any unit.", keys: []key{
		{name: "busy", form: number, lo: 0, hi: maxNumber, zero: true, def: "1", doc: "While it serves.",
			at: on(func(s *Scenario) any { return &s.Elastic.Power.Busy })},
		{name: "idle", form: number, lo: 0, hi: maxNumber, zero: true, def: "1", doc: "While it is idle.",
			at: on(func(s *Scenario) any { return &s.Elastic.Power.Idle })},
		{name: "setup", form: number, lo: 0, hi: maxNumber, zero: true, def: "1", doc: "While it is set up.",
			at: on(func(s *Scenario) any { return &s.Elastic.Power.Setup })},
		{name: "off", form: number, lo: 0, hi: maxNumber, zero: true, def: "0", doc: "While it is off.",
			at: on(func(s *Scenario) any { return &s.Elastic.Power.Off })},
	}},
}

var measureKeys = []key{
	{name: "mean_response", form: width, doc: "The mean time of a job in the system."},
	{name: "mean_waiting", form: width, models: withQuantiles, doc: "The mean time before service."},
	{name: "mean_service", form: width, models: withQuantiles, doc: "The mean time in service."},
	{name: "mean_number", form: width, doc: "The mean number of jobs in the system."},
	{name: "blocking", form: width, models: withBlocking, doc: "The share of jobs that are blocked."},
	{name: "quantile_0.5", form: width, models: withQuantiles, doc: "The median of the time in the system."},
	{name: "quantile_0.9", form: width, models: withQuantiles, doc: "The time in the system that nine of ten jobs do not exceed."},
	{name: "quantile_0.99", form: width, models: withQuantiles, doc: "The time that 99 % do not exceed."},
	{name: "quantile_0.999", form: width, models: withQuantiles, doc: "The time that 99.9 % do not exceed."},
}

// lengthKeys returns the rows of run.warmup and run.measure, which count slots in model slotted and are times in the others.
func lengthKeys(form form, k key) []key {
	k.form, k.hi = form, maxNumber
	warmup, measure := k, k
	warmup.name, warmup.zero, warmup.word, warmup.aside = "warmup", true, autoWarmup, true
	warmup.need = "the time before statistics begin, such as 100, or auto"
	warmup.doc = "The time before statistics begin; auto lets the run find it: MSER-5 ends the initial transient of a pilot."
	warmup.at, warmup.wordAt = on(func(s *Scenario) any { return &s.Run.Warmup }), on(func(s *Scenario) any { return &s.Run.AutoWarmup })
	measure.name, measure.lo = "measure", minPositive
	if form == whole {
		measure.lo = 1
	}
	measure.need, measure.doc = "the time that statistics cover, such as 1000", "The time that statistics cover."
	measure.at = on(func(s *Scenario) any { return &s.Run.Measure })
	return []key{warmup, measure}
}

var runKeys = slices.Concat(
	[]key{{name: "seed", form: seed, zero: true, def: "1", doc: "The seed; a run depends on it and on the scenario alone.",
		at: on(func(s *Scenario) any { return &s.Run.Seed })}},
	lengthKeys(number, key{models: continuous, unit: "time"}),
	lengthKeys(whole, key{models: onlySlotted, unit: "slots", note: "model slotted counts slots"}),
	[]key{
		{name: "precision", want: "half-widths of intervals, such as {mean_response: 1%, blocking: 0.001}", keys: measureKeys,
			doc: "Half-widths of 95 % intervals, absolute or in per cent of the value; the run goes on after measure until all " +
				"are reached.",
			shown: func(s *Scenario) bool { return s.Run.Precision != nil }},
		{name: "most", form: number, lo: minPositive, hi: maxNumber, usual: "64 times measure", with: "precision",
			doc: "The longest time that statistics may cover, from measure to 2^20 times measure.",
			at:  on(func(s *Scenario) any { return &s.Run.Most })},
		{name: "start", form: choice, def: string(Empty), doc: "The state in which the run begins.",
			options: []option{{name: string(Empty)}, {name: string(MeanField), models: onlyBipartite,
				doc: "servers busy as in the limit of many servers"}},
			at: on(func(s *Scenario) any { return &s.Run.Start })},
		{name: "replications", form: whole, lo: 1, hi: 1e6, def: "1", doc: "Independent runs.",
			at: on(func(s *Scenario) any { return &s.Run.Replications })},
		{name: "batches", form: whole, lo: 2, hi: 1e5, usual: "chosen by the program",
			doc: "Batches of the intervals; an even number with precision.",
			at:  on(func(s *Scenario) any { return &s.Run.Batches })},
		{name: "engine", form: choice, def: string(Full), doc: "How the run is simulated.", options: []option{{name: string(Full)},
			{name: string(Lumped),
				models: onlyBipartite,
				doc:    "counts of servers in place of servers: complete graphs and cliques, exponential service, not all policies"}},
			at: on(func(s *Scenario) any { return &s.Run.Engine })},
		{name: "observe", form: number, lo: 0, hi: maxNumber, zero: true, unit: "time", usual: "0, but 1 with halfin_whitt",
			doc:   "On complete graphs and cliques: the time between two looks at the occupancies, for their histograms; 0 is never.",
			at:    on(func(s *Scenario) any { return &s.Run.Observe }),
			shown: func(s *Scenario) bool { return s.Model == Bipartite && s.Graph.ReachesAll() }},
	},
)

var kernelKeys = []key{
	{name: "idle", form: choice, def: string(AutoIdle), doc: "How the policies that ask for idle servers find them.",
		at: on(func(s *Scenario) any { return &s.Kernel.Idle }),
		options: []option{{name: string(AutoIdle), doc: "the program chooses"},
			{name: string(KeyIdle), doc: "in the queue lengths of the servers of a row"},
			{name: string(RowIdle), doc: "in a bit for each server of a row"},
			{name: string(PortIdle),
				doc: "in bits kept for each port in the order of its row, 4 to 8 bytes an edge; for few ports with long rows"},
			{name: string(RankIdle), doc: "complete graphs: by their number among all idle servers"}}},
}

// growth says how a sample grows with N.
type growth struct {
	rule             string
	factor, exponent float64
}

// optimal is the word for probabilities of the least mean response in the limit of many servers.
const optimal = "optimal"
