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
	MinPositive = 1e-12
	MaxNumber   = 1e12
)

// MinLoad is the smallest load that is not taken for a mistake.
const MinLoad = 1e-6

var (
	onlyBipartite  = []Model{Bipartite}
	onlySlotted    = []Model{Slotted}
	onlyElastic    = []Model{Elastic}
	continuous     = []Model{Bipartite, Elastic, Pools}
	withQuantiles  = []Model{Bipartite, Elastic}
	withBlocking   = []Model{Bipartite, Elastic, Pools}
	ofOneRate      = []Model{Elastic, Pools}
	oneDispatcher  = "model %s has one dispatcher"
	arriveOneByOne = "the jobs of model %s arrive one by one"
)

// Blocks reports whether the servers of a model may have a limit of jobs.
func Blocks(m Model) bool { return slices.Contains(withBlocking, m) }

// OneRate reports whether all servers of a model have one rate.
func OneRate(m Model) bool { return slices.Contains(ofOneRate, m) }

// Table has every key of a scenario, in the order of a written file. Reader, writer, --set, help and schema are made from it: a new key is
// a row here, with the field that holds it, and the code that uses the field. What cannot be said in a row, because it concerns several
// keys at once, is checked in the read_*.go.
var Table = Key{
	Doc: "A scenario says what to simulate: servers, ports, graph, policy and run.", Block: true,
	Keys: []Key{
		{Name: "name", Form: TextForm, Doc: "The name in tables and results.", Usual: "that of the file",
			At: on(func(s *Scenario) any { return &s.Name })},
		{Name: "model", Form: ChoiceForm, Options: modelOptions, Def: string(Bipartite),
			Doc: "The family of systems, which decides what the other keys may be.",
			At:  on(func(s *Scenario) any { return &s.Model })},
		{Name: "servers", Need: "the number of servers and their types", Doc: "The servers.", Block: true,
			Keys: serverKeys, Groups: []Group{{Keys: []string{"types", "list"}, Need: true}}},
		{Name: "ports", Need: "the arrivals, such as {load: 0.9}", Doc: "The ports at which jobs arrive.", Block: true,
			Keys: portKeys, Groups: []Group{{Keys: []string{"load", "rate", "halfin_whitt"}, Need: true, Unless: []string{"list", "batch"}},
				{Keys: []string{"count", "exponent"}}}},
		{Name: "graph", Models: onlyBipartite, Need: "the graph, such as {kind: complete}",
			Doc:  "The graph that says which servers each port may use.",
			Keys: graphKeys, Choice: "kind", Groups: []Group{{Keys: []string{"probability", "mean_degree", "degree"}, Need: true},
				{Keys: []string{"sides", "dimensions"}}}},
		{Name: "service", Doc: "The law of service times, of mean 1 before they are divided by the rate of the server.",
			Keys: serviceKeys, Choice: "law", Groups: []Group{{Keys: []string{"scv", "probabilities"}, Need: true}, {Keys: []string{"scv",
				"rates"}}}},
		{Name: "policy", Form: SeveralForm, Need: "the policy, such as {name: " + FirstPolicy + "}", Doc: "The policy, or a list of them.",
			Keys: policyKeys, Choice: "name"},
		{Name: "elastic", Models: onlyElastic, Doc: "How servers are switched off and on.", Keys: elasticKeys},
		{Name: "run", Need: "the length of the run, such as {warmup: 100, measure: 1000}",
			Doc: "The length of the run, its seed and its engine.", Keys: runKeys},
		{Name: "kernel", Models: onlyBipartite, Doc: "Settings that change speed and memory, never a result; left out as a rule.",
			Keys: kernelKeys},
	},
}

// firstPolicy stands for the first policy of the model.
const FirstPolicy = "POLICY"

var modelOptions = []Option{
	{Name: string(Bipartite), Doc: "jobs arrive at ports, and a graph says which servers each port may use"},
	{Name: string(Slotted), Doc: "in each slot a batch arrives at one dispatcher and goes to one server; rates are jobs per slot"},
	{Name: string(Elastic), Doc: "servers of one rate that are switched off when they have been idle for a while"},
	{Name: string(Pools), Doc: "each server is a pool in which every task is served at once; buffer is the number of tasks it takes"},
}

