package validation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"shardq/bench/instance"
	"shardq/bench/oracle"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
	"shardq/bench/study"
	"shardq/graph/isa"
	"shardq/kernel"
)

// small says how a built-in scenario is cut down so that an oracle knows the answer, and what the cut scenario means.
type small struct {
	sets string  // path=value, separated by blanks
	load float64 // that it must come to: total arrival rate over total service rate
	d    int     // sample size of policies that have one; 0: as in the file

	service *oracle.Phases // bipartite model: the law of a service time; nil: exponential
	slow    any            // other models: the system for the oracle without its policy
}

// everySystem has a row for each built-in scenario. The systems of the bipartite model are so small that the law of their chain can be
// computed, whatever the graph; so are the elastic servers and one of the two systems of pools. The others are compared with slow
// simulations.
var everySystem = map[string]small{
	"quickstart":       {sets: "servers.count=4 ports.count=4 graph.mean_degree=2", load: 0.9},
	"weng2020-2048":    {sets: "servers.count=4 ports.count=5", load: 0.9},
	"weng2020-million": {sets: "servers.count=4 ports.count=6", load: 0.9},
	// From load .9 the rule makes graphs of four servers complete; at less it does not.
	"weng2020-policies": {sets: "servers.count=4 ports.load=0.5", load: 0.5},
	"weng2020-jfiq":     {sets: "servers.count=4 ports.load=0.6 ports.exponent=1.5", load: 0.6},
	"weng2020-jiq":      {sets: "servers.count=4 ports.load=0.6", load: 0.6},
	"weng2020-jsq":      {sets: "servers.count=4 ports.load=0.6", load: 0.6},
	"weng2020-figure2":  {sets: "servers.count=4 servers.buffer=4", load: 0.7},
	"weng2020-figure5":  {sets: "servers.count=4 servers.buffer=2", load: 0.9, service: oracle.BalancedMeans(4)},
	"weng2020-theorem2": {sets: "servers.count=4 servers.buffer=3 graph.epsilon=0.01 ports.load=0.7", load: 0.7},
	"weng2020-theorem3": {sets: "servers.count=4 servers.buffer=3 graph.epsilon=0.01 ports.load=0.7", load: 0.7},

	"gardner2020-jsq-2-2":         {sets: "servers.count=6 servers.buffer=3", load: 0.7},
	"mukherjee2018-jsq-d":         {sets: "servers.count=4 servers.buffer=5", load: 0.9, d: 2},
	"mukherjee2018-jsq-log":       {sets: "servers.count=4 servers.buffer=5", load: 0.9, d: 2}, // ln 4 = 1.39
	"mukherjee2016-jiq-jsq-d":     {sets: "servers.count=4 servers.buffer=5", load: 0.5, d: 2},
	"banerjee2019-halfin-whitt":   {sets: "servers.count=4 servers.buffer=5", load: 0.5},                      // 1 - 1/sqrt 4
	"mukherjee2018-jsq-sqrt-log":  {sets: "servers.count=5 servers.buffer=4", load: 1 - 1/math.Sqrt(5), d: 4}, // sqrt 5 ln 5 = 3.60
	"zhao2021-super-halfin-whitt": {sets: "servers.count=4 servers.buffer=5", load: 1 - math.Pow(4, -0.65)},

	"mukherjee2018-ring":           {sets: "servers.count=5 servers.buffer=3", load: 0.9},
	"mukherjee2018-torus":          {sets: "servers.count=9 servers.buffer=2", load: 0.9},
	"mukherjee2018-clique":         {sets: "servers.count=5 servers.buffer=3", load: 0.9},
	"mukherjee2018-erdos-renyi":    {sets: "servers.count=6 servers.buffer=3 graph.mean_degree=2", load: 0.9},
	"mukherjee2018-random-regular": {sets: "servers.count=6 servers.buffer=3 graph.degree=3", load: 0.9},
	"budhiraja2019-ring":           {sets: "servers.count=5 servers.buffer=3", load: 0.9, d: 2},
	"budhiraja2019-erdos-renyi":    {sets: "servers.count=6 servers.buffer=3 graph.mean_degree=2", load: 0.9, d: 2},
	"budhiraja2019-random-regular": {sets: "servers.count=6 servers.buffer=3 graph.degree=3", load: 0.9, d: 2},

	"mukherjee2017-tabs": {sets: "servers.count=4 servers.buffer=4", load: 0.7,
		slow: oracle.Elastic{Servers: 4, Buffer: 4, Rate: 1, Arrivals: 2.8, Standby: 0.1, Setup: 0.1},
	},
	"mukherjee2020-pools":        {sets: "servers.count=8", load: 2.5, slow: oracle.Pools{Pools: 8, Rate: 1, Arrivals: 20}},
	"mukherjee2020-pools-capped": {sets: "servers.count=4", load: 2.5, slow: oracle.Pools{Pools: 4, Cap: 3, Rate: 1, Arrivals: 10}},

	// Ten servers are few enough already. Where the period stays at 1000 slots, lower loads keep the simulations short.
	"zhou2017-policies": {sets: "servers.count=6 ports.load=0.8", load: 0.8,
		slow: oracle.Slotted{Rates: repeat(6, 1), Arrivals: 4.8, D: 2, Memory: 3, Period: 1000},
	},
	"zhou2017-jiq":    {sets: "", load: 0.9, slow: oracle.Slotted{Rates: repeat(10, 1), Arrivals: 9}},
	"zhou2017-jbt":    {sets: "policy.period=50", load: 0.9, slow: oracle.Slotted{Rates: repeat(10, 1), Arrivals: 9, D: 10, Period: 50}},
	"zhou2017-sq-2-3": {sets: "ports.load=0.8", load: 0.8, slow: oracle.Slotted{Rates: repeat(10, 1), Arrivals: 8, D: 2, Memory: 3}},
	"zhou2017-jbtg": {sets: "policy.period=50", load: 0.9,
		slow: oracle.Slotted{Rates: append(repeat(5, 10), repeat(5, 1)...), Arrivals: 49.5, D: 2, Period: 50},
	},
	"zhou2017-bursty": {sets: "servers.count=4 ports.load=0.6", load: 0.6,
		slow: oracle.Slotted{Rates: repeat(4, 1), Burst: 10, Arrivals: 2.4, D: 2, Period: 1000},
	},
}

