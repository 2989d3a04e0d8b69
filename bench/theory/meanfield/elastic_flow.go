package meanfield

// elasticFlow is the limit of many servers under TABS, time in units of the mean service time. At places 0 and 1 are the shares of servers
// that are off and in setup, from place 2 on those, q_1, q_2, ..., with at least 1, 2, ... jobs:
//
//	off' = standby u - x, setup' = x - nu setup, q_i' = lambda p_{i-1} - (q_i - q_{i+1}),
//
// where u = 1 - q_1 - off - setup is the share of idle servers, x = lambda (1-p_0) if some server is off and else 0, p_0 = 1 if u > 0 and
// else min((nu setup + q_1 - q_2)/lambda, 1), and p_i = (1-p_0)(q_i - q_{i+1})/q_1. Jobs that join beyond the last place, the buffer, are
// lost, and so are those that find no server idle and none busy. Whether some server is idle, and if none is, whether one is off, tells the
// equations that hold.
type elasticFlow struct{ lambda, standby, nu float64 }

// The pieces.
const (
	someIdle = iota // every job finds an idle server
	noneIdle        // jobs that find none begin setups
	noneIdleOrOff
)

func (f elasticFlow) idle(q []float64) float64 { return 1 - q[0] - q[1] - share(q[2:], 1) }

// spare returns the arrival rate that servers that become idle do not take.
func (f elasticFlow) spare(q []float64) float64 {
	return f.lambda - f.nu*q[1] - (share(q[2:], 1) - share(q[2:], 2))
}

func (f elasticFlow) Piece(q []float64) int {
	switch {
	case f.idle(q) > emptyCell || f.spare(q) <= emptyCell:
		return someIdle
	case q[0] > emptyCell:
		return noneIdle
	}
	return noneIdleOrOff
}

func (f elasticFlow) Margin(q []float64, piece int) float64 {
	switch piece {
	case someIdle:
		return f.idle(q)
	case noneIdle:
		return min(q[0], f.spare(q))
	}
	return f.spare(q)
}

func (f elasticFlow) Settle(state []float64) {
	if idle := f.idle(state); idle < 0 || idle <= 10*emptyCell {
		state[2] += idle
	}
	if state[0] < 10*emptyCell {
		state[2] += state[0] // a share of servers that is rounding
		state[0] = 0
	}
}

func (f elasticFlow) Derivative(derivative, state []float64, piece int) {
	setup, q := state[1], state[2:]
	busy := share(q, 1)
	wait := max(0, f.spare(state)) // rate of the jobs that find no idle server
	standby := 0.0
	if piece == someIdle {
		wait, standby = 0, f.standby*f.idle(state)
	}
	begun := wait
	if piece == noneIdleOrOff {
		begun = 0
	}
	derivative[0] = standby - begun
	derivative[1] = begun - f.nu*setup
	joined := f.lambda - wait
	for i := range q {
		here := q[i] - share(q, i+2)
		derivative[2+i] = joined - here
		if joined = 0; busy > emptyCell {
			joined = wait * here / busy
		}
	}
}