var serverKeys = []Key{
	{Name: "count", Form: WholeForm, Lo: 1, Hi: kernel.MaxServers, Usual: "the length of list",
		Doc: "The number N of servers; with list it may be left out.",
		At:  on(func(s *Scenario) any { return &s.Server.Count })},
	{Name: "buffer", Form: WholeForm, Lo: 1, Hi: kernel.MaxBuffer, Noun: "whole number of jobs", Unit: "jobs", Word: "inf", Def: "inf",
		Doc: "Jobs that a server holds at most, the one in service included; inf is no limit, the only value of model slotted.",
		At:  on(func(s *Scenario) any { return &s.Server.Buffer })},
	{Name: "types", Form: PartsForm, Want: "a list of types such as {share: 0.5, rate: 1}", Doc: "The types of servers, in any order.",
		Keys: []Key{
			{
				Name:  "name",
				Form:  TextForm,
				Usual: "the rate",
				Doc:   "The name of the type.",
				At:    on(func(t *ServerType) any { return &t.Name }),
			},
			{Name: "share", Form: NumberForm, Lo: 0, Hi: 1, Zero: true, Usual: "1 if there is one type",
				Doc: "The share of all servers; the shares sum to 1.",
				At:  on(func(t *ServerType) any { return &t.Share })},
			{Name: "rate", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber, Unit: "jobs per unit of time", Need: "a service rate",
				Doc: "The service rate while busy.", At: on(func(t *ServerType) any { return &t.Rate })},
		}, At: on(func(s *Scenario) any { return &s.Server.Types })},
	{
		Name: "list",
		Form: PartsForm,
		Want: "a list of servers such as {rate: 1}",
		Doc:  "The servers one by one, in place of types.",
		Keys: []Key{
			{Name: "rate", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber, Unit: "jobs per unit of time", Need: "a service rate",
				Doc: "The service rate of the server.", At: on(func(rate *float64) any { return rate })},
		},
		At: on(func(s *Scenario) any { return &s.Server.List }),
	},
}

