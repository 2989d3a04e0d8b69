package theory_test

import (
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory"
)

func TestMM1(t *testing.T) {
	q := theory.MM1(0.8, 1)
	near(t, "number", q.Number, 4, 1e-14)
	near(t, "response", q.Response, 5, 1e-14)
	near(t, "waiting", q.Waiting, 4, 1e-14)
	if q := theory.MM1(1, 1); !math.IsInf(q.Response, 1) {
		t.Errorf("response at load 1 = %v, want +Inf", q.Response)
	}
}

func TestMM1b(t *testing.T) {
	// Solved as a linear system to 12 digits.
	q := theory.MM1b(0.8, 1, 5)
	near(t, "number", q.Number, 1.86833203227, 1e-11)
	near(t, "blocking", q.Blocking, 0.0888194986556, 1e-12)
	near(t, "response", q.Response, 2.56306520704, 1e-11)
	near(t, "utilisation", q.Utilisation, 0.728944401076, 1e-12)
	// At load 1 all states are equally likely.
	q = theory.MM1b(3, 3, 4)
	for k, p := range q.States {
		near(t, fmt.Sprintf("state %d", k), p, 0.2, 1e-15)
	}
	near(t, "number", q.Number, 2, 1e-14)
	// A large buffer: without overflow above load 1, and M/M/1 below it.
	q = theory.MM1b(100, 1, 5000)
	near(t, "blocking at load 100", q.Blocking, 0.99, 1e-12)
	near(t, "number at load 100", q.Number, 5000-1.0/99, 1e-12)
	near(t, "response", theory.MM1b(0.5, 1, 5000).Response, 2, 1e-12)
	// Room for one job: Erlang's loss formula.
	near(t, "loss", theory.MM1b(2, 1, 1).Blocking, 2.0/3, 1e-15)
}

func TestMMc(t *testing.T) {
	near(t, "c = 1", theory.MMc(0.8, 1, 1).Response, 5, 1e-14)
	// Two servers: response 1/(mu (1 - rho^2)).
	near(t, "c = 2", theory.MMc(1.2, 1, 2).Response, 1/(1-0.36), 1e-14)
	// Erlang C of 10 servers offered 8, from the defining sum.
	term, sum := 1.0, 0.0
	for k := range 10 {
		sum += term
		term *= 8 / float64(k+1)
	}
	wait := term / (1 - 0.8) / (sum + term/(1-0.8))
	near(t, "c = 10", theory.MMc(8, 1, 10).Waiting, wait/2, 1e-13)
	if q := theory.MMc(2, 1, 2); !math.IsInf(q.Number, 1) {
		t.Errorf("number at load 1 = %v, want +Inf", q.Number)
	}
}

// Published values of T_d.
func TestSupermarket(t *testing.T) {
	for _, c := range []struct {
		d            int
		lambda, want float64
	}{
		{2, .5, 1.2657}, {2, .7, 1.6145}, {2, .8, 1.9474}, {2, .9, 2.6141}, {2, .95, 3.3830}, {2, .99, 5.4320}, {3, .9, 2.0279}, {10, .9, 1.3487},
	} {
		near(t, fmt.Sprintf("T_%d(%g)", c.d, c.lambda), theory.Supermarket(c.d, c.lambda), c.want, 5e-5)
	}
	near(t, "T_1(.9)", theory.Supermarket(1, 0.9), 10, 1e-12)
	near(t, "T_2(0)", theory.Supermarket(2, 0), 1, 0)
	if v := theory.Supermarket(2, 1); !math.IsInf(v, 1) {
		t.Errorf("T_2(1) = %v, want +Inf", v)
	}
}
