package jumptest

import (
	"math"
	"slices"
	"testing"
)

// recorder notes whether a check failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

// TestStationary: two independent M/M/1/2 queues have a law of product form.
func TestStationary(t *testing.T) {
	c := NewChain(2, 3, func(x []int, to func([]int, float64)) {
		for r := range x {
			y := slices.Clone(x)
			if x[r] < 2 {
				y[r]++
				to(y, 0.5)
				y[r]--
			}
			if x[r] > 0 {
				y[r]--
				to(y, float64(r+1))
			}
		}
	})
	weight := func(x []int) float64 { return math.Pow(0.5, float64(x[0])) * math.Pow(0.25, float64(x[1])) }
	law, sum := c.Stationary(), 1.75*1.3125
	for x, p := range law {
		if want := weight(c.State(x)) / sum; math.Abs(p-want) > 1e-15 {
			t.Errorf("state %v: %v, want %v", c.State(x), p, want)
		}
	}
	if got, want := c.Mean(law, func(x []int) float64 { return float64(x[0]) }), 1/1.75; math.Abs(got-want) > 1e-15 {
		t.Errorf("mean %v, want %v", got, want)
	}
}

// TestChecksFail: what does not fit is found, what fits is not.
func TestChecksFail(t *testing.T) {
	for _, c := range []struct {
		counts  []int
		weights []float64
		fails   bool
	}{
		{[]int{500, 510, 490}, []float64{1, 1, 1}, false},
		{[]int{650, 500, 350}, []float64{1, 1, 1}, true},
		{[]int{1, 1499}, []float64{0, 1}, true},
		{[]int{1000, 3, 4}, []float64{1000, 1, 1}, false},
	} {
		r := &recorder{}
		if ChiSquare(r, "", c.counts, c.weights); r.failed != c.fails {
			t.Errorf("%v of weights %v: fails: %v", c.counts, c.weights, r.failed)
		}
	}
	batches := []int{1, 2, 3, 2, 1, 3, 2, 2}
	value := func(n *int) float64 { return float64(*n) }
	one := func(*int) float64 { return 1 }
	e := Ratio(batches, value, one)
	if math.Abs(e.Value-2) > 1e-15 || math.Abs(e.StdErr-math.Sqrt(4.0/7/8)) > 1e-15 {
		t.Errorf("estimate %+v", e)
	}
	for want, fails := range map[float64]bool{2: false, 3: false, 5: true} {
		r := &recorder{}
		if Agree(r, "", e, want); r.failed != fails {
			t.Errorf("%+v and %v: fails: %v", e, want, r.failed)
		}
	}
}
