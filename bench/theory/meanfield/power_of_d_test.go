package meanfield_test

import (
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/mixture"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

// Published values of T_d, and the shares against the recursion q_i = lambda q_{i-1}^d that the differential equations give.
func TestPowerOfD(t *testing.T) {
	for _, c := range []struct {
		d            int
		lambda, want float64
	}{
		{2, .5, 1.2657}, {2, .7, 1.6145}, {2, .8, 1.9474}, {2, .9, 2.6141}, {2, .95, 3.3830}, {2, .99, 5.4320}, {3, .9, 2.0279}, {10, .9, 1.3487}, {1, .9, 10},
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
				theorytest.Near(t, fmt.Sprintf("%s, d 3: share with %d jobs", name, i+1), tail[i], lambda*(before*before*before-blocking), 1e-12)
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

// Two phases worked out by hand: waiting = lambda E[S^2]/(2 (1-rho)).
func TestPollaczekKhinchine(t *testing.T) {
	const lambda, mu = 1.2, 2.0
	for _, c := range []struct {
		name   string
		scv    float64
		square float64 // E[S^2] for mean 1
	}{{"M/M/1", mixture.SCV(nil), 2}, {"M/H2/1", mixture.SCV(theorytest.Hyper(4)), 5}, {"M/E2/1", mixture.SCV(theorytest.Erlang(2)), 1.5}, {"M/D/1", 0, 1}} {
		q := queue.PollaczekKhinchine(lambda, mu, c.scv)
		waiting := lambda * c.square / (mu * mu) / (2 * (1 - lambda/mu))
		theorytest.Near(t, c.name+" waiting", q.Waiting, waiting, 1e-12)
		theorytest.Near(t, c.name+" response", q.Response, waiting+0.5, 1e-12)
		theorytest.Near(t, c.name+" number", q.Number, lambda*(waiting+0.5), 1e-12)
		theorytest.Near(t, c.name+" utilisation", q.Utilisation, 0.6, 1e-12)
	}
	theorytest.Near(t, "M/M/1", queue.PollaczekKhinchine(lambda, mu, 1).Response, queue.MM1(lambda, mu).Response, 1e-12)
	if q := queue.PollaczekKhinchine(2, 2, 1); !math.IsInf(q.Waiting, 1) {
		t.Errorf("waiting at load 1 = %v", q.Waiting)
	}
}
