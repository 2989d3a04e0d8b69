package meanfield_test

import (
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

// Published values of T_d, and the shares against the recursion q_i = lambda q_{i-1}^d that the differential equations give.
func TestPowerOfD(t *testing.T) {
	for _, c := range []struct {
		d            int
		lambda, want float64
	}{
		{2, .5, 1.2657}, {2, .7, 1.6145}, {2, .8, 1.9474}, {2, .9, 2.6141}, {2, .95, 3.3830}, {2, .99, 5.4320}, {3, .9, 2.0279},
		{10, .9, 1.3487}, {1, .9, 10},
	} {
		name := fmt.Sprintf("d %d, lambda %g", c.d, c.lambda)
		response, tail := meanfield.PowerOfD(c.lambda, c.d)
		theorytest.Near(t, name, response, c.want, 5e-5)
		q, jobs := 1.0, 0.0
		for i, share := range tail {
			q = c.lambda * math.Pow(q, float64(c.d))
			theorytest.Near(t, fmt.Sprintf("%s: share with %d jobs", name, i+1), share, q, 1e-12)
			jobs += share
		}
		theorytest.Near(t, name+": response from the shares", jobs/c.lambda, response, 1e-12)
		// Room for many jobs is as good as no bound.
		limited, blocking, limitedTail := meanfield.PowerOfDBuffer(c.lambda, c.d, 1000)
		theorytest.Near(t, name+" with a large buffer", limited, response, 1e-12)
		theorytest.Near(t, name+": blocking with a large buffer", blocking, 0, 1e-12)
		theorytest.Near(t, name+": first share with a large buffer", limitedTail[0], tail[0], 1e-12)
	}
	if response, tail := meanfield.PowerOfD(1, 2); !math.IsInf(response, 1) || tail != nil {
		t.Errorf("at lambda 1: %v, %v", response, tail)
	}
}

func TestPowerOfDBuffer(t *testing.T) {
	for _, lambda := range []float64{0.3, 0.9, 1, 2.5} {
		for _, b := range []int{1, 2, 5, 40, 2000} {
			// One sampled server: M/M/1/b.
			name := fmt.Sprintf("lambda %g, buffer %d", lambda, b)
			want := queue.MM1b(lambda, 1, b)
			response, blocking, tail := meanfield.PowerOfDBuffer(lambda, 1, b)
			theorytest.Near(t, name+": response", response, want.Response, 1e-12)
			theorytest.Near(t, name+": blocking", blocking, want.Blocking, 1e-12)
			theorytest.Near(t, name+": busy", tail[0], want.Utilisation, 1e-12)
			// More: no server has more than b jobs, and what is admitted is what is served.
			_, blocking, tail = meanfield.PowerOfDBuffer(lambda, 3, b)
			for i, before := 0, 1.0; i < len(tail); i++ {
				theorytest.Near(
					t,
					fmt.Sprintf("%s, d 3: share with %d jobs", name, i+1),
					tail[i],
					lambda*(before*before*before-blocking),
					1e-12,
				)
				before = tail[i]
			}
			theorytest.Near(t, name+", d 3: throughput", lambda*(1-blocking), tail[0], 1e-12)
			if len(tail) > b {
				t.Errorf("%s: shares of %d jobs", name, len(tail))
			}
			for i := 1; i < len(tail); i++ {
				if tail[i] > tail[i-1] {
					t.Errorf("%s: shares %v", name, tail)
				}
			}
		}
	}
}

// Published values of T_d.
func TestSupermarket(t *testing.T) {
	for _, c := range []struct {
		d            int
		lambda, want float64
	}{
		{2, .5, 1.2657}, {2, .7, 1.6145}, {2, .8, 1.9474}, {2, .9, 2.6141}, {2, .95, 3.3830}, {2, .99, 5.4320}, {3, .9, 2.0279},
		{10, .9, 1.3487},
	} {
		theorytest.Near(t, fmt.Sprintf("T_%d(%g)", c.d, c.lambda), meanfield.Supermarket(c.d, c.lambda), c.want, 5e-5)
	}
	theorytest.Near(t, "T_1(.9)", meanfield.Supermarket(1, 0.9), 10, 1e-12)
	theorytest.Near(t, "T_2(0)", meanfield.Supermarket(2, 0), 1, 0)
	if v := meanfield.Supermarket(2, 1); !math.IsInf(v, 1) {
		t.Errorf("T_2(1) = %v, want +Inf", v)
	}
}
