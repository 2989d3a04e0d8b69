package input_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/kernel"
	"shardq/kernel/policy"
)

const small = `
servers: {count: 10, types: [{share: 1, rate: 2}]}
ports: {count: 4, load: 0.5}
graph: {kind: complete}
policy: {name: jsq}
run: {warmup: 1, measure: 2}
`

// parse reads small with overrides.
func parse(t *testing.T, overrides ...string) *scenario.Scenario {
	t.Helper()
	sets, err := input.ParseSets(overrides)
	if err != nil {
		t.Fatal(err)
	}
	s, err := input.Parse("dir/small.yaml", []byte(small), sets)
	if err != nil {
		t.Fatalf("%v: %v", overrides, err)
	}
	return s
}

func TestDefaults(t *testing.T) {
	want := &scenario.Scenario{
		Name:     "small",
		Model:    scenario.Bipartite,
		Server:   scenario.ServerSection{Count: 10, Types: []scenario.ServerType{{Name: "rate 2", Share: 1, Rate: 2, Count: 10}}},
		Port:     scenario.PortSection{Count: 4, Load: 0.5},
		Graph:    scenario.GraphSection{Kind: scenario.Complete},
		Service:  scenario.ServiceSection{Law: "exponential"},
		Policies: []policy.Policy{{Rule: policy.JSQ}},
		Run:      scenario.RunSection{Seed: 1, Warmup: 1, Measure: 2, Start: scenario.Empty, Replications: 1, Engine: scenario.Full},
		Kernel:   scenario.KernelSection{Idle: scenario.AutoIdle},
	}
	s := parse(t)
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("scenario (-want +got):\n%s", diff)
	}
	if s.ArrivalRate() != 10 || s.Load() != 0.5 || s.Capacity() != 20 || s.EdgeProbability() != 1 || s.ServerIDs() != nil ||
		s.Rows() != nil {
		t.Errorf("rate %v, load %v, capacity %v", s.ArrivalRate(), s.Load(), s.Capacity())
	}
}

func TestBuiltins(t *testing.T) {
	for _, c := range []struct {
		name    string
		n       int
		degree  float64
		arrival float64
	}{
		{"quickstart", 1024, 20, 432}, {"weng2020-2048", 2048, 63.580, 864}, {"weng2020-million", 1 << 20, 85.732, 442368},
	} {
		s, err := input.Resolve(c.name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Name != c.name || s.Servers() != c.n || s.Ports() != c.n || s.Buffer() != 5 || s.ArrivalRate() != c.arrival {
			t.Errorf("%s: %+v", c.name, s)
		}
		if got := s.EdgeProbability() * float64(c.n); math.Abs(got-c.degree) > 1e-3 {
			t.Errorf("%s: mean degree %v, want %v", c.name, got, c.degree)
		}
		for m, typ := range s.Types() {
			if typ.Count != c.n/4 || typ.Rate != math.Ldexp(1, -m) {
				t.Errorf("%s: type %d is %+v", c.name, m, typ)
			}
		}
	}
}

func TestResolve(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, []byte(small), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := input.Resolve(path, []input.Set{{Path: "run.seed", Value: "7"}})
	if err != nil || s.Run.Seed != 7 || s.Name != "mine" {
		t.Errorf("got %+v, %v", s, err)
	}
	_, err = input.Resolve("quikstart", nil)
	if !errors.Is(err, input.ErrUnknown) || !strings.Contains(err.Error(), `did you mean "quickstart"?`) {
		t.Errorf("misspelt name: %v", err)
	}
	if _, err := input.Resolve("no/such.yaml", nil); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "no/such.yaml") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := input.Resolve(t.TempDir(), nil); err == nil {
		t.Error("a folder was read as a scenario")
	}
	if _, err := input.Parse("big", make([]byte, 5<<20), nil); err == nil || !strings.Contains(err.Error(), "which is the most") {
		t.Errorf("5 MiB: %v", err)
	}
}

