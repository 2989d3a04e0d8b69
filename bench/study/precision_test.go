package study

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shardq/bench/fault"
	"shardq/bench/scenario/input"
)

// same compares results, NaN being the same as NaN.
func same(a, b any) bool { return cmp.Equal(a, b, cmpopts.EquateNaNs()) }

func set(path, value string) input.Set { return input.Set{Path: path, Value: value} }

// TestPrecisionIsReachedByAnyShards: the run ends at a length that depends on scenario and seed alone, where its intervals are narrow
// enough, and in the state in which a run of that length ends that was asked for at once.
func TestPrecisionIsReachedByAnyShards(t *testing.T) {
	for _, c := range []struct {
		replications string
		measure      float64
	}{{"1", 25}, {"3", 8}, {"12", 1}} {
		replications := c.replications
		sets := []input.Set{set("run.measure", fmt.Sprint(c.measure)), set("run.replications", replications)}
		asked := append(sets, set("run.precision", "{mean_response: 1.2%, quantile_0.99: 2%, blocking: 0.001}"))
		first := mustRun(t, parse(t, small, asked...), Options{Shards: 1}).Outcomes[0]
		if len(first.Precision) != 3 {
			t.Fatalf("%d precisions", len(first.Precision))
		}
		for _, r := range first.Precision {
			if !r.Met || r.Got.HalfWidth > r.Width() || !same(r.Got, first.Estimate(r.Measure)) {
				t.Errorf("%s replications: %+v, in the result %+v", replications, r, first.Estimate(r.Measure))
			}
		}
		factor := first.Time / (c.measure * float64(first.Replications))
		if factor < 1.9 {
			t.Errorf("%s replications: the run has %g times its first length, want more for this test", replications, factor)
		}
		for _, shards := range []int{3} {
			o := mustRun(t, parse(t, small, asked...), Options{Shards: shards}).Outcomes[0]
			if !same(o.Digests, first.Digests) || !same(o.Estimate("mean_response"), first.Estimate("mean_response")) ||
				o.Jobs != first.Jobs {
				t.Errorf("%s replications, %d shards: digest %s, want %s", replications, shards, o.CombinedDigest(), first.CombinedDigest())
			}
		}
		plain := parse(t, small, sets...)
		for plain.Run.Measure*float64(first.Replications) < 0.99*first.Time {
			plain.Run.Measure *= 2
		}
		o := mustRun(t, plain, Options{Shards: 1}).Outcomes[0]
		if !same(o.Digests, first.Digests) || o.Jobs != first.Jobs ||
			o.Estimate("mean_response").Value != first.Estimate("mean_response").Value || o.Batches != first.Batches ||
			!same(o.Servers, first.Servers) || !same(o.Checks, first.Checks) {
			t.Errorf("%s replications: a run of length %g differs from one that went so far", replications, plain.Run.Measure)
		}
		if !(o.Estimate("mean_response").HalfWidth < first.Estimate("mean_response").HalfWidth) {
			t.Errorf("%s replications: the interval is not widened for the looks: %v, plain %v", replications,
				first.Estimate("mean_response").HalfWidth, o.Estimate("mean_response").HalfWidth)
		}
	}
}

func TestPrecisionOutOfReach(t *testing.T) {
	sc := parse(t, small, set("run.measure", "30"), set("run.precision", "{mean_response: 0.0001}"), set("run.most", "100"))
	o := mustRun(t, sc, Options{Shards: 1}).Outcomes[0]
	if o.Precision[0].Met || o.Partial {
		t.Errorf("%+v", o.Precision[0])
	}
	if got := o.Time; got < 59 || got > 61 {
		t.Errorf("measured %g, want 60: the last look before 100", got)
	}
	if len(o.Warnings) == 0 || !strings.HasPrefix(o.Warnings[0], "precision not reached: the interval of mean_response is ± ") {
		t.Errorf("warnings %q", o.Warnings)
	}
}

// TestPrecisionOfShortRuns: an interval that rests on correlated batches does not end a run, however narrow.
func TestPrecisionOfShortRuns(t *testing.T) {
	sc := parse(t, `
servers: {count: 1, types: [{share: 1, rate: 1}]}
ports: {count: 1, load: 0.95}
graph: {kind: complete}
policy: {name: random}
run: {warmup: 0, measure: 100, most: 200, precision: {mean_response: 1e6}}
`)
	o := mustRun(t, sc, Options{Shards: 1}).Outcomes[0]
	if o.Precision[0].Met {
		t.Fatalf("%+v", o.Precision[0])
	}
	if !strings.Contains(o.Warnings[0], "is narrow enough, but the run is short for its own memory") {
		t.Errorf("warnings %q", o.Warnings)
	}
}

