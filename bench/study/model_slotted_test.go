package study

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel/policy"
	"shardq/kernel/slotted"
)

// TestSlottedMessages: as many a slot with an arrival as the policies say, which are the same a job but for the size of a batch.
func TestSlottedMessages(t *testing.T) {
	for _, c := range []struct {
		policy  policy.Policy
		queries float64 // a slot with an arrival; replies are as many
	}{
		{policy.Policy{Rule: policy.JSQ}, 10}, {policy.Policy{Rule: policy.SQD, D: 2}, 2}, {policy.Policy{Rule: policy.SQDM, D: 3,
			Memory: 2}, 3},
		{policy.Policy{Rule: policy.Random}, 0}, {policy.Policy{Rule: policy.JIQ}, 0},
	} {
		f := mustRun(t, slottedScenario(0.5, c.policy), Options{}).Outcomes[0]
		value := func(key string) float64 {
			m, ok := f.Measure(key)
			if !ok {
				t.Fatalf("no messages %s", key)
			}
			return m.Value
		}
		if value("queries_per_batch") != c.queries || value("replies_per_batch") != c.queries {
			t.Errorf("%s: %v queries and %v replies a slot with an arrival, want %v", c.policy.Rule, value("queries_per_batch"),
				value("replies_per_batch"), c.queries)
		}
		if sum := value("queries_per_batch") + value("replies_per_batch") +
			value("reports_per_batch"); math.Abs(sum-value("messages_per_batch")) > 1e-9 {
			t.Errorf("%s: %v messages, the parts are %v", c.policy.Rule, value("messages_per_batch"), sum)
		}
		// A slot has an arrival with probability 1 - exp(-5), and 5 jobs on average.
		perBatch := 5 / (1 - math.Exp(-5))
		if got, want := f.Messages.Total(), value("messages_per_batch")/perBatch; math.Abs(got-want) > 0.02*want {
			t.Errorf("%s: %v messages a job, want %v", c.policy.Rule, got, want)
		}
		empty, _ := f.Measure("empty_memory")
		if known := !math.IsNaN(empty.Value); known != (c.policy.Rule == policy.JIQ) {
			t.Errorf("%s: memory empty in %v of the slots", c.policy.Rule, empty.Value)
		}
		if c.policy.Rule == policy.JIQ {
			// Each report puts an id into memory, each arrival takes one out unless there is none.
			if got, want := value("reports_per_batch"), 1-empty.Value; math.Abs(got-want) > 0.01 {
				t.Errorf("jiq: %v reports a slot with an arrival, of which %v find a server remembered", got, want)
			}
		}
	}
}

// TestSlottedResponse: a single server with Poisson arrivals and service, of which the chain of queue lengths is solved here.
func TestSlottedResponse(t *testing.T) {
	const load, states = 0.7, 150
	pmf := func(mean float64) []float64 {
		p := []float64{math.Exp(-mean)}
		for k := 1; k < 22; k++ { // a tail of 1e-19
			p = append(p, p[k-1]*mean/float64(k))
		}
		return p
	}
	arrive, serve := pmf(load), pmf(1)
	q := make([]float64, states)
	q[0] = 1
	mean := 0.0
	for range 3000 { // the relaxation time is some (1+load)/(1-load)^2 = 19 slots
		next := make([]float64, states)
		for n, p := range q {
			if p < 1e-18 {
				continue
			}
			for a, pa := range arrive {
				for s, ps := range serve {
					next[min(max(n+a-s, 0), states-1)] += p * pa * ps
				}
			}
		}
		q = next
		last := mean
		mean = 0
		for n, p := range q {
			mean += float64(n) * p
		}
		if math.Abs(mean-last) < 1e-12 {
			break
		}
	}
	sc := slottedScenario(load, policy.Policy{Rule: policy.Random})
	sc.Server, sc.Run = serversOf(1, 0), runOf(1000, 200_000)
	f := mustRun(t, sc, Options{}).Outcomes[0]
	near(t, f, "mean_number", mean)
	near(t, f, "mean_response", mean/load)
	if f.Time != 200_000 {
		t.Errorf("%v slots, want 200,000", f.Time)
	}
}

// TestSlottedBatches: a given law of batches and bursty service reach the engine, the load and the theory.
func TestSlottedBatches(t *testing.T) {
	sc := slottedScenario(0, policy.Policy{Rule: policy.JSQ})
	sc.Port = scenario.PortSection{BatchSizes: []int{0, 10}, BatchProbabilities: []float64{0.4, 0.6}}
	sc.Service = scenario.ServiceSection{Law: "bursty", Burst: 10}
	sys := slottedSystem(sc, sc.Policies[0], 1)
	if sys.Burst != 10 || len(sys.Sizes) != 2 || sys.Arrivals != 0 || sys.MeanBatch() != 6 {
		t.Errorf("system %+v", sys)
	}
	f := mustRun(t, sc, Options{}).Outcomes[0]
	if math.Abs(f.Checks.LoadAsked-0.6) > 1e-12 || math.Abs(f.Checks.LoadMeasured-0.6) > 0.02 {
		t.Errorf("load %v, measured %v, want 0.6", f.Checks.LoadAsked, f.Checks.LoadMeasured)
	}
	// Variance of a batch .6*.4*100 = 24, of service 10*(10*1-1) = 90, spare 4, arrivals 6.
	if got, want := f.Known[0].Value, (24.0+90)/(2*4*6); math.Abs(got-want) > 1e-9 {
		t.Errorf("heavy traffic: %v, want %v", got, want)
	}
}

