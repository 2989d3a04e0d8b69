package stats

import (
	"math"
	"testing"
)

func TestChiSquareKnownValues(t *testing.T) {
	for _, c := range []struct {
		observed []uint64
		expected []float64
		stat, p  float64
	}{
		{[]uint64{10, 10}, []float64{10, 10}, 0, 1},
		{[]uint64{60, 40}, []float64{50, 50}, 4, 0.045500263896358},                           // erfc(sqrt 2)
		{[]uint64{30, 14, 34, 45, 57, 20}, []float64{20, 20, 30, 40, 60, 30}, 11.44166667, 0}, // p below
		{[]uint64{12, 8, 0}, []float64{10, 10, 0}, 0.8, math.Erfc(math.Sqrt(0.4))},
		{[]uint64{10, 10, 1}, []float64{10, 10, 0}, math.Inf(1), 0},
		{[]uint64{3}, []float64{3}, 0, 1},
		{nil, nil, 0, 1},
	} {
		if c.p == 0 && !math.IsInf(c.stat, 1) {
			// Five degrees of freedom: erfc(sqrt(x/2)) + sqrt(2x/pi) exp(-x/2) (1 + x/3).
			x := c.stat
			c.p = math.Erfc(math.Sqrt(x/2)) + math.Sqrt(2*x/math.Pi)*math.Exp(-x/2)*(1+x/3)
		}
		stat, p := ChiSquare(c.observed, c.expected)
		if !(stat == c.stat || math.Abs(stat-c.stat) < 1e-8) || math.Abs(p-c.p) > 1e-9 {
			t.Errorf("%v against %v: %v, %v, want %v, %v", c.observed, c.expected, stat, p, c.stat, c.p)
		}
	}
}

func TestChiSquareOfADieIsUniform(t *testing.T) {
	small := 0
	for run := range uint64(2000) {
		s := newSource(40, run)
		counts, want := make([]uint64, 6), constant(100, 6)
		for range 600 {
			counts[s.Below(6)]++
		}
		if _, p := ChiSquare(counts, want); p < 0.1 {
			small++
		}
	}
	// 200 expected with standard deviation 13.4.
	if small < 130 || small > 270 {
		t.Errorf("p below 0.1 in %d of 2000 tests of a fair die", small)
	}
}

func TestWilsonKnownValues(t *testing.T) {
	for _, c := range []struct {
		hits, trials uint64
		lo, hi       float64
	}{
		{0, 0, 0, 1},
		{0, 10, 0, 0.277533},        // z^2/(n+z^2)
		{10, 10, 0.722467, 1},       // the mirror image
		{5, 10, 0.236593, 0.763407}, // (1 -+ z/sqrt(n+z^2))/2
		{950, 1000, 0.934686, 0.961870},
	} {
		lo, hi := Wilson(c.hits, c.trials, 0.95)
		if math.Abs(lo-c.lo) > 1e-5 || math.Abs(hi-c.hi) > 1e-5 {
			t.Errorf("%d of %d: [%v, %v], want [%v, %v]", c.hits, c.trials, lo, hi, c.lo, c.hi)
		}
	}
}

// TestFit: cells are joined until each expects enough, the sum of the weights does not matter, and what does not fit is found.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		counts   []int
		weights  []float64
		stat     float64 // with one degree of freedom
		cells    int
		possible bool
	}{
		{[]int{60, 40}, []float64{3, 3}, 4, 2, true},
		{[]int{60, 3, 37}, []float64{0.5, 0.05, 0.45}, 4, 2, true},            // the second expects 5
		{[]int{60, 37, 2, 1}, []float64{0.5, 0.45, 0.025, 0.025}, 4, 2, true}, // and here the last two together
		{[]int{60, 40, 0}, []float64{1, 1, 0}, 4, 2, true},
		{[]int{60, 40, 1}, []float64{1, 1, 0}, 0, 3, false},
		{[]int{7, 5}, []float64{1, 1}, 0, 1, true},
		{[]int{0, 0}, []float64{1, 1}, 0, 0, true},
	} {
		want := math.Erfc(math.Sqrt(c.stat / 2))
		if !c.possible {
			want = 0
		}
		if p, cells := Fit(c.counts, c.weights); math.Abs(p-want) > 1e-12 || cells != c.cells {
			t.Errorf("%v of weights %v: %v in %d cells, want %v in %d", c.counts, c.weights, p, cells, want, c.cells)
		}
	}
}
