package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// models has a small scenario of each model, by name.
func models() []*scenario.Scenario {
	return []*scenario.Scenario{
		elasticScenario(),
		poolsScenario(4, policy.Policy{Rule: policy.JSQ}, policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true},
			policy.Policy{Rule: policy.Random}),
		slottedScenario(0.8, policy.Policy{Rule: policy.JSQ}, policy.Policy{Rule: policy.JIQ}, policy.Policy{Rule: policy.SQDM, D: 2,
			Memory: 3},
			policy.Policy{Rule: policy.JBTD, D: 2, Period: 100}),
	}
}

// TestModelsSameSeedSameResult: with any number of threads, and whatever is asked of the engine of the bipartite model.
func TestModelsSameSeedSameResult(t *testing.T) {
	for _, sc := range models() {
		for _, replications := range []int{3, 12} {
			sc.Run.Replications = replications
			sc.Run.Warmup, sc.Run.Measure = 10, 60
			want := stable(t, mustRun(t, sc, Options{}))
			old := runtime.GOMAXPROCS(1)
			got := stable(t, mustRun(t, sc, Options{Shards: 3, Window: 7, State: "shared", ISA: "generic", Backing: alloc.Heap}))
			runtime.GOMAXPROCS(5)
			more := stable(t, mustRun(t, sc, Options{}))
			runtime.GOMAXPROCS(old)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %d replications, one thread: another result (-want +got):\n%s", sc.Name, replications, diff)
			}
			if diff := cmp.Diff(want, more); diff != "" {
				t.Errorf("%s, %d replications, five threads: another result (-want +got):\n%s", sc.Name, replications, diff)
			}
		}
	}
}

// TestModelReplications: they differ, the first is the run without replications, and all of them count.
func TestModelReplications(t *testing.T) {
	for _, sc := range models() {
		sc.Run.Measure /= 4
		one := mustRun(t, sc, Options{}).Outcomes[0]
		sc.Run.Replications = 12
		many := mustRun(t, sc, Options{}).Outcomes[0]
		if many.Digest() != one.Digest() || many.Digest() == many.CombinedDigest() {
			t.Errorf("%s: digests %s and %s, of one replication %s", sc.Name, many.Digest(), many.CombinedDigest(), one.Digest())
		}
		seen := map[uint64]bool{}
		for _, d := range many.Digests {
			seen[d] = true
		}
		if len(seen) != 12 || many.Replications != 12 {
			t.Errorf("%s: %d different digests, %d replications", sc.Name, len(seen), many.Replications)
		}
		if math.Abs(many.Time-12*one.Time) > 1e-6*many.Time || many.Jobs.Arrived < 10*one.Jobs.Arrived {
			t.Errorf("%s: time %v and %d jobs in 12 replications of %v and %d", sc.Name, many.Time, many.Jobs.Arrived, one.Time,
				one.Jobs.Arrived)
		}
		a, _ := one.Measure("mean_number")
		b, _ := many.Measure("mean_number")
		if b.Batches != 12 || !(b.StdErr > 0) || math.Abs(a.Value-b.Value) > sure*math.Hypot(a.StdErr, b.StdErr) {
			t.Errorf("%s: mean number %+v in one replication, %+v in 12", sc.Name, a.Estimate, b.Estimate)
		}
	}
}

