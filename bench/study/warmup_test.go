package study

import (
	"math"
	"strings"
	"testing"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/stats"
)

// TestWarmupFoundIsThatOfARunToWhichItWasGiven: nothing but the place of the statistics depends on how the warm-up came about.
func TestWarmupFoundIsThatOfARunToWhichItWasGiven(t *testing.T) {
	for _, replications := range []string{"1", "3"} {
		sets := []input.Set{set("run.measure", "100"), set("run.replications", replications)}
		found := mustRun(t, parse(t, small, append(sets, set("run.warmup", "auto"))...), Options{Shards: 1}).Outcomes[0]
		w := found.Warmup
		if w == nil || !w.Found || w.Length != found.Scenario.Run.Warmup || !(w.Transient >= 0 && w.Transient <= w.Length/2) ||
			w.Length < 100.0/16 {
			t.Fatalf("%+v", w)
		}
		again := mustRun(t, parse(t, small, append(sets, set("run.warmup", "auto"))...), Options{Shards: 3}).Outcomes[0]
		if *again.Warmup != *w || !same(again.Digests, found.Digests) {
			t.Errorf("on three shards %+v, want %+v", again.Warmup, w)
		}
		given := parse(t, small, sets...)
		given.Run.Warmup = w.Length
		o := mustRun(t, given, Options{Shards: 1}).Outcomes[0]
		if !same(o.Digests, found.Digests) || o.Jobs != found.Jobs || !same(o.Estimate("mean_response"),
			found.Estimate("mean_response")) || o.Warmup != nil {
			t.Errorf("given %g: %v, found: %v", w.Length, o.Estimate("mean_response"), found.Estimate("mean_response"))
		}
	}
}

// TestWarmupRemovesTheBias of a large system that starts empty: without a warm-up the mean number in system is tens of standard errors too
// low, with the one found it is within 5 of that of a run with a warm-up far longer than the relaxation, which is that of a server, about
// 10 units of time.
func TestWarmupRemovesTheBias(t *testing.T) {
	text := `
servers: {count: 5000, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.9}
graph: {kind: complete}
policy: {name: jsq-d, d: 2, replacement: true}
run: {warmup: 200, measure: 400, engine: lumped}
`
	number := func(sets ...input.Set) stats.Estimate {
		return mustRun(t, parse(t, text, sets...), Options{}).Outcomes[0].Estimate("mean_number")
	}
	truth := number()
	deviation := func(e stats.Estimate) float64 { return (e.Value - truth.Value) / math.Hypot(e.StdErr, truth.StdErr) }
	found := deviation(number(set("run.seed", "2"), set("run.warmup", "auto"), set("run.measure", "100")))
	none := number(set("run.seed", "2"), set("run.warmup", "0"), set("run.measure", "100"))
	t.Logf("found: %+.1f standard errors; none: %+.1f %% below", found, 100*(none.Value/truth.Value-1))
	if math.Abs(found) > 5 || none.Value > 0.95*truth.Value {
		t.Errorf("deviation %+.1f standard errors with the warm-up found, value %v without one, truth %v", found, none.Value, truth.Value)
	}
}

// TestWarmupOfAQueue: over 60 runs of M/M/1 at load .9 from empty the mean bias of the number in system is below the standard error of one
// run. The mean of 60 is known to 0.13 standard errors, and the bias that is left is smaller still, so a false alarm has a probability
// below 1e-9.
func TestWarmupOfAQueue(t *testing.T) {
	sc := parse(t, `
servers: {count: 1, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.9}
graph: {kind: complete}
policy: {name: random}
run: {warmup: auto, measure: 20000}
`)
	const runs = 60
	bias, variance := 0.0, 0.0
	for seed := range uint64(runs) {
		sc.Run.Seed = seed
		e := mustRun(t, sc, Options{Shards: 1}).Outcomes[0].Estimate("mean_number")
		bias += (e.Value - 9) / runs
		variance += e.StdErr * e.StdErr / runs
	}
	t.Logf("bias %+.2f standard errors", bias/math.Sqrt(variance))
	if math.Abs(bias) > math.Sqrt(variance) {
		t.Errorf("bias %v, standard error of a run %v", bias, math.Sqrt(variance))
	}
}

// TestWarmupIsGivenUp where queues grow for ever.
func TestWarmupIsGivenUp(t *testing.T) {
	sc := parse(t, `
servers: {count: 20, types: [{share: 1, rate: 1}]}
ports: {count: 1, rate: 26}
graph: {kind: complete}
policy: {name: jsq}
run: {warmup: auto, measure: 20}
`)
	o := mustRun(t, sc, Options{Shards: 1}).Outcomes[0]
	if o.Warmup.Found || o.Warmup.Length != 8*20 || !strings.HasPrefix(o.Warnings[0], "no warm-up found") {
		t.Errorf("%+v, warnings %q", o.Warmup, o.Warnings)
	}
}

func TestWarmupOfOtherModels(t *testing.T) {
	for name, text := range map[string]string{
		"slotted": `
model: slotted
servers: {count: 10, types: [{share: 1, rate: 1}]}
ports: {load: 0.6}
policy: {name: jsq}
run: {warmup: auto, measure: 2000}
`,
		"elastic": `
model: elastic
servers: {count: 200, types: [{share: 1, rate: 1}]}
ports: {load: 0.5}
policy: {name: tabs}
run: {warmup: auto, measure: 40, replications: 2}
`,
		"pools": `
model: pools
servers: {count: 100, buffer: 20, types: [{share: 1, rate: 1}]}
ports: {load: 5}
policy: {name: jsq}
run: {warmup: auto, measure: 40, precision: {mean_number: 1%}}
`,
	} {
		sc := parse(t, text)
		f := mustRun(t, sc, Options{}).Outcomes[0]
		if w := f.Warmup; w == nil || !w.Found || w.Length != f.Scenario.Run.Warmup || sc.Model == scenario.Slotted &&
			w.Length != math.Trunc(w.Length) {
			t.Fatalf("%s: %+v", name, w)
		}
		given := *f.Scenario
		given.Run.AutoWarmup = false
		g := mustRun(t, &given, Options{}).Outcomes[0]
		if !same(g.Digests, f.Digests) || !same(g.Measures, f.Measures) {
			t.Errorf("%s: given %g the results differ from those with the same warm-up found", name, given.Run.Warmup)
		}
	}
}
