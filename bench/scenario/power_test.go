package scenario

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestPowerAgainstMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Exp(rapid.Float64Range(-27, 27).Draw(t, "log x"))
		if got, want := logarithm(x), math.Log(x); math.Abs(got-want) > 1e-15+2e-15*math.Abs(want) {
			t.Fatalf("logarithm(%v) = %v, want %v", x, got, want)
		}
		y := rapid.Float64Range(-16, 16).Draw(t, "y")
		if got, want := power(x, y), math.Pow(x, y); math.Abs(got-want) > 2e-13*want {
			t.Fatalf("power(%v, %v) = %v, want %v", x, y, got, want)
		}
	})
	for n := 1; n <= 1<<20; n *= 2 {
		if got := power(float64(n), 1); math.Abs(got-float64(n)) > 1e-13*float64(n) {
			t.Errorf("power(%d, 1) = %v", n, got)
		}
	}
}

// Known answers: the same bits on every machine, or trajectories would differ.
func TestPowerBits(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		bits uint64
	}{{2, 0.5, 0x3ff6a09e667f3bcc}, {3, -1.1, 0x3fd31d20b7a1eed0}, {1000, -0.7, 0x3f8044914f3c02b2}, {2147483648, -16, 0x20f0000000000000}} {
		if got := math.Float64bits(power(c.x, c.y)); got != c.bits {
			t.Errorf("power(%v, %v) has bits %#x, want %#x", c.x, c.y, got, c.bits)
		}
	}
}

func TestSuggest(t *testing.T) {
	keys := []string{"seed", "warmup", "measure", "start", "replications", "batches"}
	for word, want := range map[string]string{
		"sed": "seed", "Seed": "seed", "seeed": "seed", "sede": "seed", "warm_up": "warmup", "warm-up": "warmup",
		"mesure": "measure", "replication": "replications",
		"repliactoins": "replications", "": "", "x": "", "colour": "", "stop": "", "seed.": "seed",
	} {
		if got := suggest(word, keys); got != want {
			t.Errorf("%q: suggested %q, want %q", word, got, want)
		}
	}
}
