package queue_test

import (
	"math"
	"testing"

	"shardq/bench/theory/mixture"
	"shardq/bench/theory/queue"
	"shardq/bench/theory/theorytest"
)

// Two phases worked out by hand: waiting = lambda E[S^2]/(2 (1-rho)).
func TestPollaczekKhinchine(t *testing.T) {
	const lambda, mu = 1.2, 2.0
	for _, c := range []struct {
		name   string
		scv    float64
		square float64 // E[S^2] for mean 1
	}{{"M/M/1", mixture.SCV(nil), 2}, {"M/H2/1", mixture.SCV(theorytest.Hyper(4)), 5}, {"M/E2/1", mixture.SCV(theorytest.Erlang(2)), 1.5},
		{"M/D/1", 0, 1}} {
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