var portKeys = []Key{
	{Name: "count", Form: WholeForm, Lo: 1, Hi: kernel.MaxPorts, Models: onlyBipartite, Because: oneDispatcher,
		Doc:   "The number L of ports; left out, or N, where the graph is one on servers.",
		At:    on(func(s *Scenario) any { return &s.Port.Count }),
		Shown: func(s *Scenario) bool { return !s.Graph.OnServers() && s.Port.Exponent == 0 }},
	{Name: "exponent", Form: NumberForm, Lo: 0, Hi: 10, Models: onlyBipartite, Because: oneDispatcher,
		Doc: "In place of count: x makes ceil(N^x) ports.", At: on(func(s *Scenario) any { return &s.Port.Exponent })},
	{Name: "load", Form: NumberForm, Lo: MinLoad, Hi: 1e3, Doc: "Total arrival rate over total service rate.",
		At: on(func(s *Scenario) any { return &s.Port.Load })},
	{Name: "rate", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber, Unit: "jobs per unit of time",
		Doc: "In place of load: the total arrival rate.",
		At:  on(func(s *Scenario) any { return &s.Port.Rate })},
	{Name: "halfin_whitt", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber,
		Doc: "In place of load: beta of a load of 1 - beta N^-alpha, which must be positive.",
		At:  on(func(s *Scenario) any { return &s.Port.HalfinWhitt })},
	{Name: "alpha", Form: NumberForm, Lo: 1e-3, Hi: 10, Usual: "0.5", With: "halfin_whitt",
		Doc: "The alpha of halfin_whitt; 0.5 is the Halfin-Whitt regime.",
		At:  on(func(s *Scenario) any { return &s.Port.Alpha })},
	{Name: "batch", Models: onlySlotted, Because: arriveOneByOne, Word: "poisson", Usual: "poisson",
		Want:   "poisson or {sizes: [..], probabilities: [..]}",
		Doc:    "The law of the jobs that arrive in a slot; a section says how many arrive in place of load, rate or halfin_whitt.",
		Stands: []string{"load", "rate", "halfin_whitt"}, Shown: func(s *Scenario) bool { return s.Port.BatchSizes != nil }, Keys: []Key{
			{Name: "sizes", Form: WholesForm, Lo: 0, Hi: 1 << 30, Unit: "jobs", Need: "the possible numbers of jobs",
				Doc: "The possible sizes of a batch.",
				At:  on(func(s *Scenario) any { return &s.Port.BatchSizes })},
			{
				Name: "probabilities",
				Form: ProbabilitiesForm,
				Hi:   1,
				Need: "the probability of each size",
				Doc:  "The probability of each size.",
				At:   on(func(s *Scenario) any { return &s.Port.BatchProbabilities }),
			},
		}},
	{Name: "rates", Models: onlyBipartite, Because: oneDispatcher, Word: "uniform", Def: "uniform",
		Want: "uniform, {zipf: exponent} or {file: path}",
		Doc:  "How the total arrival rate is divided among the ports.", Groups: []Group{{Keys: []string{"zipf", "file"}, Need: true}},
		Shown: func(s *Scenario) bool { return s.Port.List == nil }, Keys: []Key{
			{Name: "zipf", Form: NumberForm, Lo: 1e-6, Hi: 16, Doc: "Port l, from 0, has weight (l+1)^-zipf.",
				At: on(func(s *Scenario) any { return &s.Port.Zipf })},
			{Name: "file", Form: FileForm, Doc: "A file of weights, one a line; lines that begin with # do not count.",
				At: on(func(s *Scenario) any { return &s.Port.File })},
		}},
	{Name: "list", Form: PartsForm, Models: onlyBipartite, Because: oneDispatcher,
		Want: "a list of ports such as {rate: 0.3, neighbours: [0, 2]}",
		Doc:  "The ports one by one, in place of count and rates; a load or a rate rescales their rates.", Keys: []Key{
			{Name: "rate", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Unit: "jobs per unit of time", Need: "an arrival rate",
				Doc: "The arrival rate of the port.", At: on(func(p *Port) any { return &p.Rate })},
			{
				Name:  "neighbours",
				Form:  WholesForm,
				Lo:    0,
				Hi:    kernel.MaxServers - 1,
				To:    toOthers,
				Usual: "none, but with graph.kind explicit",
				Doc:   "The servers that the port may use, by their place in servers.list, or in servers.types, type after type.",
				At:    on(func(p *Port) any { return &p.Neighbours }),
			},
		}, At: on(func(s *Scenario) any { return &s.Port.List })},
}

// kinds of graph that read the same keys.
var (
	byProbability = []string{string(Bernoulli), string(Computed)}
	theorems      = []string{string(Theorem2), string(Theorem3)}
)

// storageKey is a row of graph.storage.
func storageKey(kinds ...string) Key {
	return Key{Name: "storage", Form: ChoiceForm, Options: plainWords(string(AutoStorage), string(RowStorage), string(PackedStorage)),
		Def: string(AutoStorage), Only: kinds,
		Doc: "The form in memory: ids of four bytes in rows, of as few bits as possible in packed; it changes speed, never a result.",
		At:  on(func(s *Scenario) any { return &s.Graph.Storage })}
}

// degreeKey is a row of graph.degree.
func degreeKey(kind Kind, k Key) Key {
	k.Name, k.Form, k.Hi, k.Only = "degree", WholeForm, kernel.MaxServers, []string{string(kind)}
	k.At = on(func(s *Scenario) any { return &s.Graph.Degree })
	return k
}

