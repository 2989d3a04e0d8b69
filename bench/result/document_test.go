package result_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// fields is what these tests read of a document.
type fields struct {
	Inputs   []result.Input
	Scenario json.RawMessage
	Results  []struct {
		Policy   string
		Seed     any // text above 2^53
		Digest   string
		Combined string `json:"combined_digest"`
		Measures map[string]struct {
			Value *float64
			Unit  string
		}
		Replications []struct {
			Seed     any
			Digest   string
			Measures map[string]*float64
		}
	}
}

func fieldsOf(t *testing.T, r *result.Result) (f fields) {
	t.Helper()
	data, err := json.Marshal(r.Document())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestScenarioReadsBack: the scenario in a document is a scenario file, whose run has the same digests and values.
func TestScenarioReadsBack(t *testing.T) {
	for name, c := range map[string]struct {
		text      string
		overrides []string
	}{
		"bipartite": {bipartite, []string{"run.replications=2"}},
		"list": {bipartite, []string{"servers.count=3", "servers.list=[{rate: 1}, {rate: 3}, {rate: 2}]", "ports.load=0.7",
			"graph={kind: complete}"}},
		"several":      {bipartite, []string{"policy=[{name: jsq-d, d: 2}, {name: jsq-d, d: 3, replacement: true}, {name: jiq}]"}},
		"construction": {bipartite, []string{"graph={kind: theorem3, epsilon: 0.02}"}},
		"own length":   {bipartite, []string{"run.warmup=auto", "run.precision={mean_response: 3%}"}},
		"observed":     {bipartite, []string{"graph={kind: complete}", "run.observe=0.5", "run.seed=18446744073709551615"}},
		"phases":       {bipartite, []string{"service={law: erlang, phases: 3}"}},
		"slotted":      {slotted, []string{"policy=[{name: jbt-d, d: 2, period: 100}, {name: sq-d-m, d: 2, memory: 3}]"}},
		"elastic":      {elastic, []string{"run.replications=2"}},
		"pools":        {pools, []string{"policy={name: jsq-d, d: 2, replacement: true}"}},
	} {
		first := fieldsOf(t, run(t, read(t, c.text, c.overrides...), 1))
		again, err := input.Parse(name+".json", first.Scenario, nil)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, first.Scenario)
			continue
		}
		second := fieldsOf(t, run(t, again, 2))
		if len(first.Results) != len(second.Results) {
			t.Fatalf("%s: %d results, then %d", name, len(first.Results), len(second.Results))
		}
		for i, a := range first.Results {
			b := second.Results[i]
			if a.Digest == "" || a.Digest != b.Digest || a.Combined != b.Combined || a.Policy != b.Policy || a.Seed != b.Seed {
				t.Errorf("%s: %s has digest %s, read back %s has %s", name, a.Policy, a.Digest, b.Policy, b.Digest)
			}
			for key, m := range a.Measures {
				if n := b.Measures[key]; (m.Value == nil) != (n.Value == nil) || m.Value != nil && *m.Value != *n.Value {
					t.Errorf("%s, %s: %s differs", name, a.Policy, key)
				}
			}
		}
	}
}

// TestMeasuresHaveTheNamesOfTargets: what a precision or a target may name stands in the results under that name, with a value and a unit,
// and replications have the same names.
func TestMeasuresHaveTheNamesOfTargets(t *testing.T) {
	for m, text := range map[scenario.Model]string{
		scenario.Bipartite: bipartite, scenario.Slotted: slotted, scenario.Elastic: elastic, scenario.Pools: pools,
	} {
		keys := scenario.Measures(m)
		if len(keys) < 2 {
			t.Errorf("%s has the measures %q", m, keys)
		}
		r := fieldsOf(t, run(t, read(t, text, "run.replications=2"), 1)).Results[0]
		for _, key := range keys {
			if v, ok := r.Measures[key]; !ok || v.Value == nil || v.Unit == "" {
				t.Errorf("%s: %s is %+v", m, key, v)
			}
		}
		if len(r.Replications) != 2 || r.Replications[0].Seed != r.Seed || r.Replications[1].Seed == r.Seed ||
			r.Replications[0].Digest != r.Digest {
			t.Errorf("%s: replications %+v", m, r.Replications)
		}
		for _, a := range r.Replications {
			for key := range r.Measures {
				if _, ok := a.Measures[key]; !ok {
					t.Errorf("%s: a replication has no %s", m, key)
				}
			}
		}
	}
}

// TestInputs: files that a scenario names are listed with their hashes, which follow the bytes.
func TestInputs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rates.txt")
	sum := func(text string) result.Input {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list := fieldsOf(t, run(t, read(t, bipartite, "ports.count=2", "ports.rates={file: "+path+"}"), 1)).Inputs
		if len(list) != 1 || list[0].Key != "ports.rates.file" || list[0].Path != path || list[0].Bytes != int64(len(text)) ||
			len(list[0].XXH64) != 16 {
			t.Fatalf("inputs %+v", list)
		}
		return list[0]
	}
	if a, b := sum("1\n2\n"), sum("2\n1\n"); a.XXH64 == b.XXH64 {
		t.Errorf("two files have the hash %s", a.XXH64)
	}
	if list := fieldsOf(t, run(t, read(t, bipartite), 1)).Inputs; list == nil || len(list) != 0 {
		t.Errorf("inputs %+v without a file", list)
	}
}
