package input_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/theory/meanfield"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// roundTrip writes a scenario, in YAML and in JSON, and compares what is read back.
func roundTrip(t *testing.T, s *scenario.Scenario) {
	t.Helper()
	asJSON, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	asYAML, err := yaml.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{asJSON, asYAML} {
		again, err := input.Parse("again", text, nil)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if diff := cmp.Diff(s, again); diff != "" {
			t.Errorf("%s\n(-first +second):\n%s", text, diff)
		}
	}
}

// Each override alone makes a scenario out of small, which reads back as itself; what it is meant to say is compared below.
func TestModelsRoundTrip(t *testing.T) {
	for _, overrides := range [][]string{
		{"model=slotted"},
		{"model=slotted", "policy={name: 'sq-d,sq-d-m', d: 2, memory: 3}", "service={law: bursty}"},
		{"model=slotted", "policy={name: 'jbt-d,jbtg-d', d: {rule: log}, period: 50}", "ports.batch=poisson"},
		{"model=slotted", "ports.batch={sizes: [0, 10], probabilities: [.9, .1]}"},
		{"model=elastic", "policy.name=tabs"},
		{"model=elastic", "policy.name=tabs", "elastic={standby_rate: 0, setup_rate: 3, power: {busy: 2, idle: 0, setup: 4, off: .5}}",
			"servers.buffer=3"},
		{"model=pools", "policy={name: jsq-d, d: 3, replacement: true}", "servers.buffer=7"},
		{"model=pools", "policy=[{name: 'jsq,random'}, {name: jsq-d, d: 2}]", "ports.halfin_whitt=.5", "ports.alpha=.25"},
		{"ports.halfin_whitt=1"},
		{"ports.halfin_whitt=1", "run.observe=0"},
		{"ports.halfin_whitt=1", "graph={kind: bernoulli, mean_degree: 3}"},
		{"run.observe=2.5", "run.engine=lumped"},
		{"graph={kind: theorem2, epsilon: .1}", "servers.buffer=5", "ports.rates.zipf=1"},
		{"graph={kind: theorem3, epsilon: .1, storage: packed}", "servers.buffer=5"},
		{"graph={kind: erdos-renyi, mean_degree: 3}", "ports.count=10"},
		{"graph={kind: erdos-renyi, probability: .5, storage: rows}"},
		{"graph={kind: random-regular, degree: 3}"},
		{"graph={kind: ring}"},
		{"graph={kind: ring, degree: 4}", "policy={name: supermarket, d: 3, replacement: true}"},
		{"graph={kind: torus, sides: [2, 5]}"},
		{"graph={kind: torus, dimensions: 1}"},
		{"graph={kind: torus}", "servers.count=49"},
		{"graph={kind: clique}", "run.engine=lumped", "kernel.idle=rank"},
		{"graph={kind: tree}"},
		{"graph={kind: tree, arity: 3}", "ports.rates.zipf=1"},
		{"graph={kind: file, path: /g.txt, between: servers}"},
		{"service={law: hyper-exponential, scv: 4}"},
		{"service={law: hyper-exponential, probabilities: [.1, .9], rates: [1, 3]}"},
		{"service={law: erlang, phases: 3}"},
		{"service={law: phase-type, start: [.5, .5], rates: [1, 3], routing: [[0, .5], [.25, 0]]}"},
		{"policy={name: jsq-d, d: {rule: sqrt-log, factor: .5}}"},
		{"policy={name: jsq-2-2, p_fast: 0, p_slow: 1}", "servers.types=[{share: .5, rate: 2}, {share: .5, rate: 1}]"},
		{"policy={name: [jsq-2-2, jfsq], p_fast: .5, p_slow: .25, d_fast: 1, d_slow: 3}", "servers.types=[{share: .5, rate: 2}, " +
			"{share: .5, rate: 1}]"},
	} {
		overridden := parse(t, overrides...)
		checkScenario(t, overridden)
		roundTrip(t, overridden)
	}
}