var graphKeys = []Key{
	{Name: "kind", Form: ChoiceForm, Options: KindOptions(),
		Doc: "The kind of graph: from ports to servers, or one on servers, each of which then has a port of its own.",
		At:  on(func(s *Scenario) any { return &s.Graph.Kind })},
	{Name: "probability", Form: NumberForm, Lo: MinPositive, Hi: 1, Word: Weng2020, Only: byProbability,
		Doc: "The probability of each edge; weng2020 is the rule of Weng, Zhou and Srikant 2020, which needs a load below 1.",
		At:  on(func(s *Scenario) any { return &s.Graph.Probability }), WordAt: on(func(s *Scenario) any { return &s.Graph.Rule })},
	{
		Name: "probability",
		Form: NumberForm,
		Lo:   MinPositive,
		Hi:   1,
		Only: []string{string(ErdosRenyi)},
		Doc:  "The probability of each edge.",
		At:   on(func(s *Scenario) any { return &s.Graph.Probability }),
	},
	{Name: "mean_degree", Form: NumberForm, Lo: MinPositive, Hi: kernel.MaxServers, To: toServers, Only: byProbability,
		Doc: "The mean number of neighbours of a port.", At: on(func(s *Scenario) any { return &s.Graph.MeanDegree })},
	{Name: "mean_degree", Form: NumberForm, Lo: MinPositive, Hi: kernel.MaxServers, To: toOthers, Only: []string{string(ErdosRenyi)},
		Doc: "The mean number of neighbours of a server.", At: on(func(s *Scenario) any { return &s.Graph.MeanDegree })},
	degreeKey(Regular, Key{Lo: 1, To: toServers, Need: "the number of neighbours of each port",
		Doc: "The number of neighbours of each port."}),
	degreeKey(Computed, Key{Lo: 1, To: toServers, Doc: "The number of neighbours of each port."}),
	degreeKey(RandomRegular, Key{Lo: 1, To: toOthers, Need: "the number of neighbours of each server",
		Doc: "The number of neighbours of each server; it or the number of servers is even."}),
	degreeKey(Ring, Key{Lo: 2, To: toOthers, Def: "2", Doc: "The number of neighbours of each server, an even one."}),
	{Name: "path", Form: FileForm, Only: []string{string(File)}, Need: "the file of the graph", Doc: "The file of the graph.",
		At: on(func(s *Scenario) any { return &s.Graph.Path })},
	{
		Name:    "format",
		Form:    ChoiceForm,
		Options: plainWords("edges", "matrix-market"),
		Usual:   "told from the file",
		Only:    []string{string(File)},
		Doc:     "The format of the file.",
		At:      on(func(s *Scenario) any { return &s.Graph.Format }),
	},
	{Name: "base", Form: WholeForm, Lo: 0, Hi: 1, Def: "0", Only: []string{string(File)}, Doc: "The first id of a list of edges.",
		At: on(func(s *Scenario) any { return &s.Graph.Base })},
	storageKey(string(Bernoulli), string(Regular), string(ErdosRenyi), string(RandomRegular)),
	{Name: "epsilon", Form: NumberForm, Lo: 1e-6, Hi: 1, Open: true, Only: theorems, Need: "how near to the limit, such as 0.05",
		Doc: "How near to the limit.", At: on(func(s *Scenario) any { return &s.Graph.Epsilon })},
	storageKey(theorems...),
	{Name: "sides", Form: WholesForm, Lo: 1, Hi: kernel.MaxServers, Only: []string{string(Torus)}, Usual: "equal ones",
		Doc: "The vertices along each dimension; their product is N.", At: on(func(s *Scenario) any { return &s.Graph.Sides })},
	{Name: "dimensions", Form: WholeForm, Lo: 1, Hi: 31, Only: []string{string(Torus)}, Usual: "2",
		Doc: "In place of sides: the number of dimensions, of equal sides."},
	{Name: "arity", Form: WholeForm, Lo: 1, Hi: kernel.MaxServers, Def: "2", Only: []string{string(Tree)}, Doc: "The children of a vertex.",
		At: on(func(s *Scenario) any { return &s.Graph.Arity })},
	{Name: "between", Form: ChoiceForm, Options: plainWords(betweenPorts, BetweenServers), Def: betweenPorts, Only: []string{string(File)},
		Doc: "What an edge connects: ports and servers, or servers.", At: on(func(s *Scenario) any { return &s.Graph.Between })},
}

var LawOptions = []Option{
	{Name: Exponential, Models: continuous, Doc: "the default of all models but slotted"},
	{Name: HyperExponential, Models: onlyBipartite, Doc: "one of several exponential phases"},
	{Name: Erlang, Models: onlyBipartite, Doc: "the sum of equal exponential phases"},
	{Name: PhaseType, Models: onlyBipartite, Doc: "exponential phases, one leading to another"},
	{Name: Poisson, Models: onlySlotted,
		Doc: "a server of rate mu serves a Poisson number of jobs in a slot; the default of model slotted"},
	{Name: Bursty, Models: onlySlotted, Doc: "with probability mu/burst it serves burst jobs, else none"},
}

