package study

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
)

// countable is a scenario on a complete graph for both engines.
const countable = `
servers: {count: 40, buffer: 5, types: [{name: slow, share: 0.5, rate: 0.5}, {name: fast, share: 0.5, rate: 1}]}
ports: {count: 3, load: 0.9}
graph: {kind: complete}
policy: {name: [jsq-d, jfsq], d: 2}
run: {warmup: 50, measure: 5000}
`

var asLumped = input.Set{Path: "run.engine", Value: "lumped"}

// TestEnginesAgree: estimates of both engines are within their errors, and a report tells which engine made it.
func TestEnginesAgree(t *testing.T) {
	full, lumped := mustRun(t, parse(t, countable), Options{}), mustRun(t, parse(t, countable, asLumped), Options{})
	for i, f := range full.Outcomes {
		l := lumped.Outcomes[i]
		if f.Digest() == l.Digest() {
			t.Errorf("%v: both engines have digest %s", f.Policy, f.Digest())
		}
		if l.Servers != nil || f.Servers == nil {
			t.Errorf("%v: %d servers lumped, %d in full", f.Policy, len(l.Servers), len(f.Servers))
		}
		for what, e := range map[string][3]float64{
			"mean response": {f.Estimate("mean_response").Value - l.Estimate("mean_response").Value, f.Estimate("mean_response").StdErr,
				l.Estimate("mean_response").StdErr},
			"mean number": {f.Estimate("mean_number").Value - l.Estimate("mean_number").Value, f.Estimate("mean_number").StdErr,
				l.Estimate("mean_number").StdErr},
			"blocking": {f.Estimate("blocking").Value - l.Estimate("blocking").Value, f.Estimate("blocking").StdErr,
				l.Estimate("blocking").StdErr},
			"0.9 quantile": {f.Estimate("quantile_0.9").Value - l.Estimate("quantile_0.9").Value, f.Estimate("quantile_0.9").StdErr,
				l.Estimate("quantile_0.9").StdErr},
			// Some 40,000 independent samples.
			"busy": {f.Types[0].Utilisation - l.Types[0].Utilisation, 0.0025, 0.0025},
		} {
			if !(math.Abs(e[0]) <= sure*math.Hypot(e[1], e[2])) {
				t.Errorf("%v: %s differs by %v, standard errors %v and %v", f.Policy, what, e[0], e[1], e[2])
			}
		}
		if math.Abs(l.Checks.Little) > sure {
			t.Errorf("%v: Little's law is off by %v standard errors", l.Policy, l.Checks.Little)
		}
	}
	const note = "lumped engine: counts of servers only, equal in law to the full one"
	var text bytes.Buffer
	for _, f := range []result.Format{result.Table, result.Markdown} {
		text.Reset()
		if err := result.Write(&text, lumped, f); err != nil || !strings.Contains(text.String(), note) {
			t.Errorf("%s does not name the engine (%v):\n%s", f, err, &text)
		}
		text.Reset()
		if err := result.Write(&text, full, f); err != nil || strings.Contains(text.String(), "engine") {
			t.Errorf("%s names the engine (%v):\n%s", f, err, &text)
		}
	}
	if name := engineName(t, lumped); name != "lumped" {
		t.Errorf("engine %v in JSON", name)
	}
	if name := engineName(t, full); name != "full" {
		t.Errorf("engine %v in JSON", name)
	}
}

// engineName is the name of the engine in the JSON of a result.
func engineName(t *testing.T, r *result.Result) any {
	return document(t, r)["results"].([]any)[0].(map[string]any)["engine"].(map[string]any)["name"]
}

// TestLumpedSameSeedSameResult: neither shards nor replications side by side matter, and a number of shards that cannot be is explained.
func TestLumpedSameSeedSameResult(t *testing.T) {
	for _, replications := range []string{"1", "3", "11"} {
		sc := parse(t, countable, asLumped, input.Set{Path: "run.replications", Value: replications}, input.Set{Path: "run.measure",
			Value: "50"},
			input.Set{Path: "run.start", Value: "mean-field"}, input.Set{Path: "policy.name", Value: "jiq"})
		one, four := mustRun(t, sc, Options{}), mustRun(t, sc, Options{Shards: 4, ISA: "generic"})
		if diff := cmp.Diff(stable(t, one), stable(t, four)); diff != "" {
			t.Errorf("%s replications: another result (-1 shard +4):\n%s", replications, diff)
		}
		if o := four.Outcomes[0]; o.Shards != 1 || !strings.Contains(o.Note, "1 shard instead of 4") {
			t.Errorf("%d shards, note %q", o.Shards, o.Note)
		}
		if o := one.Outcomes[0]; o.Shards != 1 || o.Note != "" {
			t.Errorf("%d shards, note %q", o.Shards, o.Note)
		}
		var text bytes.Buffer
		if err := result.Write(&text, one, result.Table); err != nil || !strings.Contains(text.String(), "engine:") {
			t.Errorf("the report of one policy does not name the engine (%v):\n%s", err, &text)
		}
	}
}

// TestLumpedMemory: the memory is that of a few pages however many servers there are.
func TestLumpedMemory(t *testing.T) {
	sc := parse(t, countable, asLumped, input.Set{Path: "servers.count", Value: "2147483648"}, input.Set{Path: "run.warmup",
		Value: "1e-5"},
		input.Set{Path: "run.measure", Value: "1e-5"})
	need, err := Need(sc, Options{})
	if err != nil || need.Total() > 1<<20 {
		t.Errorf("%d bytes for 2^31 servers (%v)", need.Total(), err)
	}
	if o := mustRun(t, sc, Options{}).Outcomes[0]; o.Jobs.Arrived < 1000 {
		t.Errorf("%d jobs arrived", o.Jobs.Arrived)
	}
}

// TestLumpedClock: the clock of the lumped engine has an end too, of its own.
func TestLumpedClock(t *testing.T) {
	sc := parse(t, countable, asLumped, input.Set{Path: "run.measure", Value: "1e12"})
	_, err := Run(t.Context(), sc, Options{})
	if bad := new(fault.InputError); !errors.As(err, &bad) || !strings.Contains(err.Error(), "too long for the clock") {
		t.Errorf("error %v", err)
	}
}

// TestLumpedInterrupted: an interrupted run has statistics.
func TestLumpedInterrupted(t *testing.T) {
	sc := parse(t, countable, asLumped, input.Set{Path: "run.measure", Value: "1e8"}, input.Set{Path: "run.batches", Value: "100000"})
	r, err := cancelWhen(t, sc, func(u Update) bool { return u.Done > 1e4 })
	if !errors.Is(err, fault.ErrInterrupted) || len(r.Outcomes) != 1 || !r.Outcomes[0].HasStatistics() {
		t.Fatalf("%d outcomes, error %v", len(r.Outcomes), err)
	}
}
