package meanfield_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

func TestPoolsLeast(t *testing.T) {
	for lambda, want := range map[float64][]float64{0: {}, 0.25: {0.25}, 3: {1, 1, 1}, 2.5: {1, 1, 0.5}} {
		got := meanfield.PoolsLeast(lambda)
		if len(got) != len(want) {
			t.Fatalf("lambda %v: %v, want %v", lambda, got, want)
		}
		for i := range want {
			theorytest.Near(t, fmt.Sprintf("lambda %v, level %d", lambda, i+1), got[i], want[i], 0)
		}
	}
}

// TestPoolsOfD: the fixed point is one, falls, has lambda tasks, is Poisson for d = 1, and tends to the fluid limit as d grows.
func TestPoolsOfD(t *testing.T) {
	for _, d := range []int{1, 2, 3, 10, 1000} {
		for _, lambda := range []float64{0, 1e-3, 0.5, 1, 3.5, 100, 3000.5} {
			what := fmt.Sprintf("lambda %v, d %d", lambda, d)
			tail, err := meanfield.PoolsOfD(lambda, d)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			share := func(i int) float64 {
				switch {
				case i == 0:
					return 1
				case i > len(tail):
					return 0
				}
				return tail[i-1]
			}
			sum, before := 0.0, 1.0
			law := distuv.Poisson{Lambda: lambda}
			fluid := meanfield.PoolsLeast(lambda)
			for i, q := range tail {
				sum += q
				if !(q <= before && q > 0) {
					t.Fatalf("%s: share %d is %v after %v", what, i+1, q, before)
				}
				before = q
				derivative := lambda*(math.Pow(share(i), float64(d))-math.Pow(q, float64(d))) - float64(i+1)*(q-share(i+2))
				theorytest.Near(t, fmt.Sprintf("%s: derivative %d", what, i+1), derivative/(1+lambda), 0, 2e-11)
				if d == 1 && lambda > 0 {
					theorytest.Near(t, fmt.Sprintf("%s: share %d", what, i+1), q, 1-law.CDF(float64(i)), 1e-10)
				}
				limit := 0.0
				if i < len(fluid) {
					limit = fluid[i]
				}
				if d == 1000 && math.Abs(q-limit) > 0.02 && lambda < 1000 {
					t.Errorf("%s: share %d is %v, in the fluid limit %v", what, i+1, q, limit)
				}
			}
			theorytest.Near(t, what+": tasks", sum, lambda, 1e-10)
		}
	}
	for _, c := range [][2]float64{{-1, 2}, {math.NaN(), 2}, {1, 0}, {1e9, 2}} {
		if _, err := meanfield.PoolsOfD(c[0], int(c[1])); err == nil {
			t.Errorf("lambda %v, d %v accepted", c[0], c[1])
		}
	}
}

// TestPoolsOfDLoss: the loss is that of Erlang's formula for d = 1, that of the fluid limit for many, and what is not lost leaves.
func TestPoolsOfDLoss(t *testing.T) {
	for _, lambda := range []float64{0.5, 4, 12, 80} {
		for _, d := range []int{1, 2, 2000} {
			what := fmt.Sprintf("lambda %v, d %d", lambda, d)
			tail, loss, err := meanfield.PoolsOfDLoss(lambda, d, 5)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			sum := 0.0
			for _, q := range tail {
				sum += q
			}
			theorytest.Near(t, what+": tasks", sum, lambda*(1-loss), 1e-10)
			switch d {
			case 1:
				theorytest.Near(t, what+": loss", loss, queue.ErlangB(lambda, 5), 1e-11)
			case 2000:
				theorytest.Near(t, what+": loss", loss, max(0, 1-5/lambda), 1e-2)
			}
		}
	}
}