var serviceKeys = []Key{
	{Name: "law", Form: ChoiceForm, Options: LawOptions, Usual: "exponential; in model slotted poisson", Doc: "The law.",
		At: on(func(s *Scenario) any { return &s.Service.Law })},
	{Name: "scv", Form: NumberForm, Lo: 1, Hi: 1e6, Only: []string{HyperExponential},
		Doc: "The squared coefficient of variation, for two phases with balanced means.",
		At:  on(func(s *Scenario) any { return &s.Service.SCV })},
	{Name: "probabilities", Form: ProbabilitiesForm, Hi: 1, Only: []string{HyperExponential}, With: "rates",
		Doc: "In place of scv, with rates: the probability of each phase.",
		At:  on(func(s *Scenario) any { return &s.Service.Probabilities })},
	{Name: "rates", Form: NumbersForm, Lo: MinPositive, Hi: MaxNumber, Only: []string{HyperExponential}, With: "probabilities",
		Doc: "The rate of each phase.",
		At:  on(func(s *Scenario) any { return &s.Service.Rates })},
	{Name: "phases", Form: WholeForm, Lo: 1, Hi: kernel.MaxPhases, Only: []string{Erlang}, Need: "the number of phases",
		Doc: "The number of phases.",
		At:  on(func(s *Scenario) any { return &s.Service.Phases })},
	{Name: "start", Form: ProbabilitiesForm, Hi: 1, Only: []string{PhaseType}, Need: "the probability that service begins in each phase",
		Doc: "The probability that service begins in each phase.", At: on(func(s *Scenario) any { return &s.Service.Start })},
	{Name: "rates", Form: NumbersForm, Lo: MinPositive, Hi: MaxNumber, Only: []string{PhaseType}, Need: "the rate of each phase",
		Doc: "The rate of each phase.",
		At:  on(func(s *Scenario) any { return &s.Service.Rates })},
	{Name: "routing", Form: MatrixForm, Lo: 0, Hi: 1, Only: []string{PhaseType},
		Need: "for each phase the probabilities of the next ones; what they lack to 1 ends the service",
		Doc:  "For each phase the probabilities of the next ones; what they lack to 1 ends the service.",
		At:   on(func(s *Scenario) any { return &s.Service.Routing })},
	{Name: "burst", Form: WholeForm, Lo: 1, Hi: 1 << 20, Unit: "jobs", Def: "10", Only: []string{Bursty},
		Doc: "The jobs served at a time, at least the rate of the fastest servers.",
		At:  on(func(s *Scenario) any { return &s.Service.Burst })},
}

var policyKeys = policyRows()

