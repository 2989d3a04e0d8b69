package input_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/kernel/policy"
)

// FuzzParse: whatever the text and the override, there is no panic, an error says where and what, and a scenario keeps its promises.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), "run.seed", "5")
		f.Add(string(data), "servers.types.0", "{share: 1, rate: 1}")
	}
	for _, info := range input.Builtins() {
		f.Add(info.Source, "policy.name", "jfsq,jsq-d")
		f.Add(info.Source, "graph.probability", "1e-4")
		f.Add(info.Source, "run.engine", "lumped")
		f.Add(info.Source, "graph.storage", "packed")
		f.Add(info.Source, "kernel.idle", "row")
		f.Add(info.Source, "model", "slotted")
		f.Add(info.Source, "policy.d.rule", "sqrt")
		f.Add(info.Source, "ports.batch", "{sizes: [0, 3], probabilities: [.5, .5]}")
		f.Add(info.Source, "service", "{law: phase-type, start: [1, 0], rates: [1, 2], routing: [[0, .5], [0, 0]]}")
		f.Add(info.Source, "graph.sides.1", "7")
		f.Add(info.Source, "run.warmup", "auto")
		f.Add(info.Source, "run.precision", "{mean_response: 0.1%}")
	}
	f.Add(strings.Repeat("[", 20000), "a", strings.Repeat("{a: ", 3000))
	f.Add(strings.Repeat("- ", 12000), "a.b.c.d", "[[[")
	f.Add("\xff\xfe\x00", "ports", "!!int x")
	f.Add("{\"name\":\t\"x\"}", "name", "!!binary aGk=")
	f.Fuzz(func(t *testing.T, text, path, value string) {
		s, err := input.Parse("fuzz.yaml", []byte(text), []input.Set{{Path: path, Value: value}})
		if err == nil {
			checkScenario(t, s)
			return
		}
		var errs scenario.Errors
		if !errors.As(err, &errs) || len(errs) == 0 {
			t.Fatalf("error of type %T: %v", err, err)
		}
		for _, p := range errs {
			if p.File == "" || p.Message == "" || p.Line < 0 || p.Column < 0 || p.File == "fuzz.yaml" && p.Line == 0 {
				t.Fatalf("problem without a place or a message: %+v", p)
			}
		}
	})
}

// checkScenario verifies what holds for every scenario that Parse accepts.
func checkScenario(t interface{ Fatalf(string, ...any) }, s *scenario.Scenario) {
	total := 0
	last := math.Inf(1)
	for _, typ := range s.Types() {
		if typ.Count < 1 || !(typ.Rate < last) {
			t.Fatalf("types %+v are not sorted, or empty", s.Types())
		}
		total, last = total+typ.Count, typ.Rate
	}
	if total != s.Servers() || total < 1 || s.Ports() < 1 || len(s.Policies) == 0 {
		t.Fatalf("%d servers in types of %d, %d ports, policies %v", total, s.Servers(), s.Ports(), s.Policies)
	}
	checkModel(t, s)
	if !(s.ArrivalRate() > 0 && s.Load() > 0 && !math.IsInf(s.Load(), 1)) {
		t.Fatalf("arrival rate %v, load %v", s.ArrivalRate(), s.Load())
	}
	if p := s.EdgeProbability(); !(p >= 0 && p <= 1) || p == 0 && random(s.Graph.Kind) {
		t.Fatalf("edge probability %v", p)
	}
	if s.Servers() <= 1e5 {
		if external, internal := s.ServerIDs(), s.InternalIDs(); external != nil {
			for i, e := range external {
				if internal[e] != uint32(i) {
					t.Fatalf("server ids %v and %v are not inverse", external, internal)
				}
			}
		}
		for _, row := range s.Rows() {
			for i, id := range row {
				if int(id) >= s.Servers() || i > 0 && row[i-1] >= id {
					t.Fatalf("row %v of %d servers", row, s.Servers())
				}
			}
		}
	}
	if s.Port.File == "" && s.Ports() <= 1e5 {
		if rates, err := s.PortRates(); err != nil || rates != nil && len(rates) != s.Ports() {
			t.Fatalf("%d rates for %d ports, %v", len(rates), s.Ports(), err)
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	again, err := input.Parse("fuzz.yaml", data, nil)
	if err != nil {
		t.Fatalf("%s\n%v", data, err)
	}
	if diff := cmp.Diff(s, again); diff != "" && !strings.Contains(diff, "Path") && !strings.Contains(diff, "File") {
		t.Fatalf("%s\nreads back as (-first +second):\n%s", data, diff)
	}
}

// checkModel verifies what holds for the sections that only some models and graphs read.
func checkModel(t interface{ Fatalf(string, ...any) }, s *scenario.Scenario) {
	if law := s.Phases(); law != nil {
		if err := law.Validate(); err != nil || math.Abs(law.Mean()-1) > 1e-9 {
			t.Fatalf("service %+v: mean %v, %v", law, law.Mean(), err)
		}
	}
	if s.Graph.OnServers() && s.Ports() != s.Servers() {
		t.Fatalf("%d ports, %d servers on a graph of kind %s", s.Ports(), s.Servers(), s.Graph.Kind)
	}
	product := 1
	for _, side := range s.Graph.Sides {
		product *= side
	}
	if s.Graph.Kind == scenario.Torus && product != s.Servers() {
		t.Fatalf("%d servers on a torus of %v", s.Servers(), s.Graph.Sides)
	}
	for _, p := range s.Policies {
		if !p.Rule.In(s.Model) {
			t.Fatalf("policy %v of model %s", p, s.Model)
		}
		if p.Rule.Samples() != (p.D > 0) || (p.Rule == policy.TwoClass) != (p.DFast > 0 && p.DSlow > 0) {
			t.Fatalf("policy %+v", p)
		}
	}
	if s.Model != scenario.Bipartite &&
		(s.Ports() != 1 || s.Graph.Kind != "" || s.Run.Engine != scenario.Full || s.Run.Start != scenario.Empty || s.Run.Observe != 0) {
		t.Fatalf("model %s with graph %+v, run %+v", s.Model, s.Graph, s.Run)
	}
}

// random reports whether all edges of a kind of graph have one positive probability.
func random(kind scenario.Kind) bool {
	switch kind {
	case scenario.Bernoulli,
		scenario.Regular,
		scenario.Computed,
		scenario.Complete,
		scenario.ErdosRenyi,
		scenario.RandomRegular,
		scenario.Clique:
		return true
	}
	return false
}

// Counts follow shares to less than one server and sum to N, whatever the shares.
func TestSharesBecomeCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(0.01, 1), 1, 12).Draw(t, "weights")
		n := rapid.IntRange(5000, 1<<31).Draw(t, "n")
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		type entry struct {
			Share float64 `json:"share"`
			Rate  float64 `json:"rate"`
		}
		var types []entry
		for i, w := range weights {
			types = append(types, entry{w / sum, float64(1 + i%7)})
		}
		value, err := json.Marshal(map[string]any{"count": n, "types": types})
		if err != nil {
			t.Fatal(err)
		}
		s, err := input.Parse("x", []byte(small), []input.Set{{Path: "servers", Value: string(value)}})
		if err != nil {
			t.Fatal(err)
		}
		for i, typ := range s.Server.Types {
			if exact := types[i].Share * float64(n); math.Abs(float64(typ.Count)-exact) >= 1+1e-6 {
				t.Fatalf("type %d: %d servers for a quota of %v", i, typ.Count, exact)
			}
		}
		checkScenario(t, s)
	})
}
