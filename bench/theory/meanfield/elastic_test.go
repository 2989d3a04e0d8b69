package meanfield_test

import (
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/theorytest"
)

func TestElasticRest(t *testing.T) {
	e := meanfield.ElasticRest(0.3, 2, 5)
	theorytest.Near(t, "busy", e.Busy(), 0.3, 0)
	theorytest.Near(t, "off", e.Off, 0.7, 0)
	theorytest.Near(t, "idle", e.Idle(), 0, 1e-15)
	e = meanfield.ElasticRest(0.3, 0, 5)
	theorytest.Near(t, "idle without standby", e.Idle(), 0.7, 1e-15)
	e = meanfield.ElasticRest(1.5, 1, 1)
	theorytest.Near(t, "busy in overload", e.Busy(), 1, 0)
	theorytest.Near(t, "off in overload", e.Off, 0, 0)
}

// withThresholds is the derivative of the limit of many servers under TABS as published, on its own, time in units of the mean service
// time. At places 0 and 1 are the shares of servers that are off and in setup, from place 2 on those, q_1, q_2, ..., with at least 1, 2,
// ... jobs:
//
//	off' = standby u - x, setup' = x - nu setup, q_i' = lambda p_{i-1} - (q_i - q_{i+1}),
//
// where u = 1 - q_1 - off - setup is the share of idle servers, x = lambda (1-p_0) if some server is off and else 0, p_0 = 1 if u > 0 and
// else min((nu setup + q_1 - q_2)/lambda, 1), and p_i = (1-p_0)(q_i - q_{i+1})/q_1. Shares below 1e-12 are 0. Jobs that join beyond the
// last place, the buffer, are lost, and so are those that find no server idle and none busy.
func withThresholds(derivative, state []float64, lambda, standby, nu float64) {
	const none = 1e-12
	off, setup, q := state[0], state[1], state[2:]
	share := func(i int) float64 {
		if i > len(q) {
			return 0
		}
		return q[i-1]
	}
	busy := share(1)
	direct := 1.0 // p_0
	idle := 1 - busy - off - setup
	if idle <= none {
		idle = 0
		direct = min((nu*setup+busy-share(2))/lambda, 1)
	}
	begun := 0.0
	if off > none {
		begun = lambda * (1 - direct)
	}
	derivative[0] = standby*idle - begun
	derivative[1] = begun - nu*setup
	joined := direct
	for i := range q {
		here := q[i] - share(i+2)
		derivative[2+i] = lambda*joined - here
		if joined = 0; busy > none {
			joined = (1 - direct) * here / busy
		}
	}
}