// policyRows makes the rows of a policy from what package policy says of its keys.
func policyRows() []Key {
	rows := []Key{{Name: "name", Form: NamesForm, Doc: "The name, several between commas, or a list of names.",
		At: on(func(p *policy.Policy) any { return &p.Rule })}}
	for _, k := range policy.AllKeys() {
		row := Key{
			Name: k.Name,
			Form: map[policy.KeyType]Form{policy.Count: WholeForm, policy.Switch: TruthForm, policy.Chance: NumberForm}[k.Type],
			Lo:   k.Least,
			Hi:   k.Most,
			Need: k.Want,
			Doc:  sentence(k.Help),
			At:   on(k.Place),
			Zero: k.Type == policy.Chance,
		}
		if k.Grows {
			row.Form, row.Keys, row.Choice = SampleForm, growthKeys, "rule"
		}
		if k.Optimal {
			row.Word = Optimal
		}
		switch {
		case k.Needed:
		case k.Type == policy.Switch:
			row.Def = strconv.FormatBool(k.Default != 0)
		default:
			row.Def = General(k.Default)
		}
		for _, m := range policy.Models() {
			for _, r := range policy.Rules(m) {
				if d := policy.Describe(m, r); d.Reads(k.Name) && !slices.Contains(row.Only, r.String()) {
					row.Only = append(row.Only, r.String())
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// sentence makes a sentence of words about a key.
func sentence(words string) string { return strings.ToUpper(words[:1]) + words[1:] + "." }

var growthKeys = []Key{
	{Name: "rule", Form: ChoiceForm, Need: "log, sqrt, sqrt-log or power", Doc: "How the sample grows; factor times this is rounded up.",
		Options: []Option{{Name: "log", Doc: "ln N"}, {Name: "sqrt", Doc: "the square root of N"}, {Name: "sqrt-log", Doc: "sqrt N ln N"},
			{Name: "power", Doc: "N^exponent"}},
		At: on(func(g *Growth) any { return &g.Rule })},
	{Name: "factor", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber, Def: "1", Doc: "What it is multiplied by.",
		At: on(func(g *Growth) any { return &g.Factor })},
	{Name: "exponent", Form: NumberForm, Lo: 0, Hi: 1, Only: []string{"power"}, Need: "the power of N, such as 0.5", Doc: "The power of N.",
		At: on(func(g *Growth) any { return &g.Exponent })},
}

var elasticKeys = []Key{
	{Name: "standby_rate", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Def: "1", Unit: "per unit of time",
		Doc: "The rate at which an idle server is switched off; 0 is never.", At: on(func(s *Scenario) any { return &s.Elastic.Standby })},
	{Name: "setup_rate", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber, Def: "1", Unit: "per unit of time",
		Doc: "The rate at which a server in setup becomes idle.",
		At:  on(func(s *Scenario) any { return &s.Elastic.Setup })},
	{Name: "power", Doc: "The power that a server takes in each state, in any unit.", Keys: []Key{
		{Name: "busy", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Def: "1", Doc: "While it serves.",
			At: on(func(s *Scenario) any { return &s.Elastic.Power.Busy })},
		{Name: "idle", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Def: "1", Doc: "While it is idle.",
			At: on(func(s *Scenario) any { return &s.Elastic.Power.Idle })},
		{Name: "setup", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Def: "1", Doc: "While it is set up.",
			At: on(func(s *Scenario) any { return &s.Elastic.Power.Setup })},
		{Name: "off", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Def: "0", Doc: "While it is off.",
			At: on(func(s *Scenario) any { return &s.Elastic.Power.Off })},
	}},
}

var measureKeys = []Key{
	{Name: "mean_response", Form: WidthForm, Doc: "The mean time of a job in the system."},
	{Name: "mean_waiting", Form: WidthForm, Models: withQuantiles, Doc: "The mean time before service."},
	{Name: "mean_service", Form: WidthForm, Models: withQuantiles, Doc: "The mean time in service."},
	{Name: "mean_number", Form: WidthForm, Doc: "The mean number of jobs in the system."},
	{Name: "blocking", Form: WidthForm, Models: withBlocking, Doc: "The share of jobs that are blocked."},
	{Name: "quantile_0.5", Form: WidthForm, Models: withQuantiles, Doc: "The median of the time in the system."},
	{Name: "quantile_0.9", Form: WidthForm, Models: withQuantiles, Doc: "The time in the system that nine of ten jobs do not exceed."},
	{Name: "quantile_0.99", Form: WidthForm, Models: withQuantiles, Doc: "The time that 99 % do not exceed."},
	{Name: "quantile_0.999", Form: WidthForm, Models: withQuantiles, Doc: "The time that 99.9 % do not exceed."},
}

// lengthKeys returns the rows of run.warmup and run.measure, which count slots in model slotted and are times in the others.
func lengthKeys(form Form, k Key) []Key {
	k.Form, k.Hi = form, MaxNumber
	warmup, measure := k, k
	warmup.Name, warmup.Zero, warmup.Word, warmup.Aside = "warmup", true, autoWarmup, true
	warmup.Need = "the time before statistics begin, such as 100, or auto"
	warmup.Doc = "The time before statistics begin; auto lets the run find it: MSER-5 ends the initial transient of a pilot."
	warmup.At, warmup.WordAt = on(func(s *Scenario) any { return &s.Run.Warmup }), on(func(s *Scenario) any { return &s.Run.AutoWarmup })
	measure.Name, measure.Lo = "measure", MinPositive
	if form == WholeForm {
		measure.Lo = 1
	}
	measure.Need, measure.Doc = "the time that statistics cover, such as 1000", "The time that statistics cover."
	measure.At = on(func(s *Scenario) any { return &s.Run.Measure })
	return []Key{warmup, measure}
}

var runKeys = slices.Concat(
	[]Key{{Name: "seed", Form: SeedForm, Zero: true, Def: "1", Doc: "The seed; a run depends on it and on the scenario alone.",
		At: on(func(s *Scenario) any { return &s.Run.Seed })}},
	lengthKeys(NumberForm, Key{Models: continuous, Unit: "time"}),
	lengthKeys(WholeForm, Key{Models: onlySlotted, Unit: "slots", Note: "model slotted counts slots"}),
	[]Key{
		{Name: "precision", Want: "half-widths of intervals, such as {mean_response: 1%, blocking: 0.001}", Keys: measureKeys,
			Doc: "Half-widths of 95 % intervals, absolute or in per cent of the value; the run goes on after measure until all " +
				"are reached.",
			Shown: func(s *Scenario) bool { return s.Run.Precision != nil }},
		{Name: "most", Form: NumberForm, Lo: MinPositive, Hi: MaxNumber, Usual: "64 times measure", With: "precision",
			Doc: "The longest time that statistics may cover, from measure to 2^20 times measure.",
			At:  on(func(s *Scenario) any { return &s.Run.Most })},
		{Name: "start", Form: ChoiceForm, Def: string(Empty), Doc: "The state in which the run begins.",
			Options: []Option{{Name: string(Empty)}, {Name: string(MeanField), Models: onlyBipartite,
				Doc: "servers busy as in the limit of many servers"}},
			At: on(func(s *Scenario) any { return &s.Run.Start })},
		{Name: "replications", Form: WholeForm, Lo: 1, Hi: 1e6, Def: "1", Doc: "Independent runs.",
			At: on(func(s *Scenario) any { return &s.Run.Replications })},
		{Name: "batches", Form: WholeForm, Lo: 2, Hi: 1e5, Usual: "chosen by the program",
			Doc: "Batches of the intervals; an even number with precision.",
			At:  on(func(s *Scenario) any { return &s.Run.Batches })},
		{Name: "engine", Form: ChoiceForm, Def: string(Full), Doc: "How the run is simulated.", Options: []Option{{Name: string(Full)},
			{Name: string(Lumped),
				Models: onlyBipartite,
				Doc:    "counts of servers in place of servers: complete graphs and cliques, exponential service, not all policies"}},
			At: on(func(s *Scenario) any { return &s.Run.Engine })},
		{Name: "observe", Form: NumberForm, Lo: 0, Hi: MaxNumber, Zero: true, Unit: "time", Usual: "0, but 1 with halfin_whitt",
			Doc:   "On complete graphs and cliques: the time between two looks at the occupancies, for their histograms; 0 is never.",
			At:    on(func(s *Scenario) any { return &s.Run.Observe }),
			Shown: func(s *Scenario) bool { return s.Model == Bipartite && s.Graph.ReachesAll() }},
	},
)

var kernelKeys = []Key{
	{Name: "idle", Form: ChoiceForm, Def: string(AutoIdle), Doc: "How the policies that ask for idle servers find them.",
		At: on(func(s *Scenario) any { return &s.Kernel.Idle }),
		Options: []Option{{Name: string(AutoIdle), Doc: "the program chooses"},
			{Name: string(KeyIdle), Doc: "in the queue lengths of the servers of a row"},
			{Name: string(RowIdle), Doc: "in a bit for each server of a row"},
			{Name: string(PortIdle),
				Doc: "in bits kept for each port in the order of its row, 4 to 8 bytes an edge; for few ports with long rows"},
			{Name: string(RankIdle), Doc: "complete graphs: by their number among all idle servers"}}},
}

// growth says how a sample grows with N.
type Growth struct {
	Rule             string
	Factor, Exponent float64
}

// optimal is the word for probabilities of the least mean response in the limit of many servers.
const Optimal = "optimal"
