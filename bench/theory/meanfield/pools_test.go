package meanfield_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/ode"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

func TestErlangB(t *testing.T) {
	theorytest.Near(t, "2 places", queue.ErlangB(3, 2), 4.5/(1+3+4.5), 1e-15)
	theorytest.Near(t, "no place", queue.ErlangB(3, 0), 1, 0)
	// The defining sum for 100 places offered 110.
	law := distuv.Poisson{Lambda: 110}
	theorytest.Near(t, "100 places", queue.ErlangB(110, 100), law.Prob(100)/law.CDF(100), 1e-11)
	theorytest.Near(t, "a small loss", queue.ErlangB(1, 30), math.Exp(-1)/math.Gamma(31), 1e-15)
}

func TestPoolsFluid(t *testing.T) {
	for lambda, want := range map[float64][]float64{0: {}, 0.25: {0.25}, 3: {1, 1, 1}, 2.5: {1, 1, 0.5}} {
		got := meanfield.PoolsLeast(lambda)
		if len(got) != len(want) {
			t.Fatalf("lambda %v: %v, want %v", lambda, got, want)
		}
		for i := range want {
			theorytest.Near(t, fmt.Sprintf("lambda %v, level %d", lambda, i+1), got[i], want[i], 0)
		}
		derivative := make([]float64, len(got))
		meanfield.FluidOfPools(derivative, got, lambda)
		for i, v := range derivative {
			theorytest.Near(t, fmt.Sprintf("lambda %v, derivative of level %d", lambda, i+1), v, 0, 1e-15)
		}
	}
}

// TestPoolsField: the fixed point is one, falls, has lambda tasks, is Poisson for d = 1, and tends to the fluid limit as d grows.
func TestPoolsField(t *testing.T) {
	for _, d := range []int{1, 2, 3, 10, 1000} {
		for _, lambda := range []float64{0, 1e-3, 0.5, 1, 3.5, 100, 3000.5} {
			what := fmt.Sprintf("lambda %v, d %d", lambda, d)
			tail, err := meanfield.PoolsOfD(lambda, d)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			derivative := make([]float64, len(tail))
			meanfield.FieldOfPools(derivative, tail, lambda, d)
			sum, before := 0.0, 1.0
			law := distuv.Poisson{Lambda: lambda}
			fluid := meanfield.PoolsLeast(lambda)
			for i, q := range tail {
				sum += q
				if !(q <= before && q > 0) {
					t.Fatalf("%s: share %d is %v after %v", what, i+1, q, before)
				}
				before = q
				theorytest.Near(t, fmt.Sprintf("%s: derivative %d", what, i+1), derivative[i]/(1+lambda), 0, 2e-11)
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

// TestPoolsFieldLoss: the loss is that of Erlang's formula for d = 1, that of the fluid limit for many, and what is not lost leaves.
func TestPoolsFieldLoss(t *testing.T) {
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

// TestPoolsFromEmpty: whatever the policy, lambda (1 - e^-t) tasks are there after t; the solution ends in the fixed point.
func TestPoolsFromEmpty(t *testing.T) {
	const lambda = 2.3
	fixed, err := meanfield.PoolsOfD(lambda, 2)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		field  func(derivative, q []float64)
		limit  []float64
		within float64
	}{
		"least of all": {func(f, q []float64) { meanfield.FluidOfPools(f, q, lambda) }, meanfield.PoolsLeast(lambda), 2e-3},
		"least of two": {func(f, q []float64) { meanfield.FieldOfPools(f, q, lambda, 2) }, fixed, 1e-9},
	} {
		q := make([]float64, 20)
		passed := 0.0
		for _, time := range []float64{0.5, 1, 2, 25} {
			ode.Integrate(q, c.field, time-passed, 1e-3, ode.ClampTail)
			passed = time
			sum := 0.0
			for _, v := range q {
				sum += v
			}
			theorytest.Near(t, fmt.Sprintf("%s: tasks at %v", what, time), sum, lambda*(1-math.Exp(-time)), c.within)
		}
		for i, want := range c.limit {
			theorytest.Near(t, fmt.Sprintf("%s: share %d in the end", what, i+1), q[min(i, 19)], want, c.within)
			if i == 18 {
				break
			}
		}
	}
}

// TestIntegrate: e^-t to the order of the method.
func TestIntegrate(t *testing.T) {
	q := []float64{1}
	ode.Integrate(q, func(f, q []float64) { f[0] = -q[0] }, 2, 0.01, nil)
	theorytest.Near(t, "e^-2", q[0], math.Exp(-2), 1e-10)
}