func TestModelDefaults(t *testing.T) {
	s := parse(t, "model=elastic", "policy.name=tabs", "elastic.power.idle=.5")
	want := scenario.ElasticSection{Standby: 1, Setup: 1, Power: scenario.Power{Busy: 1, Idle: 0.5, Setup: 1}}
	if s.Elastic != want || s.Service.Law != "exponential" || s.Ports() != 1 || s.ArrivalRate() != 10 {
		t.Errorf("%+v", s)
	}
	s = parse(t, "model=slotted", "service={law: bursty}")
	if s.Service.Law != "bursty" || s.Service.Burst != 10 || s.Phases() != nil || s.Policies[0] != (policy.Policy{Rule: policy.JSQ}) ||
		s.Kernel.Idle != "" {
		t.Errorf("%+v", s)
	}
	if s = parse(t, "model=slotted"); s.Service.Law != "poisson" {
		t.Errorf("%+v", s.Service)
	}
	if s = parse(t, "graph={kind: ring}"); s.Graph.Degree != 2 || s.Ports() != 10 {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: tree}"); s.Graph.Arity != 2 {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: torus}", "servers.count=9"); cmp.Diff([]int{3, 3}, s.Graph.Sides) != "" {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: torus, dimensions: 3}", "servers.count=8"); cmp.Diff([]int{2, 2, 2}, s.Graph.Sides) != "" {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: file, path: /g}"); s.Graph.Between != "ports" || s.Graph.OnServers() {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: file, path: /g, between: servers}"); !s.Graph.OnServers() || s.Ports() != 10 {
		t.Errorf("%+v", s.Graph)
	}
}

// The batch law, when it is given, is what arrives.
func TestBatches(t *testing.T) {
	s := parse(t, "model=slotted", "ports.batch={sizes: [0, 10, 20], probabilities: [.5, .25, .25]}")
	if s.ArrivalRate() != 7.5 || s.Load() != 0.375 || s.Port.Load != 0 {
		t.Errorf("%v, %v", s.ArrivalRate(), s.Load())
	}
	for _, overrides := range [][]string{
		{"ports.load=.25"}, {"ports.rate=5"}, {"ports.halfin_whitt=.75", "ports.alpha=.125", "ports.rate=1", "ports.load=.25"},
		{"ports.load=.25", "ports.batch=poisson"},
	} {
		overrides = append([]string{"model=slotted", "ports.batch={sizes: [0, 10, 20], probabilities: [.5, .25, .25]}"}, overrides...)
		if s := parse(t, overrides...); s.Load() != 0.25 || s.Port.BatchSizes != nil || s.Port.Alpha != 0 {
			t.Errorf("%v: %+v", overrides, s.Port)
		}
	}
	s = parse(t, "model=slotted", "ports.halfin_whitt=1", "ports.alpha=2", "ports.batch.sizes=[1]", "ports.batch.probabilities=[1]")
	if s.Port.HalfinWhitt != 0 || s.Port.Alpha != 0 || s.ArrivalRate() != 1 {
		t.Errorf("%+v", s.Port)
	}
}

func TestHalfinWhitt(t *testing.T) {
	for _, c := range []struct {
		overrides []string
		load      float64
		observe   float64
	}{
		{[]string{"ports.halfin_whitt=1", "servers.count=10000"}, 0.99, 1},
		{[]string{"ports.halfin_whitt=1", "servers.count=10000", "ports.alpha=.75"}, 0.999, 1},
		{[]string{"ports.halfin_whitt=2", "servers.count=100", "graph.kind=ring"}, 0.8, 0},
		{[]string{"ports.halfin_whitt=2", "servers.count=100", "graph.kind=clique", "run.observe=0"}, 0.8, 0},
		{[]string{"ports={list: [{rate: 1}, {rate: 3}], halfin_whitt: 5}", "servers.count=100"}, 0.5, 1},
	} {
		s := parse(t, c.overrides...)
		if math.Abs(s.Load()-c.load) > 1e-14 || s.Run.Observe != c.observe || math.Abs(s.ArrivalRate()-c.load*s.Capacity()) > 1e-9 ||
			s.Port.Load != 0 {
			t.Errorf("%v: load %v, rate %v, %+v", c.overrides, s.Load(), s.ArrivalRate(), s.Run)
		}
	}
	// A load in place of it takes alpha along.
	if s := parse(t, "ports.halfin_whitt=1", "ports.alpha=.75", "ports.load=.5"); s.Load() != 0.5 || s.Port.HalfinWhitt != 0 ||
		s.Port.Alpha != 0 {
		t.Errorf("%+v", s.Port)
	}
}

