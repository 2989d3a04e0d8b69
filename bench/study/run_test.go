package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/theory/mixture"
	"shardq/bench/theory/queue"
)

// sure is the number of standard errors within which a test of an estimate must stay. Student's t with the 63 degrees of freedom of an
// uncorrelated run exceeds it with probability 2e-7; seeds are fixed.
const sure = 5.8

// A single server is M/M/1/b, for which everything is known.
func TestRunAgreesWithMM1b(t *testing.T) {
	const lambda, mu, buffer = 1.7, 2.0, 4
	want := queue.MM1b(lambda, mu, buffer)
	sc := parse(t, `
servers: {buffer: 4, list: [{rate: 2}]}
ports: {list: [{rate: 1.7}]}
graph: {kind: complete}
policy: {name: jsq}
run: {warmup: 100, measure: 200000}
`)
	o := mustRun(t, sc, Options{}).Outcomes[0]
	for _, c := range []struct {
		name             string
		got, want, error float64
	}{
		{"mean response", o.Estimate("mean_response").Value, want.Response, o.Estimate("mean_response").StdErr},
		{"mean waiting", o.Estimate("mean_waiting").Value, want.Waiting, o.Estimate("mean_waiting").StdErr},
		{"mean service", o.Estimate("mean_service").Value, 1 / mu, 1e-12},
		{"mean number", o.Estimate("mean_number").Value, want.Number, o.Estimate("mean_number").StdErr},
		{"blocking", o.Estimate("blocking").Value, want.Blocking, o.Estimate("blocking").StdErr},
		// Seen are some 400,000 samples with a correlation time of a few; an effective sample size of 40,000 is cautious.
		{"utilisation", o.Types[0].Utilisation, want.Utilisation, math.Sqrt(want.Utilisation * (1 - want.Utilisation) / 40000)},
		{"utilisation of the server", o.Servers[0].Utilisation, want.Utilisation,
			math.Sqrt(want.Utilisation * (1 - want.Utilisation) / 40000)},
		{"mean queue", o.Types[0].MeanQueue, want.Number, 2 / math.Sqrt(40000)},
		{"mean queue of the server", o.Servers[0].MeanQueue, want.Number, 2 / math.Sqrt(40000)},
		{"full", o.Types[0].Tail[buffer-1], want.States[buffer], math.Sqrt(want.States[buffer] / 40000)},
		{"Little's law", o.Checks.Little, 0, 1},
		{"load", o.Checks.LoadMeasured, lambda / mu, lambda / mu / math.Sqrt(float64(o.Jobs.Arrived))},
	} {
		if !(math.Abs(c.got-c.want) <= sure*c.error) {
			t.Errorf("%s: %v, want %v with a standard error of %v", c.name, c.got, c.want, c.error)
		}
	}
	if o.Jobs.Arrived != o.Jobs.Admitted+o.Jobs.Blocked || o.Jobs.Unroutable != 0 {
		t.Errorf("counts %+v do not add up", o.Jobs)
	}
	// Quantiles of the mixture of Erlang laws that PASTA gives.
	join := make([]uint64, buffer)
	for k := range join {
		join[k] = uint64(1e15 * want.States[k])
	}
	exact := mixture.Erlang{Rates: []float64{mu}, Join: [][]uint64{join}}
	for _, q := range result.Quantiles() {
		if got, want := o.Estimate(q.Key()), exact.Quantile(q.Share); !(math.Abs(got.Value-want) <= sure*got.StdErr) ||
			!(got.StdErr < 0.01*want) {
			t.Errorf("quantile %s: %+v, want %v", q.Name, got, want)
		}
	}
}

