package bound_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/theory/bound"
	"shardq/bench/theory/theorytest"
	"shardq/kernel"
)

// Four types at load .8: lambda = .375, types 1 and 1/2 serve .375 and no more, so that K = 3. Worked out by hand:
// beta = 1 - .375/.4375 = 1/7, beta_hat = 1/7 * 3/4 = 3/28.
func TestConstruction(t *testing.T) {
	const each = 1 << 18
	types := theorytest.Four(each)
	arrivals := 0.8 * theorytest.Capacity(types)
	const eps, b, ports = 0.02, 5, 1 << 19
	c, err := bound.Theorem2(types, arrivals, ports, b, eps)
	if err != nil {
		t.Fatal(err)
	}
	if c.K != 3 || c.Ends[0] != 2*each || c.Ends[1] != 3*each || len(c.Ends) != 2 {
		t.Errorf("K = %d, blocks end at %v", c.K, c.Ends)
	}
	theorytest.Near(t, "beta_hat", c.BetaHat, 3.0/28, 1e-12)
	theorytest.Near(t, "largest epsilon", c.EpsilonMost, 3.0/112, 1e-12)
	theorytest.Near(t, "p1", c.P1, 0.02/150, 1e-12)
	theorytest.Near(t, "p2", c.P2, 3.0/56, 1e-12)
	theorytest.Relative(t, "d1", c.D1, 0.02*0.25/1000, 1e-12)
	theorytest.Relative(t, "d2", c.D2, 0.02*0.25/10, 1e-12)
	theorytest.Relative(t, "H1", c.H1, 3/(0.02/150), 1e-12) // 2(N+L)/N = 3
	theorytest.Relative(t, "H2", c.H2, 3*56.0/3, 1e-12)
	rate := arrivals / ports // .75
	if c.Probability(rate, 0) != 1 {
		t.Errorf("probability %v of a fast server, want 1", c.Probability(rate, 0))
	}
	want := 0.75 * 56 / (4 * each * 0.0005)
	theorytest.Relative(t, "probability of type K", c.Probability(rate, 1), want, 1e-12)
	if c.Probability(rate, 2) != 0 {
		t.Errorf("probability %v of a slow server, want 0", c.Probability(rate, 2))
	}
	theorytest.Relative(t, "edges", c.Edges(nil), ports*(2*each+each*want), 1e-12)
	if c.Degenerate(nil) || c.Full(nil) != [2]int{ports, 0} {
		t.Errorf("degenerate: %v, full: %v", c.Degenerate(nil), c.Full(nil))
	}
	// (.0004 * 2^20 / (1152 * 4 * ln 2^20))^(1/5) = (419.4/63879)^(1/5) = .366
	if c.BufferMost != 0 || c.BufferLeast != 6 || c.BufferFits() {
		t.Errorf("buffers from %d to %d, fits: %v", c.BufferLeast, c.BufferMost, c.BufferFits())
	}

	c, err = bound.Theorem3(types, arrivals, ports, b, eps)
	if err != nil {
		t.Fatal(err)
	}
	theorytest.Relative(t, "H1 of theorem 3", c.H1, 6*(-math.Log(c.P1)+c.D1/(c.P1*0.75)*math.Log(1/c.D1)), 1e-12)
	theorytest.Relative(t, "H2 of theorem 3", c.H2, 6*(-math.Log(c.P2)+c.D2/(c.P2*0.75)*math.Log(1/c.D2)), 1e-12)

	// Known answers: these numbers decide graphs, so that they must have the same bits on every machine.
	for what, v := range map[string]struct {
		got  float64
		bits uint64
	}{"H1": {c.H1, 0x404c995094594b2e}, "H2": {c.H2, 0x403220c2ac1836b3},
		"probability 0": {c.Probability(rate/1000, 0), 0x3f80c1d536ec520d}, "probability 1": {c.Probability(rate, 1), 0x3f9a8dfd2a177820}} {
		if got := math.Float64bits(v.got); got != v.bits {
			t.Errorf("%s has bits %#x, want %#x", what, got, v.bits)
		}
	}
}