func TestSampleRules(t *testing.T) {
	for _, c := range []struct {
		rule string
		n    string
		want int
	}{
		{"{rule: log}", "1000", 7}, {"{rule: log, factor: 2}", "1000", 14}, {"{rule: sqrt}", "1000", 32}, {"{rule: sqrt}", "1024", 32},
		{"{rule: sqrt-log}", "1000", 219}, {"{rule: sqrt-log, factor: 100}", "1000", 1000}, {"{rule: log}", "1", 1},
		{"{rule: power, exponent: .75}", "65536", 4096}, {"{rule: power, exponent: 0}", "65536", 1},
		{"{rule: power, exponent: 1}", "65536", 65536}, {"3", "2", 3},
		{"{rule: power, exponent: .1, factor: 1e-9}", "100", 1}, {"{rule: power, exponent: .5, factor: 1e12}", "100", 100},
	} {
		s := parse(t, "policy={name: jsq-d, d: "+c.rule+"}", "servers.count="+c.n)
		if d := s.Policies[0].D; d != c.want {
			t.Errorf("%s at N = %s: d = %d, want %d", c.rule, c.n, d, c.want)
		}
	}
	if s := parse(t, "policy={name: jsq-d, d: 2}", "policy.d.rule=log", "policy.d={rule: power, exponent: .5}"); s.Policies[0].D != 4 {
		t.Errorf("%+v", s.Policies)
	}
}

// The probabilities of the least mean response stand in the scenario that has been read as numbers, and follow what they depend on.
func TestTwoClassOptimum(t *testing.T) {
	optimal := []string{
		"servers={count: 100, types: [{share: .25, rate: 4}, {share: .75, rate: 1}]}",
		"policy={name: jsq-2-2, p_fast: optimal, p_slow: optimal}",
	}
	seen := map[float64]bool{}
	for _, more := range []string{"ports.load=.5", "ports.load=.7", "ports.load=.9", "policy.d_slow=5"} {
		s := parse(t, append(optimal, "ports.load=.8", more)...)
		p := s.Policies[0]
		pFast, pSlow, best, err := meanfield.TwoClassOptimum(s.Types(), s.ArrivalRate(), p.DFast, p.DSlow)
		if err != nil || p.PFast != pFast || p.PSlow != pSlow {
			t.Errorf("%s: %+v, want %v, %v, %v", more, p, pFast, pSlow, err)
		}
		seen[best] = true
		roundTrip(t, s)
	}
	if len(seen) != 4 {
		t.Errorf("best responses %v", seen)
	}
	want := policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 2, PFast: 0.75}
	if s := parse(t, append(optimal, "policy={name: jsq-2-2, p_fast: .75, p_slow: 0}")...); s.Policies[0] != want {
		t.Errorf("%+v, want %+v", s.Policies, want)
	}
}

// moments returns the mean and squared coefficient of variation of a law in which every phase ends the service or leads to a later one.
func moments(law *kernel.Phases) (mean, scv float64) {
	n := len(law.Rates)
	first, second := make([]float64, n), make([]float64, n) // of what is left from the beginning of a phase
	for j := n - 1; j >= 0; j-- {
		r := law.Rates[j]
		first[j], second[j] = 1/r, 2/(r*r)
		for k := j + 1; k < n && law.Routing != nil; k++ {
			p := law.Routing[j][k]
			first[j] += p * first[k]
			second[j] += p * (second[k] + 2*first[k]/r)
		}
	}
	square := 0.0
	for j, p := range law.Start {
		mean, square = mean+p*first[j], square+p*second[j]
	}
	return mean, square/(mean*mean) - 1
}

// Every law has mean 1; the squared coefficients of variation are those asked for.
func TestPhases(t *testing.T) {
	if parse(t).Phases() != nil {
		t.Error("exponential service has phases")
	}
	for _, c := range []struct {
		service string
		scv     float64
	}{
		{"{law: hyper-exponential, scv: 4}", 4}, {"{law: hyper-exponential, scv: 1}", 1}, {"{law: hyper-exponential, scv: 1e4}", 1e4},
		// mean 1, second moment 2(1/4 4 + 3/4 4/9) = 8/3
		{"{law: hyper-exponential, probabilities: [.25, .75], rates: [.5, 1.5]}", 5.0 / 3},
		{"{law: hyper-exponential, probabilities: [.25, .75], rates: [5, 15]}", 5.0 / 3}, // the same, scaled
		{"{law: erlang, phases: 1}", 1}, {"{law: erlang, phases: 5}", 0.2},
		{"{law: phase-type, start: [1, 0], rates: [7, 7], routing: [[0, 1], [0, 0]]}", 0.5},
	} {
		law := parse(t, "service="+c.service).Phases()
		if err := law.Validate(); err != nil {
			t.Errorf("%s: %v", c.service, err)
		}
		if mean, scv := moments(law); math.Abs(mean-1) > 1e-12 || math.Abs(scv-c.scv) > 1e-9*c.scv {
			t.Errorf("%s: mean %v, squared coefficient of variation %v, want %v", c.service, mean, scv, c.scv)
		}
	}
	law := parse(t, "service={law: hyper-exponential, scv: 4}").Phases()
	p := (1 + math.Sqrt(0.6)) / 2
	if math.Abs(law.Start[0]-p) > 1e-15 || math.Abs(law.Rates[0]-2*p) > 1e-15 || math.Abs(law.Rates[1]-2*(1-p)) > 1e-15 {
		t.Errorf("%+v", law)
	}
}