func TestSetReplacesAlternatives(t *testing.T) {
	s := parse(t, "ports.rate=3", "ports.exponent=2", "ports.rates.zipf=1",
		"graph.kind=bernoulli", "graph.probability=0.1", "graph.mean_degree=5")
	if s.Port.Load != 0 || s.ArrivalRate() != 3 || s.Load() != 0.15 || s.Ports() != 100 || s.EdgeProbability() != 0.5 || s.Port.Zipf != 1 {
		t.Errorf("%+v", s)
	}
	s = parse(t, "ports.rates={zipf: 1}", "ports.rates.file=r.txt",
		"servers.list=[{rate: 1}, {rate: 4}]", "servers.count=2", "ports.rate=1", "ports.load=0.2")
	if s.Port.Zipf != 0 || s.Port.File != "r.txt" || s.Servers() != 2 || s.ArrivalRate() != 1 {
		t.Errorf("%+v", s)
	}
	// A new kind or policy drops what only the old one reads.
	s = parse(t, "graph={kind: regular, degree: 3}", "policy={name: jsq-d, d: 2, replacement: true}")
	if s.Graph.Degree != 3 || s.EdgeProbability() != 0.3 || s.Policies[0] != (policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}) {
		t.Errorf("%+v", s)
	}
	s = parse(t, "graph={kind: bernoulli, mean_degree: 4}", "graph.kind=computed")
	if s.Graph.Kind != scenario.Computed || s.EdgeProbability() != 0.4 {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: computed, probability: 0.1}", "graph.degree=2"); s.Graph.Degree != 2 || s.EdgeProbability() != 0.2 {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: regular, degree: 2}", "graph.storage=rows"); s.Graph.Storage != scenario.RowStorage {
		t.Errorf("%+v", s.Graph)
	}
	if s = parse(t, "graph={kind: regular, degree: 2}"); s.Graph.Storage != scenario.AutoStorage {
		t.Errorf("%+v", s.Graph)
	}
	file := strings.Replace(small, "{name: jsq}", "{name: jsq-d, d: 2}", 1)
	file = strings.Replace(file, "kind: complete", "kind: regular, degree: 3, storage: packed", 1)
	s, err := input.Parse(
		"x",
		[]byte(file),
		[]input.Set{{Path: "policy.name", Value: "jfsq"}, {Path: "graph.kind", Value: "complete"}},
	)
	if err != nil || s.Policies[0] != (policy.Policy{}) || !reflect.DeepEqual(s.Graph, scenario.GraphSection{Kind: scenario.Complete}) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSeveralPolicies(t *testing.T) {
	jsqd := func(d int) policy.Policy { return policy.Policy{Rule: policy.JSQD, D: d} }
	for override, want := range map[string][]policy.Policy{
		"policy.name=jfsq,jfiq":                                  {{Rule: policy.JFSQ}, {Rule: policy.JFIQ}},
		"policy.name=[random, fastest]":                          {{Rule: policy.Random}, {Rule: policy.Fastest}},
		"policy={name: 'jfsq, jsq-d', d: 3}":                     {{Rule: policy.JFSQ}, jsqd(3)},
		"policy=[{name: jsq-d, d: 2}, {name: jsq-d, d: 5}]":      {jsqd(2), jsqd(5)},
		"policy=[{name: [jiq, jsq]}, {name: jiq-jsq-d, d: 1}]":   {{Rule: policy.JIQ}, {Rule: policy.JSQ}, {Rule: policy.JIQJSQD, D: 1}},
		"policy={name: jsq-d, d: 2, replacement: false}":         {jsqd(2)},
		"policy=[{name: jsq-d, d: 2, replacement: true}]":        {{Rule: policy.JSQD, D: 2, Replacement: true}},
		"policy={name: [jsq-d, jfsq], d: 4, replacement: false}": {jsqd(4), {Rule: policy.JFSQ}},
	} {
		if diff := cmp.Diff(want, parse(t, override).Policies); diff != "" {
			t.Errorf("%s (-want +got):\n%s", override, diff)
		}
	}
}