// Servers that only their own port can reach are M/M/1/b each, so an error in the order of servers shows.
func TestServersAreInTheOrderOfTheFile(t *testing.T) {
	rates := []float64{1, 3, 2}
	arrivals := []float64{0.3, 2.4, 0.2}
	sc := parse(t, `
servers: {buffer: 3, list: [{rate: 1}, {rate: 3}, {rate: 2}]}
ports: {list: [{rate: 0.3, neighbours: [0]}, {rate: 2.4, neighbours: [1]}, {rate: 0.2, neighbours: [2]}]}
graph: {kind: explicit}
policy: {name: random}
run: {warmup: 100, measure: 20000}
`)
	edges := filepath.Join(t.TempDir(), "edges.txt")
	if err := os.WriteFile(edges, []byte("0 0\n1 1\n2 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	fromFile := parse(t, `
servers: {buffer: 3, list: [{rate: 1}, {rate: 3}, {rate: 2}]}
ports: {list: [{rate: 0.3}, {rate: 2.4}, {rate: 0.2}]}
graph: {kind: file, path: x}
policy: {name: random}
run: {warmup: 100, measure: 20000}
`, input.Set{Path: "graph.path", Value: edges})
	a, b := mustRun(t, sc, Options{}).Outcomes[0], mustRun(t, fromFile, Options{}).Outcomes[0]
	if a.Digest() != b.Digest() {
		t.Errorf("explicit graph: digest %s, the same from a file: %s", a.Digest(), b.Digest())
	}
	for i, s := range a.Servers {
		want := queue.MM1b(arrivals[i], rates[i], 3).Utilisation
		if s.Rate != rates[i] || math.Abs(s.Utilisation-want) > 0.03 { // at least 20,000/10 independent samples: 0.03 is 6 standard errors
			t.Errorf("server %d: %+v, want rate %v and utilisation %v", i, s, rates[i], want)
		}
	}
}

func TestSameSeedSameResult(t *testing.T) {
	for _, policy := range []string{"jfsq", "[jfiq, random]"} {
		for _, replications := range []string{"1", "3", "11"} {
			sc := parse(t, small, input.Set{Path: "policy.name", Value: policy}, input.Set{Path: "run.replications",
				Value: replications},
				input.Set{Path: "run.measure", Value: "15"})
			want := stable(t, mustRun(t, sc, Options{}))
			for _, opt := range []Options{{Shards: 1}, {Shards: 3}, {Shards: 2, Window: 7, ISA: "generic", Backing: alloc.Heap}} {
				if diff := cmp.Diff(want, stable(t, mustRun(t, sc, opt))); diff != "" {
					t.Errorf("policy %s, %s replications, %+v: another result (-want +got):\n%s", policy, replications, opt, diff)
				}
			}
			old := runtime.GOMAXPROCS(1)
			got := stable(t, mustRun(t, sc, Options{}))
			runtime.GOMAXPROCS(old)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("policy %s, %s replications, GOMAXPROCS 1: another result (-want +got):\n%s", policy, replications, diff)
			}
		}
	}
}

// Replications must differ, and the first must be the run without replications.
func TestReplicationsDiffer(t *testing.T) {
	one := mustRun(t, parse(t, small), Options{}).Outcomes[0]
	many := mustRun(t, parse(t, small, input.Set{Path: "run.replications", Value: "12"}), Options{}).Outcomes[0]
	if many.Digest() != one.Digest() {
		t.Errorf("replication 0 has digest %s, the run alone %s", many.Digest(), one.Digest())
	}
	seen := map[uint64]bool{}
	for _, d := range many.Digests {
		seen[d] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d different digests in 12 replications", len(seen))
	}
	if many.CombinedDigest() == many.Digest() || many.Replications != 12 || many.Estimate("mean_response").Batches != 12 {
		t.Errorf("combined digest %s, %d replications, %d groups", many.CombinedDigest(), many.Replications,
			many.Estimate("mean_response").Batches)
	}
	if many.Estimate("mean_response").HalfWidth == 0 {
		t.Error("replications without spread")
	}
}

// Jobs that arrive during the warm-up must not be counted.
func TestWarmUpIsExcluded(t *testing.T) {
	sc := parse(t, small, input.Set{Path: "run.warmup", Value: "1000"}, input.Set{Path: "run.measure", Value: "100"})
	o := mustRun(t, sc, Options{}).Outcomes[0]
	// The clock's ticks make the time exact to nine digits.
	if math.Abs(o.Time-100) > 1e-6 {
		t.Errorf("statistics cover %v units of time, want 100", o.Time)
	}
	want := float64(100 * sc.ArrivalRate())
	// Poisson: beyond 6 standard deviations with probability 2e-9
	if got := float64(o.Jobs.Arrived); math.Abs(got-want) > 6*math.Sqrt(want) {
		t.Errorf("%v jobs arrived, want about %v", got, want)
	}
	if got, want := float64(o.Simulated), 11*want; math.Abs(got-want) > 6*math.Sqrt(want) {
		t.Errorf("%v jobs simulated, want about %v", got, want)
	}
}

// Policies on the same seed meet the same arrivals.
func TestPoliciesShareArrivals(t *testing.T) {
	r := mustRun(t, parse(t, small, input.Set{Path: "policy.name", Value: "jfsq,jiq,fastest"}), Options{})
	for _, o := range r.Outcomes {
		if o.Jobs.Arrived != r.Outcomes[0].Jobs.Arrived {
			t.Errorf("%s: %d arrivals, jfsq has %d", o.Policy.String(), o.Jobs.Arrived, r.Outcomes[0].Jobs.Arrived)
		}
	}
	if a, b := r.Outcomes[0].Estimate("mean_response").Value, r.Outcomes[2].Estimate("mean_response").Value; !(a < b) {
		t.Errorf("jfsq responds in %v, fastest in %v", a, b)
	}
}

func TestUnroutableJobsAreCountedApart(t *testing.T) {
	o := mustRun(t, parse(t, small, input.Set{Path: "graph.mean_degree", Value: "1"}), Options{}).Outcomes[0]
	if o.Graph.Isolated == 0 || o.Jobs.Unroutable == 0 {
		t.Fatalf("isolated ports: %d, unroutable jobs: %d, want some", o.Graph.Isolated, o.Jobs.Unroutable)
	}
	if got, want := o.Estimate("blocking").Value,
		float64(o.Jobs.Blocked)/float64(o.Jobs.Arrived-o.Jobs.Unroutable); math.Abs(got-want) > 1e-12 {
		t.Errorf("blocking %v, want %v", got, want)
	}
	if !strings.Contains(strings.Join(o.Warnings, "\n"), "have no neighbours") {
		t.Errorf("no warning of isolated ports in %q", o.Warnings)
	}
}

// cancelWhen runs a scenario and ends the context at the first update that meets a condition.
func cancelWhen(t *testing.T, sc *scenario.Scenario, condition func(Update) bool) (*result.Result, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return Run(ctx, sc, Options{Progress: func(u Update) {
		if condition(u) {
			cancel()
		}
	}})
}

func TestInterruptedWhileMeasuring(t *testing.T) {
	for _, replications := range []string{"1", "2", "20"} {
		sc := parse(t, small, input.Set{Path: "run.measure", Value: "1e6"}, input.Set{Path: "run.batches", Value: "100000"},
			input.Set{Path: "run.replications", Value: replications}, input.Set{Path: "policy.name", Value: "jfsq,jiq"})
		r, err := cancelWhen(t, sc, func(u Update) bool { return u.Done > 100 })
		if !errors.Is(err, fault.ErrInterrupted) {
			t.Fatalf("error %v, want fault.ErrInterrupted", err)
		}
		if !r.Partial || len(r.Outcomes) != 1 {
			t.Fatalf("partial %v with %d outcomes, want true and the first policy", r.Partial, len(r.Outcomes))
		}
		o := r.Outcomes[0]
		if !o.Partial || o.Digest() != "" || !o.HasStatistics() || !(o.Time > 0) || !(o.Estimate("mean_response").Value > 1) {
			t.Errorf("%s replications: partial %v, digest %q, %d batches, time %v, mean response %v",
				replications, o.Partial, o.Digest(), o.Batches, o.Time, o.Estimate("mean_response").Value)
		}
		if !strings.Contains(o.Warnings[0], "interrupted") {
			t.Errorf("warnings %q", o.Warnings)
		}
		stable(t, r)
	}
}

func TestInterruptedInTheWarmUp(t *testing.T) {
	sc := parse(t, small, input.Set{Path: "run.warmup", Value: "1e6"})
	r, err := cancelWhen(t, sc, func(u Update) bool { return u.Phase == WarmingUp && u.Done > 0 })
	if !errors.Is(err, fault.ErrInterrupted) || len(r.Outcomes) != 1 {
		t.Fatalf("result %+v, error %v", r, err)
	}
	o := stable(t, r)[0]
	if o["digest"] != nil {
		t.Errorf("digest is %v, want null", o["digest"])
	}
	for _, key := range []string{"mean_response", "mean_waiting", "mean_number", "blocking", "quantile_0.99"} {
		m, ok := o["measures"].(map[string]any)[key].(map[string]any)
		if !ok || m["value"] != nil || m["ci95"] != nil || m["std_err"] != nil {
			t.Errorf("%s is %v, want null", key, m)
		}
	}
	if o["partial"] != true || !strings.Contains(fmt.Sprint(o["warnings"]), "no statistics") {
		t.Errorf("partial %v, warnings %v", o["partial"], o["warnings"])
	}
	for _, f := range result.Formats() {
		if err := result.Write(new(bytes.Buffer), r, f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestInterruptedBeforeItBegan(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Run(ctx, parse(t, small), Options{})
	if !errors.Is(err, fault.ErrInterrupted) || len(r.Outcomes) != 0 {
		t.Fatalf("result %+v, error %v", r, err)
	}
}

// However short the run and small the numbers: no panic, valid JSON, and null for what is not known.
func TestExtremes(t *testing.T) {
	for _, sets := range [][]input.Set{
		{{Path: "run.measure", Value: "1e-12"}, {Path: "run.warmup", Value: "0"}},
		{{Path: "run.measure", Value: "0.01"}, {Path: "run.batches", Value: "2"}},
		{{Path: "run.measure", Value: "1"}, {Path: "run.replications", Value: "40"}},
		{{Path: "ports.load", Value: "1e-6"}},
		{{Path: "ports.load", Value: "100"}},
		{{Path: "ports.load", Value: "3"}, {Path: "servers.buffer", Value: "inf"}},
		{{Path: "graph.mean_degree", Value: "1e-12"}},
	} {
		r := mustRun(t, parse(t, small, sets...), Options{})
		stable(t, r)
		for _, f := range result.Formats() {
			var out bytes.Buffer
			if err := result.Write(&out, r, f); err != nil {
				t.Errorf("%v: %s: %v", sets, f, err)
			}
			if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "Inf") {
				t.Errorf("%v: %s has a number that is none:\n%s", sets, f, &out)
			}
		}
	}
}

func TestProgress(t *testing.T) {
	sc := parse(t, small, input.Set{Path: "run.replications", Value: "3"}, input.Set{Path: "policy.name", Value: "jfsq,jiq"})
	var all []Update
	mustRun(t, sc, Options{Progress: func(u Update) { all = append(all, u) }})
	last := all[len(all)-1]
	if total := 2.0 * 3 * 320; math.Abs(last.Done-total) > 1e-6 || last.Total != total || last.Jobs == 0 || last.Elapsed <= 0 {
		t.Errorf("last update %+v, want %v done", last, total)
	}
	for i := 1; i < len(all); i++ {
		if all[i].Done < all[i-1].Done || all[i].Jobs < all[i-1].Jobs {
			t.Errorf("update %+v after %+v", all[i], all[i-1])
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, want string
		sets       []input.Set
		opt        Options
	}{
		{"shards", "300 shards", nil, Options{Shards: 300}},
		{"window", "a window of -1", nil, Options{Window: -1}},
		{"instruction set", "unknown instruction set", nil, Options{ISA: "mmx"}},
		{"file", "no such file", []input.Set{{Path: "graph.kind", Value: "file"}, {Path: "graph.path", Value: "absent.txt"}}, Options{}},
		{"port rates", "no such file", []input.Set{{Path: "ports.rates", Value: "{file: absent.txt}"}}, Options{}},
		{"clock", "too long for the clock", []input.Set{{Path: "run.measure", Value: "1e12"}}, Options{}},
		{"buffers and types", "bits a server", []input.Set{
			{Path: "servers.buffer", Value: "1e6"}, {Path: "servers.count", Value: "10000"}, {Path: "servers.list", Value: manyRates()},
		}, Options{}},
	} {
		_, err := Run(context.Background(), parse(t, small, c.sets...), c.opt)
		if bad := new(fault.InputError); !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want an InputError with %q", c.name, err, c.want)
		}
	}
}

// manyRates is a list of servers of 10,000 different rates.
func manyRates() string {
	var b strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&b, ", {rate: %d}", i+1)
	}
	return "[" + b.String()[2:] + "]"
}

func TestIsolatedPortsOfGivenGraphsAreRefused(t *testing.T) {
	edges := filepath.Join(t.TempDir(), "edges.txt")
	if err := os.WriteFile(edges, []byte("0 0\n2 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sc := parse(t, small, input.Set{Path: "graph.kind", Value: "file"}, input.Set{Path: "graph.path", Value: edges},
		input.Set{Path: "ports.count", Value: "4"})
	_, err := Run(context.Background(), sc, Options{})
	const want = "port 1 has no neighbours, so its jobs could go nowhere (ports without neighbours: 2)"
	if bad := new(fault.InputError); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}
