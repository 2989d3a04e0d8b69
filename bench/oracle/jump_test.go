package oracle

import (
	"math"
	"strings"
	"testing"
)

// M/M/1/b and a ring of three states whose law is uniform.
func TestStationaryLaw(t *testing.T) {
	const b, rho = 6, 0.7
	states, law, err := StationaryLaw(3, func(k int) []Move[int] {
		return []Move[int]{{min(k+1, b), rho}, {max(k-1, 0), 1}}
	})
	if err != nil || len(states) != b+1 {
		t.Fatal(states, err)
	}
	for i, k := range states {
		closeTo(t, "M/M/1/b", law[i], math.Pow(rho, float64(k))*(1-rho)/(1-math.Pow(rho, b+1)), 1e-12)
	}
	states, law, err = StationaryLaw(0, func(k int) []Move[int] { return []Move[int]{{(k + 1) % 3, 2}} })
	if err != nil || len(states) != 3 {
		t.Fatal(states, err)
	}
	allClose(t, "ring", law, []float64{1. / 3, 1. / 3, 1. / 3}, 1e-14)
	for want, moves := range map[string]func(k int) []Move[int]{
		"no way":         func(k int) []Move[int] { return []Move[int]{{1, float64(1 - k)}} },
		"more than 1000": func(k int) []Move[int] { return []Move[int]{{k + 1, 1}} },
		"rate -1":        func(k int) []Move[int] { return []Move[int]{{k + 1, -1}} },
	} {
		if _, _, err := StationaryLaw(0, moves); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

var timeRun = TimeRun{Seed: 7, Warmup: 100, Time: 200, Batches: testBatches}

// The simulation against the chain: both rules are written twice.
func TestElasticFollowsItsChain(t *testing.T) {
	for _, s := range []Elastic{
		{Servers: 1, Buffer: 4, Rate: 1, Arrivals: 0.8, Standby: 0.5, Setup: 0.7},
		{Servers: 2, Buffer: 3, Rate: 2, Arrivals: 2.5, Standby: 1, Setup: 0.3},
		{Servers: 3, Buffer: 4, Rate: 1, Arrivals: 1.5, Standby: 0.2, Setup: 2},
		{Servers: 4, Buffer: 2, Rate: 1, Arrivals: 3.5, Standby: 0, Setup: 1},
	} {
		exact, err := ExactElastic(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := SimulateElastic(s, timeRun)
		if err != nil {
			t.Fatal(err)
		}
		compare := func(what string, got, exact Estimate) {
			if d := got.Distance(exact.Mean); !(d <= testBound) {
				t.Errorf("%+v: %s %+v, exact %v: %.1f standard errors", s, what, got, exact.Mean, d)
			}
		}
		compare("number", got.MeanNumber, exact.MeanNumber)
		compare("response", got.MeanResponse, exact.MeanResponse)
		compare("blocking", got.Blocking, exact.Blocking)
		compare("busy", got.Busy, exact.Busy)
		compare("idle", got.Idle, exact.Idle)
		compare("setup", got.SettingUp, exact.SettingUp)
		compare("off", got.Off, exact.Off)
		compare("setups", got.Setups, exact.Setups)
		for k := range got.Tail {
			compare("tail", got.Tail[k], exact.Tail[k])
		}
		closeTo(t, "shares", exact.Busy.Mean+exact.Idle.Mean+exact.SettingUp.Mean+exact.Off.Mean, 1, 1e-12)
		closeTo(t, "work", exact.Busy.Mean*float64(s.Servers)*s.Rate, s.Arrivals*(1-exact.Blocking.Mean), 1e-12)
		// Every setup ends, so servers spend 1/Setup in each.
		closeTo(t, "setups", exact.SettingUp.Mean*float64(s.Servers)*s.Setup, exact.Setups.Mean, 1e-12)
	}
}

// Without standby the servers are never off: a single one is M/M/1/b, and several are jiq whose fall-back goes to a busy server, that is to
// any.
func TestElasticNeverOff(t *testing.T) {
	s := Elastic{Servers: 3, Buffer: 3, Rate: 0.5, Arrivals: 1.2, Setup: 1}
	got, err := ExactElastic(s)
	if err != nil {
		t.Fatal(err)
	}
	want := mustExact(t, System{Rates: equal(3, 0.5), Buffer: 3, Ports: []Port{{1.2, []int{0, 1, 2}}}, Policy: JIQ})
	closeTo(t, "number", got.MeanNumber.Mean, want.MeanNumber, 1e-11)
	closeTo(t, "blocking", got.Blocking.Mean, want.Blocking, 1e-11)
}

func TestPoolsFollowTheirChain(t *testing.T) {
	for _, s := range []Pools{
		{Pools: 3, Cap: 4, Rate: 1, Arrivals: 6, Policy: JSQ},
		{Pools: 3, Cap: 4, Rate: 1, Arrivals: 6, Policy: JSQD, D: 2},
		{Pools: 3, Cap: 4, Rate: 0.5, Arrivals: 3, Policy: JSQD, D: 2, Replacement: true},
		{Pools: 2, Cap: 4, Rate: 0.5, Arrivals: 3, Policy: JSQD, D: 5, Replacement: true},
		{Pools: 4, Cap: 3, Rate: 2, Arrivals: 9, Policy: Random},
	} {
		exact, err := ExactPools(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := SimulatePools(s, timeRun)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.MeanNumber.Distance(exact.MeanNumber.Mean); !(d <= testBound) {
			t.Errorf("%+v: number %+v, exact %v", s, got.MeanNumber, exact.MeanNumber.Mean)
		}
		if d := got.Blocking.Distance(exact.Blocking.Mean); !(d <= testBound) {
			t.Errorf("%+v: blocking %+v, exact %v", s, got.Blocking, exact.Blocking.Mean)
		}
		for k := range got.Tail {
			if d := got.Tail[k].Distance(exact.Tail[k].Mean); !(d <= testBound) {
				t.Errorf("%+v: tail %d %+v, exact %v", s, k+1, got.Tail[k], exact.Tail[k].Mean)
			}
		}
		closeTo(t, "Little's law", exact.MeanNumber.Mean*s.Rate, s.Arrivals*(1-exact.Blocking.Mean), 1e-12)
	}
	// Random: each pool by itself is Erlang's loss system.
	erlang, sum := 0.0, 0.0
	for k := range 4 {
		erlang = math.Pow(9./4/2, float64(k)) / math.Gamma(float64(k+1))
		sum += erlang
	}
	exact, _ := ExactPools(Pools{Pools: 4, Cap: 3, Rate: 2, Arrivals: 9, Policy: Random})
	closeTo(t, "Erlang B", exact.Blocking.Mean, erlang/sum, 1e-12)
}

// Without a cap the total is Poisson whatever the policy.
func TestPoolsTotalIsPoisson(t *testing.T) {
	got, err := SimulatePools(Pools{Pools: 4, Rate: 2, Arrivals: 12, Policy: JSQD, D: 2}, timeRun)
	if err != nil {
		t.Fatal(err)
	}
	for k, e := range got.Total {
		if want := poissonWeight(6, k); want > 1e-3 {
			if d := e.Distance(want); !(d <= testBound) {
				t.Errorf("total %d: %+v, want %v", k, e, want)
			}
		}
	}
}

func TestElasticAndPoolsRefuse(t *testing.T) {
	if _, err := SimulateElastic(Elastic{}, timeRun); err == nil {
		t.Error("no servers accepted")
	}
	if _, err := ExactElastic(Elastic{Servers: 5, Buffer: 1}); err == nil {
		t.Error("five servers accepted")
	}
	if _, err := SimulatePools(Pools{Pools: 1, Policy: JIQ}, timeRun); err == nil {
		t.Error("jiq accepted")
	}
	if _, err := SimulatePools(Pools{Pools: 1, Policy: JSQ}, TimeRun{}); err == nil {
		t.Error("no time accepted")
	}
	if _, err := ExactPools(Pools{Pools: 2, Policy: JSQ}); err == nil {
		t.Error("no cap accepted")
	}
}
