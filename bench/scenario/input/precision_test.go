package input_test

import (
	"slices"
	"testing"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

func TestPrecision(t *testing.T) {
	set := func(path, value string) input.Set { return input.Set{Path: path, Value: value} }
	for _, c := range []struct {
		name string
		sets []input.Set
		want []scenario.Precision
		most float64
		auto bool
	}{
		{"none", []input.Set{set("run.measure", "10")}, nil, 0, false},
		{"default limit", []input.Set{set("run.measure", "10"), set("run.precision.mean_response", "0.7%")},
			[]scenario.Precision{{Measure: "mean_response", Percent: 0.7}}, 640, false},
		{"order of measures, both units, a limit, a warm-up to be found", []input.Set{
			set("run.measure", "10"), set("run.most", "15"), set("run.warmup", "auto"),
			set("run.precision", "{quantile_0.99: 2, blocking: 1e-5, mean_number: 3 %}"),
		}, []scenario.Precision{{Measure: "mean_number", Percent: 3}, {Measure: "blocking", Absolute: 1e-5},
			{Measure: "quantile_0.99", Absolute: 2}}, 15, true},
	} {
		s, err := input.Parse("small.yaml", []byte(small), c.sets)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if run := s.Run; !slices.Equal(run.Precision, c.want) || run.Most != c.most || run.AutoWarmup != c.auto {
			t.Errorf("%s: %+v", c.name, run)
		}
		checkScenario(t, s) // it reads back as itself
	}
}

// TestMeasuresOfModels: every name that a precision accepts is written in a form that reads back.
func TestMeasuresOfModels(t *testing.T) {
	for _, name := range scenario.Measures(scenario.Bipartite) {
		s, err := input.Parse("small.yaml", []byte(small), []input.Set{{Path: "run.precision", Value: "{" + name + ": 0.1%}"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Run.Precision[0].String(); got != name+": 0.1%" {
			t.Errorf("%s is written %q", name, got)
		}
		checkScenario(t, s)
	}
}
