package study

import (
	"math"
	"testing"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/theory/mixture"
	"shardq/bench/theory/queue"
	"shardq/kernel/policy"
)

// near fails if a measure is more than sure standard errors from what it must be.
func near(t *testing.T, f *result.Outcome, key string, want float64) {
	t.Helper()
	m, ok := f.Measure(key)
	if !ok {
		t.Errorf("no measure %q", key)
		return
	}
	if !(math.Abs(m.Value-want) <= sure*m.StdErr+1e-12) || !(m.StdErr <= 0.05*math.Abs(want)) {
		t.Errorf("%s: %v with a standard error of %v, want %v", key, m.Value, m.StdErr, want)
	}
}

// TestElasticIsMM1b: one server that is never switched off, for which everything is known.
func TestElasticIsMM1b(t *testing.T) {
	sc := elasticScenario()
	sc.Server, sc.Port.Load = serversOf(1, 4), 0.85
	sc.Elastic.Standby, sc.Elastic.Setup = 0, 0
	sc.Run = runOf(100, 200_000)
	f := mustRun(t, sc, Options{}).Outcomes[0]
	want := queue.MM1b(0.85, 1, 4)
	near(t, f, "mean_response", want.Response)
	near(t, f, "mean_waiting", want.Waiting)
	near(t, f, "mean_number", want.Number)
	near(t, f, "blocking", want.Blocking)
	near(t, f, "busy", want.Utilisation)
	near(t, f, "idle", 1-want.Utilisation)
	near(t, f, "power", want.Utilisation+0.5*(1-want.Utilisation))
	near(t, f, "wasted_power", 0.5*(1-want.Utilisation))
	join := make([]uint64, 4)
	tail := 1.0
	for k := range join {
		join[k] = uint64(1e15 * want.States[k])
		tail -= want.States[k]
		if l := f.Levels[k]; l.AtLeast != k+1 || math.Abs(l.Share.Value-tail) > sure*l.Share.StdErr {
			t.Errorf("%d jobs or more: %+v, want %v", k+1, l, tail)
		}
	}
	exact := mixture.Erlang{Rates: []float64{1}, Join: [][]uint64{join}}
	for _, q := range result.Quantiles() {
		near(t, f, q.Key(), exact.Quantile(q.Share))
	}
	if math.Abs(f.Checks.Little) > sure || f.Messages.Queries != 0 {
		t.Errorf("Little's law %v, queries %v", f.Checks.Little, f.Messages.Queries)
	}
}

// TestElasticAddsUp: the shares of states are 1 together, and setups, reports and power follow from them.
func TestElasticAddsUp(t *testing.T) {
	sc := elasticScenario()
	sc.Run.Measure = 5000
	f := mustRun(t, sc, Options{}).Outcomes[0]
	value := func(key string) float64 {
		m, ok := f.Measure(key)
		if !ok {
			t.Fatalf("no measure %q", key)
		}
		return m.Value
	}
	busy, idle, setup, off := value("busy"), value("idle"), value("setup"), value("off")
	if sum := busy + idle + setup + off; math.Abs(sum-1) > 1e-9 {
		t.Errorf("states are %v together", sum)
	}
	near(t, f, "busy", 0.6) // nothing is lost
	if power := busy + 0.5*idle + setup + 0.1*off; math.Abs(power-value("power")) > 1e-9 ||
		math.Abs(power-busy-value("wasted_power")) > 1e-9 {
		t.Errorf("power %v, wasted %v, want %v and %v", value("power"), value("wasted_power"), power, power-busy)
	}
	// Each setup ends at rate 0.2, so the mean number in setup is setups / 0.2; and as many are switched off, at rate 0.5 from idle.
	near(t, f, "setups_per_time", 0.2*100*setup)
	if m, _ := f.Measure("setups_per_time"); math.Abs(m.Value-0.5*100*idle) > sure*2*m.StdErr {
		t.Errorf("%v setups, %v switched off a unit of time", m.Value, 0.5*100*idle)
	}
	if !(f.Messages.Reports > f.Messages.Queries) || f.Messages.Replies != 0 {
		t.Errorf("messages %+v", f.Messages)
	}
	if math.Abs(f.Checks.Little) > sure {
		t.Errorf("Little's law is off by %v", f.Checks.Little)
	}
}

// TestPoolsKnown: what is exact for any number of pools.
func TestPoolsKnown(t *testing.T) {
	for _, sc := range []*scenario.Scenario{
		poolsScenario(0, policy.Policy{Rule: policy.JSQ}),
		poolsScenario(0, policy.Policy{Rule: policy.Random}),
		poolsScenario(3, policy.Policy{Rule: policy.Random}),
		poolsScenario(3, policy.Policy{Rule: policy.JSQ}),
		poolsScenario(0, policy.Policy{Rule: policy.JSQD, D: 2}),
	} {
		sc.Run.Measure = 10_000
		sc.Server.Count, sc.Server.Types[0].Count = 20, 20
		f := mustRun(t, sc, Options{}).Outcomes[0]
		for _, k := range f.Known {
			if m, ok := f.Measure(k.Key); !ok {
				t.Errorf("%s is known, not measured", k.Key)
			} else if m.Value != k.Value {
				near(t, f, k.Key, k.Value)
			}
		}
		if f.Policy.Rule == policy.Random { // the occupancy is known as well
			for _, l := range f.Levels {
				if math.Abs(l.Share.Value-l.Limit) > sure*l.Share.StdErr+1e-5 {
					t.Errorf("%d tasks or more: %+v", l.AtLeast, l)
				}
			}
		}
		sum := 0.0
		for _, l := range f.Levels {
			sum += l.Share.Value
		}
		if m, _ := f.Measure("mean_tasks"); math.Abs(sum-m.Value) > 1e-9 {
			t.Errorf("levels are %v together, %v tasks a pool", sum, m.Value)
		}
	}
}

// TestPoolsMessages: by policy.
func TestPoolsMessages(t *testing.T) {
	for _, c := range []struct {
		policy policy.Policy
		want   float64
	}{
		{policy.Policy{Rule: policy.JSQ}, 200}, {policy.Policy{Rule: policy.Random}, 0}, {policy.Policy{Rule: policy.JSQD, D: 3}, 6},
		{policy.Policy{Rule: policy.JSQD, D: 300}, 200}, {policy.Policy{Rule: policy.JSQD, D: 300, Replacement: true}, 600},
	} {
		sc := poolsScenario(0, c.policy)
		sc.Run.Measure = 10
		if m := mustRun(t, sc, Options{}).Outcomes[0].Messages; m.Total() != c.want || m.Queries != m.Replies {
			t.Errorf("%s: messages %+v, want %v", c.policy.String(), m, c.want)
		}
	}
}

// TestPoolsLimits: many pools come near the fluid limit under each policy.
func TestPoolsLimits(t *testing.T) {
	sc := poolsScenario(0, policy.Policy{Rule: policy.JSQ}, policy.Policy{Rule: policy.JSQD, D: 2})
	sc.Server, sc.Run = serversOf(20_000, 0), runOf(10, 20)
	for _, f := range mustRun(t, sc, Options{}).Outcomes {
		for _, l := range f.Levels {
			if math.Abs(l.Share.Value-l.Limit) > 0.01 {
				t.Errorf("%s: %d tasks or more: %v, in the limit %v", f.Policy.String(), l.AtLeast, l.Share.Value, l.Limit)
			}
		}
	}
}
