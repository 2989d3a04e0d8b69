package study

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"go.uber.org/goleak"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parse reads a scenario that must be good.
func parse(t testing.TB, text string, sets ...input.Set) *scenario.Scenario {
	t.Helper()
	sc, err := input.Parse("test.yaml", []byte(text), sets)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// mustRun runs a scenario that must succeed.
func mustRun(t testing.TB, sc *scenario.Scenario, opt Options) *result.Result {
	t.Helper()
	r, err := Run(context.Background(), sc, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// document returns the JSON of a result.
func document(t *testing.T, r *result.Result) map[string]any {
	t.Helper()
	var text bytes.Buffer
	if err := result.Write(&text, r, result.JSON); err != nil {
		t.Fatal(err)
	}
	var d map[string]any
	if err := json.Unmarshal(text.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// stable returns the results in the JSON of a result without what may differ between runs and machines.
func stable(t *testing.T, r *result.Result) (all []map[string]any) {
	t.Helper()
	d := document(t, r)
	if _, ok := d["host"]; !ok {
		t.Error("no host")
	}
	for _, element := range d["results"].([]any) {
		o := element.(map[string]any)
		for _, key := range []string{"wall_seconds", "jobs_per_second", "engine", "phases", "memory_bytes"} {
			if _, ok := o[key]; !ok {
				t.Errorf("no key %q", key)
			}
			delete(o, key)
		}
		all = append(all, o)
	}
	return all
}

// small is a scenario of 200 servers that takes some 10 ms.
const small = `
servers: {count: 200, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 150, load: 0.8}
graph: {kind: bernoulli, mean_degree: 12}
policy: {name: jfsq}
run: {warmup: 20, measure: 300}
`