func TestParseSet(t *testing.T) {
	if set, err := input.ParseSet("a.b=c=d"); err != nil || set != (input.Set{Path: "a.b", Value: "c=d"}) {
		t.Errorf("%+v, %v", set, err)
	}
	for _, text := range []string{"", "a", "=1", "a..b=1", ".a=1", "a.=1"} {
		if _, err := input.ParseSet(text); err == nil || !strings.Contains(err.Error(), "--set "+text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTypesAreSortedAndMerged(t *testing.T) {
	s := parse(t, "servers.types=[{name: c, share: 0.2, rate: 1}, {name: a, share: 0.3, rate: 4}, {name: d, share: 0.1, rate: 1}, "+
		"{name: none, share: 0, rate: 9}, {name: b, share: 0.4, rate: 2}]")
	want := []kernel.Type{{Name: "a", Rate: 4, Count: 3}, {Name: "b", Rate: 2, Count: 4}, {Name: "c+d", Rate: 1, Count: 3}}
	if diff := cmp.Diff(want, s.Types()); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
	// In the file: c 0-1, a 2-4, d 5, b 6-9.
	if diff := cmp.Diff([]uint32{2, 3, 4, 6, 7, 8, 9, 0, 1, 5}, s.ServerIDs()); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	for internal, external := range s.ServerIDs() {
		if s.InternalIDs()[external] != uint32(internal) {
			t.Errorf("internal id of %d is %d, want %d", external, s.InternalIDs()[external], internal)
		}
	}
}

func TestExplicitGraph(t *testing.T) {
	s, err := input.Parse("x.yaml", []byte(`
servers: {list: [{rate: 0.5}, {rate: 1}, {rate: 0.5}], buffer: inf}
ports: {list: [{rate: 0.3, neighbours: [2, 0]}, {rate: 0.6, neighbours: [1]}]}
graph: {kind: explicit}
policy: {name: jfsq}
run: {warmup: 0, measure: 2}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]kernel.Type{{Name: "rate 1", Rate: 1, Count: 1}, {Name: "rate 0.5", Rate: 0.5, Count: 2}},
		s.Types()); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]uint32{1, 0, 2}, s.ServerIDs()); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]uint32{{1, 2}, {0}}, s.Rows()); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if s.Load() != 0.3+0.15 && math.Abs(s.Load()-0.45) > 1e-15 || s.Ports() != 2 || s.Servers() != 3 || s.Buffer() != 0 {
		t.Errorf("load %v, %d ports, %d servers", s.Load(), s.Ports(), s.Servers())
	}
	rates, err := s.PortRates()
	if err != nil || !slices.Equal(rates, []float64{0.3, 0.6}) {
		t.Errorf("rates %v, %v", rates, err)
	}
	// A load rescales the rates of the list.
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	s, err = input.Parse("x.json", data, []input.Set{{Path: "ports.load", Value: "0.9"}})
	if err != nil || s.ArrivalRate() != 1.8 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Reading what was written gives the same scenario, in YAML and JSON.
func TestMarshalRoundTrip(t *testing.T) {
	for _, overrides := range [][]string{
		{},
		{"graph={kind: bernoulli, probability: weng2020}", "servers.buffer=7", "name='yes'"},
		{"graph={kind: bernoulli, probability: 1e-3}", "ports.exponent=1.5", "ports.rates.zipf=0.7"},
		{"graph={kind: file, path: /g.mtx, format: matrix-market}", "ports.rates.file=/r.txt", "run.seed=18446744073709551615"},
		{"graph={kind: file, path: /g.txt, base: 1}", "ports.rate=1e-3", "run.start=mean-field", "run.replications=4", "run.batches=20"},
		{"policy={name: 'jfsq,jsq-d', d: 3, replacement: true}", "servers.types=[{share: .25, rate: 3}, {name: '3', share: .75, rate: 1}]"},
		{"policy={name: jsq-d, d: 2}", "run.engine=lumped"},
		{"graph={kind: bernoulli, mean_degree: 3, storage: packed}"},
		{"graph={kind: computed, degree: 3}", "kernel.idle=row"},
		{"graph={kind: regular, degree: 3}", "kernel.idle=port"},
		{"kernel={idle: rank}"},
		{"graph={kind: explicit}", "ports={list: [{rate: 1, neighbours: [3, 1]}]}"},
		{"graph={kind: regular, degree: 2}", "ports={list: [{rate: 1}, {rate: 0}], load: .3}", "servers={list: [{rate: 1}, {rate: 2}]}"},
	} {
		s := parse(t, overrides...)
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
}

func TestRelativePaths(t *testing.T) {
	file := strings.Replace(small, "load: 0.5", "load: 0.5, rates: {file: r.txt}", 1)
	file = strings.Replace(file, "kind: complete", "kind: file, path: g.txt", 1)
	s, err := input.Parse(filepath.Join("dir", "x.yaml"), []byte(file), nil)
	if err != nil || s.Port.File != filepath.Join("dir", "r.txt") || s.Graph.Path != filepath.Join("dir", "g.txt") {
		t.Errorf("%+v, %v", s, err)
	}
	if s := parse(t, "ports.rates.file=r.txt"); s.Port.File != "r.txt" {
		t.Errorf("path of a flag: %s", s.Port.File)
	}
}

func TestPortRates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rates.txt")
	read := func(text string) ([]float64, error) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return parse(t, "ports.rates.file="+path).PortRates()
	}
	rates, err := read("# four ports\n1\n 2.5 \n\n0\r\n1e-3")
	if err != nil || !slices.Equal(rates, []float64{1, 2.5, 0, 1e-3}) {
		t.Errorf("%v, %v", rates, err)
	}
	for text, want := range map[string]string{
		"1\n2\n3\n":       ":3: ends after 3 numbers, want one for each of the 4 ports",
		"1\n2\n3\n4\n5\n": ":5: more numbers than the 4 ports",
		"1\n-2\nx\n1 2\n": ":2: is \"-2\", want one number from 0 to 1e+12\n" + path + ":3: is \"x\", want one number from 0 to 1e+12\n" +
			path +
			":4: is \"1 2\", want one number from 0 to 1e+12",
		"NaN\n1\n1\n1\n":                    `:1: is "NaN", want one number from 0 to 1e+12`,
		"0\n0\n0\n0\n":                      ":4: every rate is 0, want a positive sum",
		"1\n" + strings.Repeat("1", 100000): ":2: line too long, want one number",
		"":                                  ": ends after 0 numbers, want one for each of the 4 ports",
	} {
		if _, err := read(text); err == nil || err.Error() != path+want {
			t.Errorf("%.20q: got %v, want %s%s", text, err, path, want)
		}
	}
	if _, err := parse(t, "ports.rates.file="+path+".gone").PortRates(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	rates, err = parse(t, "ports.rates.zipf=1.5").PortRates()
	if err != nil || len(rates) != 4 {
		t.Fatalf("%v, %v", rates, err)
	}
	for l, got := range rates {
		if want := math.Pow(float64(l+1), -1.5); math.Abs(got-want) > 1e-14 {
			t.Errorf("zipf weight %d = %v, want %v", l, got, want)
		}
	}
}

func TestExponentRoundsUp(t *testing.T) {
	for _, c := range []struct {
		n, exponent string
		want        int
	}{
		{"1048576", "1.2", 1 << 24}, {"1048576", "1", 1 << 20},
		{"100", "1.5", 1000}, {"10", "1.2", 16}, {"2048", "1.2", 9411}, {"10", "0", 1}, {"1", "2", 1},
	} {
		s := parse(t, "servers.count="+c.n, "ports.exponent="+c.exponent)
		if s.Ports() != c.want {
			t.Errorf("%s^%s: %d ports, want %d", c.n, c.exponent, s.Ports(), c.want)
		}
	}
}

func TestLimitsAreReached(t *testing.T) {
	s := parse(t, "servers.count=2147483648", "ports.count=2.147483648e9", "servers.types=[{share: 0.1, rate: 1}, {share: 0.9, rate: 2}]")
	total := 0
	for _, typ := range s.Types() {
		total += typ.Count
	}
	if total != kernel.MaxServers || s.Ports() != kernel.MaxPorts {
		t.Errorf("%d servers, %d ports", total, s.Ports())
	}
}

func ExampleParse() {
	s, err := input.Parse("example.yaml", []byte(`
servers:
  count: 1000
  buffer: 5
  types:
    - {name: slow, share: 0.75, rate: 0.5}
    - {name: fast, share: 0.25, rate: 1}
ports: {count: 1000, load: 0.9}
graph: {kind: bernoulli, mean_degree: 20}
policy: {name: jfsq}
run: {warmup: 100, measure: 1000}
`), []input.Set{{Path: "ports.load", Value: "0.8"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Types(), s.ArrivalRate(), s.EdgeProbability())

	_, err = input.Parse("wrong.yaml", []byte(`
servers: {count: 10, types: [{share: 0.9, rate: 1}]}
ports: {count: 0, load: 0.9}
graph: {kind: complete}
policy: {name: jfsq}
run: {sed: 7, warmup: 100, measure: 1000}
`), nil)
	fmt.Println(err)
	// Output:
	// [{fast 1 250} {slow 0.5 750}] 500 0.02
	// wrong.yaml:2:29: servers.types: the shares sum to 0.9, want 1
	// wrong.yaml:3:16: ports.count: is 0, want a whole number from 1 to 2147483648 (2^31)
	// wrong.yaml:6:7: run.sed: unknown key, did you mean "seed"?
}

// TestSingleTypeHasAllServers: the share of a single type need not be given.
func TestSingleTypeHasAllServers(t *testing.T) {
	sc, err := input.Parse("single.yaml", []byte(`
servers: {count: 7, buffer: 2, types: [{rate: 3}]}
ports: {count: 1, load: 0.5}
graph: {kind: complete}
policy: {name: jsq}
run: {warmup: 1, measure: 1}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if types := sc.Types(); len(types) != 1 || types[0].Count != 7 || types[0].Rate != 3 {
		t.Errorf("types %+v", types)
	}
}
