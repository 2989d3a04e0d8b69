package bound_test

import (
	"math"
	"testing"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
)

// TestTheorem1 has values worked out by hand: two halves of rates 1 and 1/4, lambda .25, b = 6, K = 1: beta_hat = .25, C* = .25, tau_K = 1,
// tau_M = tau_KM = 4.
func TestTheorem1(t *testing.T) {
	const n = 1e12
	types := theorytest.Two(n/2, n/2, 0.25)
	b := bound.NewTheorem1(types, 0.25*n, 6, 0, 0)
	theorytest.Near(t, "least eps", b.EpsLeast, math.Sqrt(math.Pow(6, 5)*1152*math.Log(n)/n), 1e-12)
	theorytest.Near(t, "most eps", b.EpsMost, 0.0625, 1e-12)
	if b.Why != "" || !b.BufferKnown() {
		t.Errorf("%+v", b)
	}
	// Without arrivals that miss sets blocking is least for the largest eps.
	theorytest.Near(t, "blocking", b.Blocking.Value, 52*216/(0.0625*n), 1e-15)
	theorytest.Near(t, "blocking, eps", b.Blocking.Eps, 0.0625, 1e-9)
	theorytest.Near(t, "excess", b.Excess.Value, 0.25+b.EpsLeast+52*216/(b.EpsLeast*n), 1e-12) // sqrt(52 216/N) is below the least eps
	busy := func(eps float64) float64 {
		return 0.25 + 3*eps + 2*math.Sqrt(5*4*6*math.Log(n)/n) + 60*math.Pow(6, 2.5)*math.Sqrt(4/(0.25*eps*n))
	}
	theorytest.Near(t, "busy", b.Busy.Value, busy(b.Busy.Eps), 1e-12)
	for _, eps := range []float64{b.EpsLeast, b.Busy.Eps * 0.99, b.Busy.Eps * 1.01, b.EpsMost} {
		if eps >= b.EpsLeast && eps <= b.EpsMost && busy(eps) < b.Busy.Value-1e-15 {
			t.Errorf("eps %v gives %v, the best is said to be %v at %v", eps, busy(eps), b.Busy.Value, b.Busy.Eps)
		}
	}
	theorytest.Near(t, "response", b.Response(), b.Busy.Value/0.25/(1-b.Blocking.Value), 1e-12)
	c := b.Connected(0.06)
	if c[0].Servers != 0 || c[1].Servers != n/2 || c[1].Least != n/8 {
		t.Errorf("%+v", c)
	}
	theorytest.Near(t, "d2", c[1].Most/n, 0.06/12, 1e-12)
	// With arrivals that miss, eps weighs both terms.
	b = bound.NewTheorem1(types, 0.25*n, 6, 0.03, math.Inf(1))
	theorytest.Near(t, "blocking, missing", b.Blocking.Value, 0.03/12/0.25+52*216/(0.03*n), 1e-12)

	// At sizes that can be simulated: the four types of [W] want more servers than there are; where it says how many, there is an eps.
	small := theorytest.Four(1 << 18)
	b = bound.NewTheorem1(small, 0.9*theorytest.Capacity(small), 5, 0, 0)
	if b.Why == "" || !math.IsInf(b.Busy.Value, 1) || b.BufferKnown() {
		t.Errorf("%+v", b)
	}
	enough := theorytest.Four(int(b.ServersNeeded*1.0001) / 4)
	if b = bound.NewTheorem1(enough, 0.9*theorytest.Capacity(enough), 5, 0, 0); b.Why != "" {
		t.Errorf("%d servers: %s", 4*enough[0].Count, b.Why)
	}
	short := theorytest.Four(int(b.ServersNeeded*0.9999) / 4)
	if b = bound.NewTheorem1(short, 0.9*theorytest.Capacity(short), 5, 0, 0); b.Why == "" {
		t.Error("too few servers are enough")
	}
	for _, b := range []bound.Theorem1{bound.NewTheorem1(small, theorytest.Capacity(small), 5, 0, 0), bound.NewTheorem1(small, 1, 0, 0, 0),
		bound.NewTheorem1(enough, 1, 1, 10, 0)} {
		if b.Why == "" {
			t.Errorf("%+v is valid", b)
		}
	}
}

// TestTheorem1Erlang: with room for the job in service alone, one type on a complete graph is Erlang's loss system, and bounds must be
// above it.
func TestTheorem1Erlang(t *testing.T) {
	for _, n := range []int{1_100_000, 3_000_000} {
		for _, load := range []float64{0.3, 0.5} {
			types := []kernel.Type{{Rate: 1, Count: n}}
			b := bound.NewTheorem1(types, load*float64(n), 1, 0, 0)
			if b.Why != "" {
				t.Fatalf("N = %d: %s", n, b.Why)
			}
			loss := queue.ErlangB(load*float64(n), n)
			if b.Blocking.Value < loss || b.Busy.Value < load*(1-loss) || b.Excess.Value < load*(1-loss) {
				t.Errorf("N = %d, load %v: bounds %+v, blocking is %v", n, load, b, loss)
			}
		}
	}
}
