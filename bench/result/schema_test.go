package result_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"

	"shardq/bench/fault"
	"shardq/bench/known"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/compare"
	"shardq/bench/study/solve"
	"shardq/bench/validation"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Scenarios of each model that take some 10 ms.
const (
	bipartite = `
servers: {count: 60, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 50, load: 0.8}
graph: {kind: bernoulli, mean_degree: 12}
policy: {name: jfsq}
run: {warmup: 20, measure: 100}
`
	slotted = `
model: slotted
servers: {count: 10, types: [{share: 1, rate: 1}]}
ports: {load: 0.6}
policy: {name: jiq}
run: {warmup: 300, measure: 2000}
`
	elastic = `
model: elastic
servers: {count: 50, buffer: 9, types: [{share: 1, rate: 1}]}
ports: {load: 0.5}
policy: {name: tabs}
run: {warmup: 50, measure: 100}
`
	pools = `
model: pools
servers: {count: 20, buffer: 8, types: [{share: 1, rate: 1}]}
ports: {load: 5}
policy: {name: jsq}
run: {warmup: 20, measure: 100}
`
)

// read parses a scenario that must be good.
func read(t testing.TB, text string, overrides ...string) *scenario.Scenario {
	t.Helper()
	var sets []input.Set
	for _, o := range overrides {
		set, err := input.ParseSet(o)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	sc, err := input.Parse("test.yaml", []byte(text), sets)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// run runs a scenario that must succeed.
func run(t testing.TB, sc *scenario.Scenario, shards int) *result.Result {
	t.Helper()
	r, err := study.Run(context.Background(), sc, study.Options{Shards: shards})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// interrupted runs a scenario until so much simulated time is done, in which it cannot end.
func interrupted(t testing.TB, sc *scenario.Scenario, after float64) *result.Result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := study.Run(ctx, sc, study.Options{Progress: func(u study.Update) {
		if u.Done > after {
			cancel()
		}
	}})
	if !errors.Is(err, fault.ErrInterrupted) {
		t.Fatalf("error %v", err)
	}
	return r
}

// compiled returns the schema, checked against that of schemas.
func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(result.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("result.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("result.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// written returns the JSON of something as the validator and as programs read it.
func written(t testing.TB, d *result.Document) any {
	t.Helper()
	var out bytes.Buffer
	if err := result.Encode(&out, d); err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// documents are those of every command, of every model, and of every way in which a run can come to its end.
func documents(t *testing.T) map[string]*result.Document {
	all := map[string]*result.Document{}
	for name, c := range map[string]struct {
		text      string
		shards    int
		overrides []string
	}{
		"bipartite":       {bipartite, 1, nil},
		"two shards":      {bipartite, 2, nil},
		"several":         {bipartite, 1, []string{"policy.name=jfsq,jiq", "run.replications=3"}},
		"many":            {bipartite, 1, []string{"run.replications=12", "run.measure=5"}},
		"unbounded":       {bipartite, 1, []string{"servers.buffer=inf"}},
		"overloaded":      {bipartite, 1, []string{"servers.buffer=inf", "ports.load=2"}},
		"isolated":        {bipartite, 1, []string{"graph.mean_degree=1"}},
		"nothing":         {bipartite, 1, []string{"run.measure=1e-12", "run.warmup=0"}},
		"precise":         {bipartite, 1, []string{"run.warmup=auto", "run.precision={mean_response: 3%, blocking: 0.01}"}},
		"unreached":       {bipartite, 1, []string{"run.precision={mean_response: 1e-6}", "run.most=200"}},
		"construction":    {bipartite, 1, []string{"graph={kind: theorem2, epsilon: 0.02}"}},
		"lumped":          {bipartite, 1, []string{"graph={kind: complete}", "run.engine=lumped", "policy={name: jsq}"}},
		"observed":        {bipartite, 1, []string{"graph={kind: complete}", "run.observe=1"}},
		"phases":          {bipartite, 1, []string{"service={law: erlang, phases: 2}"}},
		"slotted":         {slotted, 0, nil},
		"slotted several": {slotted, 0, []string{"policy.name=jsq,random", "run.replications=2"}},
		"growing":         {slotted, 0, []string{"ports.load=1.3"}},
		"slotted precise": {slotted, 0, []string{"run.warmup=auto", "run.precision={mean_response: 3%}"}},
		"elastic":         {elastic, 0, nil},
		"elastic nothing": {elastic, 0, []string{"run.measure=1e-9", "run.warmup=0"}},
		"elastic several": {elastic, 0, []string{"run.replications=2", "run.warmup=auto"}},
		"pools":           {pools, 0, nil},
		"pools several":   {pools, 0, []string{"policy.name=jsq,random", "run.replications=11", "run.precision={mean_number: 2%}"}},
		"settings":        {pools, 3, nil},
	} {
		all["run "+name] = run(t, read(t, c.text, c.overrides...), c.shards).Document()
	}
	for name, text := range map[string]string{"bipartite": bipartite, "slotted": slotted, "elastic": elastic, "pools": pools} {
		long := []string{"run.measure=1e7", "run.batches=100000"}
		all["interrupted "+name] = interrupted(t, read(t, text, long...), 3000).Document()
		all["interrupted warm-up "+name] = interrupted(t, read(t, text, "run.warmup=1e7"), 0).Document()
		all["interrupted replications "+name] = interrupted(t, read(t, text, append(long, "run.replications=2")...), 3000).Document()
		s, err := known.SurveyOf(t.Context(), read(t, text), known.SurveyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		all["theory "+name] = result.Survey{Survey: s}.Document()
	}
	curves, err := known.SurveyOf(t.Context(), read(t, elastic), known.SurveyOptions{Times: []float64{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	all["theory over time"] = result.Survey{Survey: curves}.Document()
	for name, text := range map[string]string{"bipartite": bipartite, "slotted": slotted, "pools": pools} {
		c, err := compare.Run(t.Context(), read(t, text, "policy.name=jsq,random"), study.Options{Shards: 1}, "")
		if err != nil {
			t.Fatal(err)
		}
		all["compare "+name] = c.Document()
	}
	grown, err := compare.Run(t.Context(), read(t, slotted, "policy.name=jsq,random", "ports.load=1.2"), study.Options{}, "")
	if err != nil {
		t.Fatal(err)
	}
	all["compare growing"] = grown.Document()
	all["solve"] = solved(t, 0).Document()
	all["solve out of time"] = solved(t, time.Nanosecond).Document()
	check, err := validation.RunCheck(t.Context(), validation.CheckConfig{Quick: true, Groups: []string{"uniform ties"}})
	if err != nil {
		t.Fatal(err)
	}
	all["check"] = check.Document()
	return all
}

// solved looks for a buffer, for as long as the budget allows.
func solved(t *testing.T, budget time.Duration) *solve.Solution {
	target, err := solve.ParseTarget("blocking<=1%")
	if err != nil {
		t.Fatal(err)
	}
	s, err := solve.Run(t.Context(), solve.Config{
		Scenario: func(sets ...input.Set) (*scenario.Scenario, error) {
			return input.Parse("test.yaml", []byte(bipartite), sets)
		},
		Target: target, Over: "servers.buffer", From: math.NaN(), To: math.NaN(), Options: study.Options{Shards: 1}, Runs: 2,
		Budget: budget,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDocumentsFollowTheSchema: what every command writes is what the schema says.
func TestDocumentsFollowTheSchema(t *testing.T) {
	schema := compiled(t)
	for name, d := range documents(t) {
		v := written(t, d)
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		partial := strings.HasPrefix(name, "interrupted")
		if got := v.(map[string]any)["partial"]; got != partial {
			t.Errorf("%s: partial is %v", name, got)
		}
		if !partial {
			continue
		}
		for _, element := range v.(map[string]any)["results"].([]any) {
			o := element.(map[string]any)
			if digest, ok := o["digest"]; !ok || digest != nil || o["partial"] != true || o["combined_digest"] != nil {
				t.Errorf("%s: digest %v, partial %v", name, digest, o["partial"])
			}
		}
	}
}

// TestSchemaRefuses: what a program relies on cannot be left out, be of another kind, or stand under another name.
func TestSchemaRefuses(t *testing.T) {
	schema := compiled(t)
	plain := run(t, read(t, bipartite, "run.replications=2"), 1)
	first := func(d map[string]any) map[string]any { return d["results"].([]any)[0].(map[string]any) }
	measure := func(d map[string]any) map[string]any {
		return first(d)["measures"].(map[string]any)["mean_response"].(map[string]any)
	}
	for name, spoil := range map[string]func(d map[string]any){
		"no schema":            func(d map[string]any) { delete(d, "schema") },
		"another schema":       func(d map[string]any) { d["schema"] = json.Number("1") },
		"no results":           func(d map[string]any) { delete(d, "results") },
		"no scenario":          func(d map[string]any) { delete(d, "scenario") },
		"no version":           func(d map[string]any) { delete(d["program"].(map[string]any), "version") },
		"partial as a word":    func(d map[string]any) { d["partial"] = "no" },
		"an unknown name":      func(d map[string]any) { d["colour"] = "red" },
		"no policy":            func(d map[string]any) { delete(first(d), "policy") },
		"a name of old":        func(d map[string]any) { first(d)["mean_response"] = json.Number("2") },
		"no measures":          func(d map[string]any) { delete(first(d), "measures") },
		"a bare number":        func(d map[string]any) { first(d)["measures"].(map[string]any)["mean_response"] = json.Number("2") },
		"no unit":              func(d map[string]any) { delete(measure(d), "unit") },
		"no interval":          func(d map[string]any) { delete(measure(d), "ci95") },
		"half an interval":     func(d map[string]any) { measure(d)["ci95"] = []any{json.Number("1")} },
		"a value as text":      func(d map[string]any) { measure(d)["value"] = "2.5" },
		"theory without why":   func(d map[string]any) { measure(d)["theory"] = map[string]any{"value": json.Number("1")} },
		"a short digest":       func(d map[string]any) { first(d)["digest"] = "12ab" },
		"a negative seed":      func(d map[string]any) { first(d)["seed"] = json.Number("-1") },
		"jobs that are broken": func(d map[string]any) { first(d)["jobs"].(map[string]any)["arrived"] = json.Number("1.5") },
		"no shards":            func(d map[string]any) { first(d)["engine"].(map[string]any)["shards"] = json.Number("0") },
		"a warning as a number": func(d map[string]any) {
			d["warnings"] = []any{json.Number("1")}
		},
		"a replication without a seed": func(d map[string]any) {
			delete(first(d)["replications"].([]any)[0].(map[string]any), "seed")
		},
	} {
		d := written(t, plain.Document()).(map[string]any)
		if err := schema.Validate(d); err != nil {
			t.Fatal(err)
		}
		spoil(d)
		if err := schema.Validate(d); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestSchemaIsACopy: nobody can change it.
func TestSchemaIsACopy(t *testing.T) {
	result.Schema()[0] = 'x'
	if !json.Valid(result.Schema()) {
		t.Error("the schema was changed")
	}
}