func TestPrecisionOfOtherModels(t *testing.T) {
	for name, text := range map[string]string{
		"slotted": `
model: slotted
servers: {count: 10, types: [{share: 1, rate: 1}]}
ports: {load: 0.6}
policy: {name: jsq}
run: {warmup: 300, measure: 2000, precision: {mean_response: 1%}}
`,
		"elastic": `
model: elastic
servers: {count: 50, types: [{share: 1, rate: 1}]}
ports: {load: 0.5}
policy: {name: tabs}
run: {warmup: 50, measure: 100, precision: {mean_response: 1%, quantile_0.9: 2%}, replications: 2}
`,
		"pools": `
model: pools
servers: {count: 20, buffer: 20, types: [{share: 1, rate: 1}]}
ports: {load: 5}
policy: {name: jsq}
run: {warmup: 20, measure: 100, precision: {mean_number: 0.3%}, replications: 11}
`,
	} {
		sc := parse(t, text)
		f := mustRun(t, sc, Options{}).Outcomes[0]
		for _, r := range f.Precision {
			if !r.Met || r.Got.HalfWidth > r.Width() {
				t.Errorf("%s: %+v", name, r)
			}
		}
		plain := *sc
		plain.Run.Precision, plain.Run.Most = nil, 0
		for plain.Run.Measure*float64(f.Replications) < 0.99*f.Time {
			plain.Run.Measure *= 2
		}
		p := mustRun(t, &plain, Options{}).Outcomes[0]
		if plain.Run.Measure == sc.Run.Measure || !same(p.Digests, f.Digests) || p.Jobs != f.Jobs || !same(p.Checks, f.Checks) ||
			p.Batches != f.Batches {
			t.Errorf("%s: a run of length %g differs from one that went so far: %v, %v", name, plain.Run.Measure, p.Digests, f.Digests)
		}
		if p.Measures[0].Value != f.Measures[0].Value || !(p.Measures[0].HalfWidth < f.Measures[0].HalfWidth) {
			t.Errorf("%s: %v, plain %v", name, f.Measures[0].Estimate, p.Measures[0].Estimate)
		}
	}
}

// TestPrecisionKeepsLooks: looks at the occupancies are joined with the batches.
func TestPrecisionKeepsLooks(t *testing.T) {
	sc := halfinWhitt(t, "100", 1, 0.5, set("run.measure", "200"), set("run.precision", "{mean_number: 1%}"))
	o := mustRun(t, sc, Options{}).Outcomes[0]
	plain := *sc
	plain.Run.Precision = nil
	for plain.Run.Measure < 0.99*o.Time {
		plain.Run.Measure *= 2
	}
	p := mustRun(t, &plain, Options{}).Outcomes[0]
	if plain.Run.Measure == 200 || !same(o.Observed, p.Observed) {
		t.Errorf("after %g: %+v, plain %+v", o.Time, o.Observed, p.Observed)
	}
}

// TestPrecisionInterrupted: what was measured so far is there, without a claim about the precision.
func TestPrecisionInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	sc := parse(t, small, set("run.measure", "30"), set("run.precision", "{mean_response: 1e-9}"), set("run.most", "1e7"),
		set("run.replications", "2"))
	r, err := Run(ctx, sc, Options{})
	if !errors.Is(err, fault.ErrInterrupted) {
		t.Fatal(err)
	}
	if o := r.Outcomes[0]; !o.Partial || o.Precision != nil || len(o.Warnings) == 0 || !strings.Contains(o.Warnings[0],
		"interrupted before the precision was reached") {
		t.Errorf("partial %v, precision %v, warnings %q", o.Partial, o.Precision, o.Warnings)
	}
}

func TestPrecisionBeyondTheClock(t *testing.T) {
	sc := parse(t, small, set("run.measure", "1e11"), set("run.precision", "{mean_response: 1%}"))
	if _, err := Run(context.Background(), sc, Options{}); err == nil || !strings.Contains(err.Error(), "too long for the clock") {
		t.Errorf("error %v", err)
	}
}
