package meanfield_test

import (
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/theorytest"
)

// TestRefinedPublished: simulations of JSQ(2) with replacement of Gast and Van Houdt, POMACS 1(2):33, 2017, section 5: mean jobs per queue,
// with standard errors. The approximation misses terms of the order of 1/N^2, so what is left must shrink like that.
func TestRefinedPublished(t *testing.T) {
	for _, c := range []struct {
		load, limit float64
		n           []int
		want, se    []float64
		second      float64 // bound on N^2 times what is left
	}{
		{0.7, 1.13012, []int{10, 20, 50, 100}, []float64{1.21930, 1.17370, 1.14712, 1.13874}, []float64{14e-5, 14e-5, 12e-5, 11e-5}, 0.5},
		{0.9, 2.35265, []int{10, 20, 50, 100}, []float64{2.80030, 2.56615, 2.43495, 2.39309}, []float64{76e-5, 65e-5, 54e-5, 49e-5}, 6},
	} {
		r, err := meanfield.RefinePowerOfD(c.load, 2, 0, true)
		if err != nil {
			t.Fatal(err)
		}
		theorytest.Near(t, "limit", r.Number(math.MaxInt32), c.limit, 1e-5)
		for i, n := range c.n {
			if left := math.Abs(r.Number(n) - c.want[i]); left > 5*c.se[i]+c.second/float64(n*n) {
				t.Errorf("load %v, N = %d: %v, want %v(%v): %v left", c.load, n, r.Number(n), c.want[i], c.se[i], left)
			}
		}
		theorytest.Near(t, "busy", r.Correction[0], 0, 1e-8) // the load is what it is for all N
	}
}

// TestRefinedIndependent: d = 1 is servers on their own, without any correction, with and without a buffer.
func TestRefinedIndependent(t *testing.T) {
	for _, b := range []int{0, 1, 4} {
		r, err := meanfield.RefinePowerOfD(0.5, 1, b, false)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Correction {
			theorytest.Near(t, fmt.Sprintf("buffer %d: correction %d", b, i+1), v, 0, 1e-12)
		}
	}
}

func TestRefinedErrors(t *testing.T) {
	for _, f := range []func() (meanfield.RefinedPowerOfD, error){
		func() (meanfield.RefinedPowerOfD, error) { return meanfield.RefinePowerOfD(1, 2, 0, true) },
		func() (meanfield.RefinedPowerOfD, error) { return meanfield.RefinePowerOfD(0.99, 1, 0, true) },
	} {
		if _, err := f(); err == nil {
			t.Error("no error")
		}
	}
}