func repeat(n int, rate float64) []float64 { return slices.Repeat([]float64{rate}, n) }

// The estimates of the program rest on 64 groups of batches, which a t law of 63 degrees of freedom describes: it lies beyond everyBound
// with probability 3e-10.
const everyBound = 7.5

// TestEverySystem: each built-in scenario, as the program runs it, at a small size against its oracle.
func TestEverySystem(t *testing.T) {
	var known []string
	for _, info := range input.Builtins() {
		known = append(known, info.Name)
		row, ok := everySystem[info.Name]
		if !ok {
			t.Errorf("built-in scenario %s has no row here", info.Name)
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			var sets []input.Set
			for _, set := range strings.Fields(row.sets) {
				path, value, _ := strings.Cut(set, "=")
				sets = append(sets, input.Set{Path: path, Value: value})
			}
			sc, err := input.Builtin(info.Name, sets)
			if err != nil {
				t.Fatal(err)
			}
			if load := sc.ArrivalRate() / sc.Capacity(); math.Abs(load-row.load) > 1e-12 {
				t.Errorf("load %v, want %v", load, row.load)
			}
			sc.Run.Warmup, sc.Run.Measure = 300, 1.5e5/sc.ArrivalRate()
			if sc.Model == scenario.Slotted {
				sc.Run.Warmup, sc.Run.Measure = 10_000, 500_000
			}
			r, err := study.Run(context.Background(), sc, study.Options{Shards: 1})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(r.Outcomes); n != len(sc.Policies) || n == 0 {
				t.Fatalf("%d results for %d policies", n, len(sc.Policies))
			}
			for _, o := range r.Outcomes {
				if sc.Model == scenario.Bipartite {
					row.bipartite(t, sc, o)
				} else {
					row.model(t, o)
				}
			}
		})
	}
	for name := range everySystem {
		if !slices.Contains(known, name) {
			t.Errorf("row %s is for no built-in scenario", name)
		}
	}
}

// estimateOf is an estimate of the program.
func estimateOf(e stats.Estimate) oracle.Estimate {
	return oracle.Estimate{Mean: e.Value, SE: e.StdErr}
}