// Balanced means: both phases contribute one half to the mean, whatever the coefficient.
func TestBalancedMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(1, 1e6).Draw(t, "scv")
		value, err := json.Marshal(map[string]any{"law": "hyper-exponential", "scv": c})
		if err != nil {
			t.Fatal(err)
		}
		s, err := input.Parse("x", []byte(small), []input.Set{{Path: "service", Value: string(value)}})
		if err != nil {
			t.Fatal(err)
		}
		law := s.Phases()
		for j, p := range law.Start {
			if part := p / law.Rates[j]; math.Abs(part-0.5) > 1e-15 {
				t.Fatalf("phase %d contributes %v", j, part)
			}
		}
		if _, scv := moments(law); math.Abs(scv-c) > 1e-9*c {
			t.Fatalf("squared coefficient of variation %v, want %v", scv, c)
		}
	})
}

// A choice that an override makes drops what the file says for the old one, and only that.
func TestSetDropsWhatTheOldChoiceRead(t *testing.T) {
	file := strings.NewReplacer(
		"{kind: complete}",
		"{kind: erdos-renyi, mean_degree: 3, storage: packed}",
		"count: 4, ",
		"",
		"{name: jsq}",
		"{name: supermarket, d: 3, replacement: true}",
	).Replace(small) + "service: {law: hyper-exponential, probabilities: [.5, .5], rates: [1, 2]}\n"
	for _, c := range []struct {
		sets string
		good func(*scenario.Scenario) bool
	}{
		{"graph.kind=torus servers.count=16", func(s *scenario.Scenario) bool {
			return s.Graph.Storage == "" && s.Graph.MeanDegree == 0 && len(s.Graph.Sides) == 2 && s.Ports() == 16
		}},
		{"graph.kind=complete ports.count=3 policy.name=jsq-d", func(s *scenario.Scenario) bool {
			return s.Ports() == 3 && s.Policies[0] == policy.Policy{Rule: policy.JSQD, D: 3, Replacement: true}
		}},
		{"policy.name=jsq", func(s *scenario.Scenario) bool { return s.Policies[0] == policy.Policy{Rule: policy.JSQ} }},
		{"service.law=erlang service.phases=2", func(s *scenario.Scenario) bool {
			return s.Service.Rates == nil &&
				s.Service.Probabilities == nil
		}},
		{"service.scv=3", func(s *scenario.Scenario) bool { return s.Service.SCV == 3 && s.Service.Rates == nil }},
		{"service.scv=3 service.rates=[1,2] service.probabilities=[.5,.5]", func(s *scenario.Scenario) bool { return s.Service.SCV == 0 }},
		{"service.law=exponential", func(s *scenario.Scenario) bool { return s.Phases() == nil && s.Service.Rates == nil }},
		{"model=slotted policy.name=sq-d", func(s *scenario.Scenario) bool {
			return s.Graph.Kind == "" && s.Service.Law == "poisson" && s.Policies[0] == policy.Policy{Rule: policy.SQD, D: 3}
		}},
		{"model=pools policy.name=jsq-d", func(s *scenario.Scenario) bool {
			return s.Service.Law == "exponential" && s.Policies[0] == policy.Policy{Rule: policy.JSQD, D: 3, Replacement: true}
		}},
	} {
		sets, err := input.ParseSets(strings.Fields(c.sets))
		if err != nil {
			t.Fatal(err)
		}
		s, err := input.Parse("x", []byte(file), sets)
		if err != nil {
			t.Errorf("%s: %v", c.sets, err)
		} else if !c.good(s) {
			t.Errorf("%s: %+v", c.sets, s)
		}
	}
}