// TestModelInterrupted: while measuring and in the warm-up.
func TestModelInterrupted(t *testing.T) {
	for _, sc := range models() {
		for _, replications := range []int{1, 20} {
			long := *sc
			long.Run.Replications, long.Run.Measure, long.Run.Batches = replications, 1e8, 100000
			long.Run.Warmup = 10
			r, err := cancelWhen(t, &long, func(u Update) bool { return u.Done > 5000 })
			if !errors.Is(err, fault.ErrInterrupted) || !r.Partial || len(r.Outcomes) != 1 || r.Empty() {
				t.Fatalf("%s: result %+v, error %v", sc.Name, r, err)
			}
			f := r.Outcomes[0]
			mean, _ := f.Measure("mean_number")
			if !f.Partial || f.Digest() != "" || !f.HasStatistics() || !(f.Time > 0) || !(mean.Value > 1) &&
				f.Verdict.Word != result.Growing {
				t.Errorf("%s, %d replications: %+v", sc.Name, replications, f)
			}
			if !strings.Contains(r.Warnings()[0], "interrupted: the statistics cover") {
				t.Errorf("warnings %q", r.Warnings())
			}
			if stable(t, r)[0]["partial"] != true {
				t.Error("JSON does not say that it is partial")
			}
			if replications > 1 {
				continue
			}
			long.Run.Warmup = 1e8
			r, err = cancelWhen(t, &long, func(u Update) bool { return u.Phase == WarmingUp && u.Done > 0 })
			if !errors.Is(err, fault.ErrInterrupted) || len(r.Outcomes) != 1 {
				t.Fatalf("%s: result %+v, error %v", sc.Name, r, err)
			}
			if o := stable(t, r)[0]; o["digest"] != nil || !strings.Contains(fmt.Sprint(o["warnings"]),
				"interrupted during the warm-up: no statistics") {
				t.Errorf("%s: digest %v, warnings %v", sc.Name, o["digest"], o["warnings"])
			}
			for _, format := range result.Formats() {
				if err := result.Write(new(bytes.Buffer), r, format); err != nil {
					t.Errorf("%s: %s: %v", sc.Name, format, err)
				}
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if r, err := Run(ctx, sc, Options{}); !errors.Is(err, fault.ErrInterrupted) || !r.Empty() {
			t.Errorf("%s: result %+v, error %v", sc.Name, r, err)
		}
	}
}

// TestModelProgress: the last update tells that all is done, none goes back.
func TestModelProgress(t *testing.T) {
	for _, sc := range models() {
		sc.Run.Replications = 3
		var all []Update
		mustRun(t, sc, Options{Progress: func(u Update) { all = append(all, u) }})
		last := all[len(all)-1]
		total := float64(len(sc.Policies)*3) * (sc.Run.Warmup + sc.Run.Measure)
		if math.Abs(last.Done-total) > 1e-6*total || last.Total != total || last.Jobs == 0 || last.Elapsed <= 0 {
			t.Errorf("%s: last update %+v, want %v done", sc.Name, last, total)
		}
		for i := 1; i < len(all); i++ {
			if all[i].Done < all[i-1].Done || all[i].Jobs < all[i-1].Jobs {
				t.Errorf("%s: update %+v after %+v", sc.Name, all[i], all[i-1])
			}
		}
	}
}

// TestModelExtremes: no panic, valid JSON, and no number that is none, however short the run.
func TestModelExtremes(t *testing.T) {
	for _, change := range []func(sc *scenario.Scenario){
		func(sc *scenario.Scenario) { sc.Run.Warmup, sc.Run.Measure = 0, 1e-9 },
		func(sc *scenario.Scenario) { sc.Run.Warmup, sc.Run.Measure = 0, 3 },
		func(sc *scenario.Scenario) { sc.Run.Warmup, sc.Run.Measure, sc.Run.Replications = 0, 1, 40 },
		func(sc *scenario.Scenario) { sc.Port.Load = 1e-6 },
		func(sc *scenario.Scenario) { sc.Port.Load, sc.Run.Measure = 20, 50 },
		func(sc *scenario.Scenario) { sc.Server = serversOf(1, sc.Server.Buffer); sc.Port.Load = 0.5 },
	} {
		for _, sc := range models() {
			change(sc)
			r := mustRun(t, sc, Options{})
			stable(t, r)
			for _, f := range result.Formats() {
				var out bytes.Buffer
				if err := result.Write(&out, r, f); err != nil {
					t.Errorf("%s: %s: %v", sc.Name, f, err)
				}
				if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "Inf") {
					t.Errorf("%s: %s has a number that is none:\n%s", sc.Name, f, &out)
				}
			}
		}
	}
}

// TestModelRefusals: what cannot be run is an InputError, before anything is simulated.
func TestModelRefusals(t *testing.T) {
	for _, c := range []struct {
		name, want string
		sc         *scenario.Scenario
		opt        Options
		change     func(sc *scenario.Scenario)
	}{
		{"shards", "300 shards", elasticScenario(), Options{Shards: 300}, nil},
		{"policy", `unknown policy "jsq"`, elasticScenario(), Options{}, func(sc *scenario.Scenario) { sc.Policies[0].Rule = policy.JSQ }},
		{"policy", `unknown policy "tabs"`, poolsScenario(0, policy.Policy{Rule: policy.TABS}), Options{}, nil},
		{"policy", `unknown policy "tabs"`, slottedScenario(.5, policy.Policy{Rule: policy.TABS}), Options{}, nil},
		{"rates", "2 service rates", elasticScenario(), Options{}, func(sc *scenario.Scenario) {
			sc.Server.Types = []scenario.ServerType{{Name: "a", Share: 0.5, Rate: 1, Count: 50}, {Name: "b", Share: 0.5, Rate: 2,
				Count: 50}}
		}},
		{"clock", "too long for the clock", elasticScenario(), Options{}, func(sc *scenario.Scenario) { sc.Run.Measure = 1e12 }},
		{"clock", "too long for the clock", poolsScenario(0, policy.Policy{Rule: policy.JSQ}), Options{},
			func(sc *scenario.Scenario) { sc.Run.Measure = 1e12 }},
	} {
		if c.change != nil {
			c.change(c.sc)
		}
		_, err := Run(context.Background(), c.sc, c.opt)
		if bad := new(fault.InputError); !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want an InputError with %q", c.name, err, c.want)
		}
	}
}

// TestModelMemory: a run that cannot fit is refused with the figure.
func TestModelMemory(t *testing.T) {
	sc := poolsScenario(0, policy.Policy{Rule: policy.JSQ})
	sc.Run.Replications, sc.Run.Batches = 9, 100_000
	sc.Port.Load = 5e6 // some as many levels, in every batch
	_, err := Run(context.Background(), sc, Options{})
	if bad := new(instance.MemoryError); !errors.As(err, &bad) || !strings.Contains(err.Error(), "statistics") {
		t.Errorf("error %v", err)
	}
	need, err := Need(elasticScenario(), Options{})
	if err != nil || need.State == 0 || need.Total() > 1<<24 {
		t.Errorf("%+v, error %v", need, err)
	}
}

// TestModelIdleSettings: settings without a meaning are ignored with a note.
func TestModelIdleSettings(t *testing.T) {
	r := mustRun(t, elasticScenario(), Options{Shards: 2, Window: 100, State: "shared"})
	if note := r.Outcomes[0].Note; !strings.Contains(note, "without a meaning in this model: shards, window, state") {
		t.Errorf("note %q", note)
	}
	if note := mustRun(t, elasticScenario(), Options{}).Outcomes[0].Note; note != "" {
		t.Errorf("note %q", note)
	}
}