// TestGrowingShowsNoMean: beyond its capacity a system has no mean response time, in no format, but a growth.
func TestGrowingShowsNoMean(t *testing.T) {
	sc := slottedScenario(1.2, policy.Policy{Rule: policy.JSQ}, policy.Policy{Rule: policy.Random})
	r := mustRun(t, sc, Options{})
	for _, f := range r.Outcomes {
		response, _ := f.Measure("mean_response")
		number, _ := f.Measure("mean_number")
		if f.Verdict.Word != result.Growing || !math.IsNaN(response.Value) || !math.IsNaN(number.Value) || !math.IsNaN(response.Hi) {
			t.Errorf("%s: verdict %q, mean response %v, number %v", f.Policy.Rule, f.Verdict.Word, response.Value, number.Value)
		}
		near(t, f, "growth_per_slot", 2) // 12 arrive, 10 leave
		if len(f.Known) != 0 || len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0], "grows by ") {
			t.Errorf("theory %v, warnings %q", f.Known, f.Warnings)
		}
	}
	for f, want := range map[result.Format]string{result.Table: "│ growing ", result.CSV: "jsq,growing,,,",
		result.JSON: `"verdict": "growing"`} {
		var out bytes.Buffer
		if err := result.Write(&out, r, f); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s lacks %q (%v):\n%s", f, want, err, &out)
		}
	}
	for _, m := range stable(t, r) {
		if v := m["measures"].(map[string]any)["mean_response"].(map[string]any)["value"]; v != nil {
			t.Errorf("mean response %v in JSON", v)
		}
	}
}

// TestTwoPools: five servers of rate 1 and five of rate 10, where two random choices cannot keep up beyond a load of .409, and thresholds
// can.
func TestTwoPools(t *testing.T) {
	for _, c := range []struct {
		policy policy.Policy
		want   string
	}{{policy.Policy{Rule: policy.SQD, D: 2}, result.Growing}, {policy.Policy{Rule: policy.JBTGD, D: 2, Period: 1000}, "stable"}} {
		sc := slottedScenario(0.6, c.policy)
		sc.Server = scenario.ServerSection{Count: 10, Types: []scenario.ServerType{{Name: "slow", Share: 0.5, Rate: 1, Count: 5},
			{Name: "fast", Share: 0.5, Rate: 10, Count: 5}}}
		sc.Run = runOf(5000, 400_000)
		f := mustRun(t, sc, Options{}).Outcomes[0]
		if f.Verdict.Word != c.want {
			t.Errorf("%s: %+v, want %s", c.policy.String(), f.Verdict, c.want)
		}
	}
}

// TestStableVerdict: well below capacity.
func TestStableVerdict(t *testing.T) {
	for _, f := range mustRun(t, slottedScenario(0.7, policy.Policy{Rule: policy.JSQ}, policy.Policy{Rule: policy.Random}),
		Options{}).Outcomes {
		if f.Verdict.Word != "stable" || len(f.Warnings) != 0 || math.Abs(f.Verdict.Growth.Value) > sure*f.Verdict.Growth.StdErr+0.01 {
			t.Errorf("%s: %+v, warnings %q", f.Policy.Rule, f.Verdict, f.Warnings)
		}
	}
}

// TestGrowth: telescoping levels over batches of two replications, one of which was cut short.
func TestGrowth(t *testing.T) {
	batch := func(slots, level uint64) slotted.Counters { return slotted.Counters{Slots: slots, InSystem: level} }
	c := &course[slottedCounters, *slottedCounters]{sc: slottedScenario(0.5), tracks: []track[slottedCounters]{
		{first: batch(0, 5), batches: []slotted.Counters{batch(10, 25), batch(10, 15)}},
		{first: batch(0, 100), batches: []slotted.Counters{batch(10, 70)}},
		{first: batch(0, 1000)},
	}}
	if got, want := growth(c.evaluation()).Value, (20.0-10-30)/30; math.Abs(got-want) > 1e-12 {
		t.Errorf("growth %v, want %v", got, want)
	}
}

// TestSlottedBatchEnds: between slots, and at least one slot each.
func TestSlottedBatchEnds(t *testing.T) {
	for _, c := range []struct {
		warmup, measure float64
		n, last         int
	}{{10.4, 1000, stats.Batches, 1010}, {0, 3, 3, 3}, {5, 0.2, 1, 6}, {5, 300, stats.Batches, 305}} {
		sc := slottedScenario(0.5)
		sc.Run.Warmup, sc.Run.Measure = c.warmup, c.measure
		begin, list := batchEnds(sc, sc.Run.Measure)
		before := begin
		for _, end := range list {
			if end != math.Round(end) || end < before+1 {
				t.Errorf("a batch from %v to %v", before, end)
			}
			before = end
		}
		if len(list) != c.n || before != float64(c.last) {
			t.Errorf("warm-up %v, measure %v: %d batches up to %v", c.warmup, c.measure, len(list), before)
		}
	}
}
