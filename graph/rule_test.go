package graph

import (
	"math"
	"testing"
)

func TestWeng2020Probability(t *testing.T) {
	formula := func(n int, load float64) float64 {
		return math.Min(1, math.Sqrt(math.Log(float64(n)))/(float64(n)*(1-load))*math.Log(1/(1-load)))
	}
	for _, n := range []int{2, 32, 128, 512, 2048, 1 << 20, 1 << 31} {
		for _, load := range []float64{0.01, 0.3, 0.5, 0.8, 0.9, 0.95, 0.99} {
			if got, want := Weng2020Probability(n, load), formula(n, load); math.Abs(got-want) > 1e-14*want {
				t.Errorf("n = %d, load %v: %v, want %v", n, load, got, want)
			}
		}
	}
	// By hand: sqrt(ln 2048) = 2.76126, ln 10 = 2.302585, over 2048 * 0.1: 0.0310446; times 2048 a mean degree of 63.58.
	if d := 2048 * Weng2020Probability(2048, 0.9); math.Abs(d-63.58) > 0.01 {
		t.Errorf("mean degree %v at 2048 servers and load .9, want 63.58", d)
	}
	for _, c := range []struct {
		n    int
		load float64
		want float64
	}{{32, 0.9, 1}, {100, 1, 1}, {100, 2, 1}, {1, 0.9, 0}, {100, 0, 0}} {
		if got := Weng2020Probability(c.n, c.load); got != c.want {
			t.Errorf("n = %d, load %v: %v, want %v", c.n, c.load, got, c.want)
		}
	}
}

func TestMeanDegreeProbability(t *testing.T) {
	for _, c := range []struct {
		n       int
		d, want float64
	}{{10, 3, 0.3}, {10, 10, 1}, {10, 11, 1}, {10, 0, 0}} {
		if got := MeanDegreeProbability(c.n, c.d); got != c.want {
			t.Errorf("mean degree %v among %d: %v, want %v", c.d, c.n, got, c.want)
		}
	}
}
