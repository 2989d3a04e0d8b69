package bound_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
)

// The values are C*/lambda worked out by hand: at load .9, for example, lambda = .421875 per server, types 1 and 1/2 serve .375, type 1/4
// the remaining .046875 with .1875 busy servers; .6875/.421875 = 1.62963.
func TestLowerBoundOfFourTypes(t *testing.T) {
	for _, c := range []struct {
		load, want float64
		k          int
	}{
		{.5, 1, 1}, {.7, 1.23810, 2}, {.8, 1.33333, 3}, {.85, 1.49020, 3}, {.9, 1.62963, 3}, {.95, 1.82456, 4}, {.99, 2.07407, 4},
	} {
		types := theorytest.Four(256)
		l := bound.Of(types, c.load*theorytest.Capacity(types))
		theorytest.Near(t, fmt.Sprintf("lower bound at load %g", c.load), l.LowerBound, c.want, 5e-6)
		theorytest.Near(t, "load", l.Load, c.load, 1e-14)
		if l.K != c.k || !l.Stable {
			t.Errorf("load %g: K = %d, stable = %t, want %d, true", c.load, l.K, l.Stable, c.k)
		}
	}
	l := bound.Of(theorytest.Four(1), 0.9*1.875)
	theorytest.Near(t, "C*_3", l.CStar[2], 0.1875, 1e-14)
	// Types 1, 1/2, 1/4 serve .4375; beta = 1 - .421875/.4375, and they are 3/4 of the servers.
	theorytest.Near(t, "beta hat", l.BetaHat, 0.75*(1-0.421875/0.4375), 1e-14)
}

func TestOverload(t *testing.T) {
	types := theorytest.Four(10)
	for _, load := range []float64{1, 1.2, 50} {
		l := bound.Of(types, load*theorytest.Capacity(types))
		if l.Stable || l.K != 4 || l.BetaHat != 0 || l.C != 1 {
			t.Errorf("load %g: %+v, want unstable with all servers busy", load, l)
		}
		theorytest.Near(t, "lower bound", l.LowerBound, 40/theorytest.Capacity(types), 1e-14)
		for m, p := range bound.StartBusy(l) {
			if p != 1 {
				t.Errorf("load %g: type %d busy %g, want 1", load, m, p)
			}
		}
	}
	// Half of twice the capacity lost leaves less than one time the capacity; everything lost leaves nothing to bound but one service.
	theorytest.Near(t, "admitted at load 2, 60 % lost", bound.Admitted(types, 2*theorytest.Capacity(types), 0.6).LowerBound, 4.0/3, 1e-14)
	theorytest.Near(t, "admitted, all lost", bound.Admitted(types, 1, 1).LowerBound, 1, 0)
}

// One server: the bound is one service time, and M/M/1/b keeps it at every load and buffer.
func TestBoundHoldsForOneServer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lambda, mu := rapid.Float64Range(0.01, 20).Draw(t, "lambda"), rapid.Float64Range(0.1, 10).Draw(t, "mu")
		q := queue.MM1b(lambda, mu, rapid.IntRange(1, 30).Draw(t, "b"))
		l := bound.Admitted([]kernel.Type{{Rate: mu, Count: 1}}, lambda, q.Blocking)
		if q.Response < l.LowerBound*(1-1e-12) || q.Number < l.C*(1-1e-12) {
			t.Fatalf("response %v below %v, or number %v below %v", q.Response, l.LowerBound, q.Number, l.C)
		}
	})
}

func TestLimitProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var types []kernel.Type
		rate := 8.0
		for range rapid.IntRange(1, 5).Draw(t, "types") {
			rate *= rapid.Float64Range(0.1, 0.95).Draw(t, "ratio")
			types = append(types, kernel.Type{Rate: rate, Count: rapid.IntRange(1, 50).Draw(t, "count")})
		}
		n := 0
		for _, typ := range types {
			n += typ.Count
		}
		arrivals := theorytest.Capacity(types) * rapid.Float64Range(0.01, 0.999).Draw(t, "load")
		l := bound.Of(types, arrivals)
		for name, busy := range map[string][]float64{"fastest": bound.StartBusy(l), "uniform": bound.UniformBusy(types, arrivals)} {
			served, number := 0.0, 0.0
			for m, p := range busy {
				if !(p >= 0 && p <= 1) {
					t.Fatalf("%s: type %d busy with probability %v", name, m, p)
				}
				served += p * types[m].Rate * float64(types[m].Count)
				number += p * float64(types[m].Count)
			}
			if math.Abs(served-arrivals) > 1e-9*arrivals {
				t.Fatalf("%s: busy servers complete %v, want what arrives, %v", name, served, arrivals)
			}
			if number < float64(n)*l.C*(1-1e-9) {
				t.Fatalf("%s: %v busy servers, below N C* = %v", name, number, float64(n)*l.C)
			}
		}
		lost := rapid.Float64Range(0, 1).Draw(t, "lost")
		if a := bound.Admitted(types, arrivals, lost); a.LowerBound > l.LowerBound*(1+1e-12) || a.LowerBound < l.Fastest*(1-1e-12) {
			t.Fatalf("bound with losses %v, without %v, fastest %v", a.LowerBound, l.LowerBound, l.Fastest)
		}
	})
}

// On equal servers the two limits agree; from load 1 on all are busy.
func TestUniformBusy(t *testing.T) {
	one := []kernel.Type{{Rate: 2, Count: 10}}
	theorytest.Near(t, "equal servers", bound.UniformBusy(one, 14)[0], 0.7, 1e-14)
	theorytest.Near(t, "overload", bound.UniformBusy(one, 21)[0], 1, 0)
	// Two types with rates 2 and 1, half each, lambda = 1 per server: 2c/(c+2) + c/(c+1) = 2 has c = 1 + sqrt 5.
	c := 1 + math.Sqrt(5)
	busy := bound.UniformBusy([]kernel.Type{{Rate: 2, Count: 1}, {Rate: 1, Count: 1}}, 2)
	theorytest.Near(t, "fast", busy[0], c/(c+2), 1e-13)
	theorytest.Near(t, "slow", busy[1], c/(c+1), 1e-13)
}

func ExampleOf() {
	types := []kernel.Type{{Name: "fast", Rate: 1, Count: 500}, {Name: "slow", Rate: 0.5, Count: 500}}
	limit := bound.Of(types, 600)
	fmt.Printf("load %.2f, mean response time at least %.4f\n", limit.Load, limit.LowerBound)
	fmt.Printf("in the limit busy: %.2f\n", bound.StartBusy(limit))
	// Output:
	// load 0.80, mean response time at least 1.1667
	// in the limit busy: [1.00 0.40]
}

// TestBoundariesAreExact: a load of just 1 is not stable, whatever the rounding of sums, and a type that is just filled leaves the next one
// in use.
func TestBoundariesAreExact(t *testing.T) {
	tenths := []kernel.Type{{Rate: 0.1, Count: 1}, {Rate: 0.2, Count: 1}}
	if l := bound.Of(tenths, 0.3); l.Stable { // in binary, 0.1 + 0.2 is more than 0.3
		t.Errorf("load 1 is stable: %+v", l)
	}
	l := bound.Of([]kernel.Type{{Rate: 3, Count: 1}, {Rate: 1, Count: 9}}, 3)
	if l.K != 2 || math.Abs(l.BetaHat-0.75) > 1e-15 || !l.Stable {
		t.Errorf("K = %d, beta_hat = %v, want 2 and 3/4", l.K, l.BetaHat)
	}
}