// bipartite compares the outcome of a policy with the exact law of the system: its graph as it was built, its policy as it was resolved.
func (row small) bipartite(t *testing.T, sc *scenario.Scenario, o *result.Outcome) {
	t.Helper()
	g, err := instance.Graph(t.Context(), sc, nil, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	rates, err := sc.PortRates()
	if err != nil {
		t.Fatal(err)
	}
	name := o.Policy.Rule.String()
	if row.d > 0 && o.Policy.D != row.d {
		t.Errorf("%s: d = %d, want %d", name, o.Policy.D, row.d)
	}
	system := twin(
		&kernel.System{Graph: g, Types: sc.Types(), Buffer: sc.Buffer(), Arrivals: sc.ArrivalRate(), PortRates: rates, Policy: o.Policy},
	)
	system.Service = row.service
	exact, err := oracle.Exact(system)
	if err != nil {
		t.Fatal(err)
	}
	within(t, everyBound, name+": mean response", estimateOf(o.Estimate("mean_response")), exactly(exact.MeanResponse))
	within(t, everyBound, name+": mean number", estimateOf(o.Estimate("mean_number")), exactly(exact.MeanNumber))
	if exact.Blocking*float64(o.Jobs.Arrived) > rare {
		within(t, everyBound, name+": blocking", estimateOf(o.Estimate("blocking")), exactly(exact.Blocking))
	}
	for i, p := range []float64{0.5, 0.9, 0.99} {
		within(
			t,
			everyBound,
			fmt.Sprintf("%s: quantile %v", name, p),
			estimateOf(o.Estimate(result.Quantiles()[i].Key())),
			exactly(exact.Quantile(p)),
		)
	}
}

// model compares the findings of a policy with the oracle of the model.
func (row small) model(t *testing.T, f *result.Outcome) {
	t.Helper()
	p := f.Policy
	measures := make(map[string]oracle.Estimate)
	for _, m := range f.Measures {
		measures[m.Key] = estimateOf(m.Estimate)
	}
	compare := func(key string, want oracle.Estimate) {
		t.Helper()
		got, ok := measures[key]
		if !ok {
			t.Errorf("%s: no %s among the measures", p.Rule, key)
			return
		}
		within(t, everyBound, p.Rule.String()+": "+key, got, want)
	}
	switch s := row.slow.(type) {
	case oracle.Slotted:
		s.Policy = p.Rule.String()
		if p.D > 0 && p.D != s.D || p.Memory > 0 && p.Memory != s.Memory || p.Period > 0 && p.Period != s.Period {
			t.Errorf("policy %+v, want the parameters of %+v", p, s)
		}
		want, err := oracle.SimulateSlotted(s, oracle.SlotRun{Seed: 1, Warmup: 5000, Slots: 1000, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		compare("mean_number", want.MeanNumber)
		compare("mean_response", want.MeanResponse)
		// Messages are counted per job here and per slot with an arrival there. The former have no interval; their error is less, the run
		// being longer.
		perJob := (1 - math.Exp(-s.Arrivals)) / s.Arrivals
		for what, pair := range map[string][2]oracle.Estimate{
			"queries": {exactly(f.Messages.Queries), want.Queries},
			"replies": {exactly(f.Messages.Replies), want.Replies},
			"reports": {exactly(f.Messages.Reports), want.Reports},
		} {
			slow := oracle.Estimate{Mean: pair[1].Mean * perJob, SE: 2 * math.Hypot(pair[1].SE*perJob, 1e-4*pair[1].Mean*perJob)}
			within(t, everyBound, p.Rule.String()+": "+what+" per job", pair[0], slow)
		}
	case oracle.Elastic:
		want, err := oracle.ExactElastic(s)
		if err != nil {
			t.Fatal(err)
		}
		compare("mean_number", want.MeanNumber)
		compare("mean_response", want.MeanResponse)
		compare("blocking", want.Blocking)
		for key, share := range map[string]oracle.Estimate{
			"busy": want.Busy, "idle": want.Idle, "setup": want.SettingUp, "off": want.Off,
		} {
			compare(key, share)
		}
	case oracle.Pools:
		s.Policy, s.D, s.Replacement = p.Rule.String(), p.D, p.Replacement
		want, err := oracle.ExactPools(s)
		if s.Cap == 0 {
			want, err = oracle.SimulatePools(s, oracle.TimeRun{Seed: 1, Warmup: 20, Time: 40, Batches: testBatches})
		}
		if err != nil {
			t.Fatal(err)
		}
		compare("mean_number", want.MeanNumber)
		compare("blocking", want.Blocking)
		for k, tail := range want.Tail {
			if k < len(f.Levels) && tail.Mean > 0.01 {
				within(t, everyBound, fmt.Sprintf("%s: %d or more", p.Rule, f.Levels[k].AtLeast), estimateOf(f.Levels[k].Share), tail)
			}
		}
	default:
		t.Fatalf("no system for the oracle of model %s", f.Scenario.Model)
	}
}
