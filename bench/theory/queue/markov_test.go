package queue_test

import (
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

func TestMM1(t *testing.T) {
	q := queue.MM1(0.8, 1)
	theorytest.Near(t, "number", q.Number, 4, 1e-14)
	theorytest.Near(t, "response", q.Response, 5, 1e-14)
	theorytest.Near(t, "waiting", q.Waiting, 4, 1e-14)
	if q := queue.MM1(1, 1); !math.IsInf(q.Response, 1) {
		t.Errorf("response at load 1 = %v, want +Inf", q.Response)
	}
}

func TestMM1b(t *testing.T) {
	// Solved as a linear system to 12 digits.
	q := queue.MM1b(0.8, 1, 5)
	theorytest.Near(t, "number", q.Number, 1.86833203227, 1e-11)
	theorytest.Near(t, "blocking", q.Blocking, 0.0888194986556, 1e-12)
	theorytest.Near(t, "response", q.Response, 2.56306520704, 1e-11)
	theorytest.Near(t, "utilisation", q.Utilisation, 0.728944401076, 1e-12)
	// At load 1 all states are equally likely.
	q = queue.MM1b(3, 3, 4)
	for k, p := range q.States {
		theorytest.Near(t, fmt.Sprintf("state %d", k), p, 0.2, 1e-15)
	}
	theorytest.Near(t, "number", q.Number, 2, 1e-14)
	// A large buffer: without overflow above load 1, and M/M/1 below it.
	q = queue.MM1b(100, 1, 5000)
	theorytest.Near(t, "blocking at load 100", q.Blocking, 0.99, 1e-12)
	theorytest.Near(t, "number at load 100", q.Number, 5000-1.0/99, 1e-12)
	theorytest.Near(t, "response", queue.MM1b(0.5, 1, 5000).Response, 2, 1e-12)
	// Room for one job: Erlang's loss formula.
	theorytest.Near(t, "loss", queue.MM1b(2, 1, 1).Blocking, 2.0/3, 1e-15)
}

func TestMMc(t *testing.T) {
	theorytest.Near(t, "c = 1", queue.MMc(0.8, 1, 1).Response, 5, 1e-14)
	// Two servers: response 1/(mu (1 - rho^2)).
	theorytest.Near(t, "c = 2", queue.MMc(1.2, 1, 2).Response, 1/(1-0.36), 1e-14)
	// Erlang C of 10 servers offered 8, from the defining sum.
	term, sum := 1.0, 0.0
	for k := range 10 {
		sum += term
		term *= 8 / float64(k+1)
	}
	wait := term / (1 - 0.8) / (sum + term/(1-0.8))
	theorytest.Near(t, "c = 10", queue.MMc(8, 1, 10).Waiting, wait/2, 1e-13)
	if q := queue.MMc(2, 1, 2); !math.IsInf(q.Number, 1) {
		t.Errorf("number at load 1 = %v, want +Inf", q.Number)
	}
}
