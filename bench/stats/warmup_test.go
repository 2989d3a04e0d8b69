package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestMSERFindsTheEndOfATransient: an exponential approach to the mean, of relaxation time tau values and 1000 times the noise, is seen
// until it is about as small as the noise, after some 7 tau; what is found lies between 3 and 15 tau.
func TestMSERFindsTheEndOfATransient(t *testing.T) {
	for run, tau := range []float64{5, 8, 12} {
		s := newSource(430, uint64(run))
		x := make([]float64, 320)
		for i := range x {
			x[i] = -1000*math.Exp(-float64(i)/tau) + s.normal()
		}
		cut, found := MSER(x)
		if !found || float64(cut) < 3*tau || float64(cut) > 15*tau {
			t.Errorf("relaxation time %v: cut %d, found %v", tau, cut, found)
		}
	}
}

func TestMSERAsksForMore(t *testing.T) {
	ramp, bend, few := make([]float64, 320), make([]float64, 320), make([]float64, 30)
	for i := range ramp {
		ramp[i] = float64(i)
		bend[i] = -math.Exp(-float64(i) / 200)
	}
	for name, x := range map[string][]float64{"a ramp": ramp, "a transient longer than the series": bend, "too few values": few} {
		if cut, found := MSER(x); found {
			t.Errorf("%s: found an end at %d", name, cut)
		}
	}
}

// TestMSERLeavesStationarySeries: without a transient it seldom asks for a longer series, and of independent values it cuts off little as a
// rule.
func TestMSERLeavesStationarySeries(t *testing.T) {
	asked, much := 0, 0
	for run := range uint64(1000) {
		cut, found := MSER(newSource(431, run).ar1(0.2, 320))
		if !found {
			asked++
		}
		if cut > 80 {
			much++
		}
	}
	t.Logf("%d of 1000 asked for more, %d cut off more than a quarter", asked, much)
	if asked > 150 || much > 250 {
		t.Errorf("%d of 1000 stationary series asked for more, %d lost more than a quarter", asked, much)
	}
}

// TestMSERIgnoresUnits: shift and scale change nothing.
func TestMSERIgnoresUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.IntRange(-100, 100), 50, 200).Draw(t, "x")
		a, b := make([]float64, len(x)), make([]float64, len(x))
		for i, v := range x {
			a[i], b[i] = float64(v), float64(8*v) // exact
		}
		cutA, foundA := MSER(a)
		cutB, foundB := MSER(b)
		if cutA != cutB || foundA != foundB || cutA%MSERBatch != 0 || cutA > len(x) {
			t.Fatalf("%d %v, scaled %d %v", cutA, foundA, cutB, foundB)
		}
	})
}
