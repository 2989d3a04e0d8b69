package rng

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestElementaryAgainstMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Exp(rapid.Float64Range(-27, 27).Draw(t, "log x"))
		if got, want := Log(x), math.Log(x); math.Abs(got-want) > 1e-15+2e-15*math.Abs(want) {
			t.Fatalf("Log(%v) = %v, want %v", x, got, want)
		}
		y := rapid.Float64Range(-700, 700).Draw(t, "exponent")
		if got, want := Exp(y), math.Exp(y); math.Abs(got-want) > 1e-12*want {
			t.Fatalf("Exp(%v) = %v, want %v", y, got, want)
		}
		y = rapid.Float64Range(-16, 16).Draw(t, "y")
		if got, want := Pow(x, y), math.Pow(x, y); math.Abs(got-want) > 2e-13*want {
			t.Fatalf("Pow(%v, %v) = %v, want %v", x, y, got, want)
		}
	})
	for _, e := range []int{-1074, -1030, -1022, -1, 1, 1023} { // the first two have fewer digits than others
		if got, want := Log(math.Ldexp(1, e)), float64(e)*math.Ln2; math.Abs(got-want) > 1e-12 {
			t.Errorf("Log(2^%d) = %v, want %v", e, got, want)
		}
	}
	if Log(1) != 0 || Exp(0) != 1 {
		t.Errorf("Log(1) = %v, Exp(0) = %v", Log(1), Exp(0))
	}
}

// Known answers: the same bits on every machine, or trajectories would differ.
func TestElementaryBits(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		bits uint64
	}{{2, 0.5, 0x3ff6a09e667f3bcc}, {3, -1.1, 0x3fd31d20b7a1eed0}, {1000, -0.7, 0x3f8044914f3c02b2},
		{2147483648, -16, 0x20f0000000000000}} {
		if got := math.Float64bits(Pow(c.x, c.y)); got != c.bits {
			t.Errorf("Pow(%v, %v) has bits %#x, want %#x", c.x, c.y, got, c.bits)
		}
	}
}