// Unequal ports: a busy one reaches everything, idle ones nothing.
func TestConstructionOfWeightedPorts(t *testing.T) {
	types := []kernel.Type{{Rate: 1, Count: 1000}, {Rate: 0.5, Count: 1000}}
	relative2 := []float64{0, 1, 1e-9, 1e-9}
	c, err := bound.Theorem2(types, 700, 4, 3, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	if c.K != 1 || c.Ends[0] != 0 || c.Ends[1] != 1000 {
		t.Errorf("K = %d, blocks end at %v", c.K, c.Ends)
	}
	theorytest.Relative(t, "scale", c.Scale(relative2), 700, 1e-8)
	small := c.Probability(700e-9, 1)
	if small <= 0 || small >= 1 {
		t.Fatalf("probability %v", small)
	}
	theorytest.Relative(t, "edges", c.Edges(relative2), 1000*(1+2*small), 1e-8)
	if full := c.Full(relative2); full != [2]int{4, 1} {
		t.Errorf("full: %v", full)
	}
	if !c.Degenerate(nil) || c.Degenerate(relative2) {
		t.Errorf("degenerate: %v with equal rates, %v with unequal ones", c.Degenerate(nil), c.Degenerate(relative2))
	}
}

func TestConstructionErrors(t *testing.T) {
	types := theorytest.Four(100)
	at := 0.8 * theorytest.Capacity(types)
	for _, c := range []struct {
		types    []kernel.Type
		arrivals float64
		ports, b int
		eps      float64
		want     string
	}{
		{types, theorytest.Capacity(types), 10, 5, 0.01, "load 1, want below 1"},
		{types, 2 * theorytest.Capacity(types), 10, 5, 0.01, "load 2, want below 1"},
		{types, at, 10, 5, 0.03, "epsilon 0.03, want above 0 and at most beta_hat/4 = 0.0267"},
		{types, at, 10, 5, 0, "epsilon 0,"},
		{types, at, 10, 5, -1, "epsilon -1,"},
		{types, at, 10, 5, math.NaN(), "epsilon NaN,"},
		{types, at, 10, 5, math.Inf(1), "epsilon +Inf,"},
		{types, at, 10, 0, 0.01, "want a buffer"},
		{types, at, 0, 5, 0.01, "0 ports"},
		{types, 0, 10, 5, 0.01, "arrival rate 0"},
		{nil, 1, 10, 5, 0.01, "no server types"},
		{types, at, 10, 5, 5e-324, "too small"},
	} {
		for name, f := range map[string]func([]kernel.Type, float64, int, int, float64) (bound.Construction, error){
			"theorem 2": bound.Theorem2, "theorem 3": bound.Theorem3,
		} {
			_, err := f(c.types, c.arrivals, c.ports, c.b, c.eps)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s, %+v: error %v, want one with %q", name, c, err, c.want)
			}
		}
	}
}

// The largest buffer of assumption 1 is the floor of its formula, and every probability is one.
func TestConstructionProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := theorytest.Four(rapid.IntRange(1, 1<<28).Draw(t, "servers"))
		arrivals := rapid.Float64Range(0.01, 0.999).Draw(t, "load") * theorytest.Capacity(types)
		eps := bound.Of(types, arrivals).BetaHat / 4 * rapid.Float64Range(0.001, 1).Draw(t, "epsilon")
		ports, b := rapid.IntRange(1, 1<<28).Draw(t, "ports"), rapid.IntRange(1, 100).Draw(t, "buffer")
		construct := bound.Theorem2
		if rapid.Bool().Draw(t, "theorem 3") {
			construct = bound.Theorem3
		}
		c, err := construct(types, arrivals, ports, b, eps)
		if err != nil {
			t.Fatal(err)
		}
		n := float64(c.Servers)
		bound := math.Pow(eps*eps*n/(1152*types[0].Rate/types[c.K-1].Rate*math.Log(n)), 0.2)
		if most := float64(c.BufferMost); most > bound*(1+1e-12) || most+1 < bound*(1-1e-12) {
			t.Fatalf("largest buffer %v, want the floor of %v", most, bound)
		}
		rate := c.Scale(nil)
		for block := range 3 {
			if p := c.Probability(rate, block); !(p >= 0 && p <= 1) {
				t.Fatalf("probability %v in block %d", p, block)
			}
			if p, more := c.Probability(rate, block), c.Probability(2*rate, block); more < p {
				t.Fatalf("probability %v falls to %v with the rate", p, more)
			}
		}
		if edges := c.Edges(nil); !(edges > 0 && edges <= float64(ports)*n) {
			t.Fatalf("%v edges", edges)
		}
		if c.Degenerate(nil) != (c.Edges(nil) >= float64(ports)*float64(c.Ends[1])) {
			t.Fatalf("degenerate: %v with %v edges", c.Degenerate(nil), c.Edges(nil))
		}
	})
}
