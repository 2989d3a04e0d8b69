package meanfield

import (
	"shardq/bench/theory/ode"
)

// Elastic is a state of the limit of many servers under TABS, in shares of all servers.
type Elastic struct {
	Tail       []float64 // busy with at least 1, 2, ... jobs
	Off, Setup float64
}

// Busy returns the share of busy servers.
func (e Elastic) Busy() float64 { return share(e.Tail, 1) }

// Idle returns the share of servers that are on without a job.
func (e Elastic) Idle() float64 { return max(0, 1-e.Busy()-e.Off-e.Setup) }

// ElasticRest is the fixed point of [FluidOfElastic]: at an arrival rate of lambda jobs per server and mean service, lambda of the servers are busy with one job
// each and all others are off, so that no job waits and no power is wasted. With standby 0 servers are never off, and those are idle. At lambda >= 1 there is
// no fixed point for unbounded buffers; all servers are busy then, with one job each here. The rate at which setups end has no influence.
//
// Source: Mukherjee, Dhara, Borst, van Leeuwaarden, "Optimal service elasticity in large-scale distributed systems", POMACS 1(1):25, 2017.
func ElasticRest(lambda, standby, setup float64) Elastic {
	e := Elastic{Tail: []float64{min(lambda, 1)}}
	if standby > 0 {
		e.Off = 1 - e.Tail[0]
	}
	return e
}

// FluidOfElastic writes the derivative of the limit of many servers under TABS, time in units of the mean service time. At places 0 and 1 are the shares of
// servers that are off and in setup, from place 2 on those, q_1, q_2, ..., with at least 1, 2, ... jobs:
//
//	off' = standby u - x, setup' = x - nu setup, q_i' = lambda p_{i-1} - (q_i - q_{i+1}),
//
// where u = 1 - q_1 - off - setup is the share of idle servers, x = lambda (1-p_0) if some server is off and else 0, p_0 = 1 if u > 0 and else
// min((nu setup + q_1 - q_2)/lambda, 1), and p_i = (1-p_0)(q_i - q_{i+1})/q_1. Shares below 1e-12 are 0. Jobs that join beyond the last place, the buffer, are
// lost, and so are those that find no server idle and none busy.
func FluidOfElastic(derivative, state []float64, lambda, standby, nu float64) {
	const none = 1e-12
	off, setup, q := state[0], state[1], state[2:]
	busy := share(q, 1)
	direct := 1.0 // p_0
	idle := 1 - busy - off - setup
	if idle <= none {
		idle = 0
		direct = min((nu*setup+busy-share(q, 2))/lambda, 1)
	}
	begun := 0.0
	if off > none {
		begun = lambda * (1 - direct)
	}
	derivative[0] = standby*idle - begun
	derivative[1] = begun - nu*setup
	joined := direct
	for i := range q {
		here := q[i] - share(q, i+2)
		derivative[2+i] = lambda*joined - here
		if joined = 0; busy > none {
			joined = (1 - direct) * here / busy
		}
	}
}

// ClampElastic keeps a state of [FluidOfElastic] in shares whose sum is at most 1, tails without a rise.
func ClampElastic(state []float64) {
	ode.ClampTail(state[2:])
	left := 1 - share(state[2:], 1)
	for i := range 2 {
		state[i] = min(max(state[i], 0), left)
		left -= state[i]
	}
}
