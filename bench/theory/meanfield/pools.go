package meanfield

import (
	"math"

	"shardq/bench/theory"
)

// PoolsLeast is the limit of many pools of which each task joins the least of all, or of a sample that grows with their number, at an
// arrival rate of lambda >= 0 tasks per pool and mean stay: the share of pools with at least 1, 2, ... tasks, 1 up to floor(lambda) and
// then lambda - floor(lambda). It is where [PoolsTrajectory] comes to rest. With a cap on the tasks of a pool it is that of min(lambda,
// cap), and max(0, 1-cap/lambda) of the tasks are lost.
//
// Source: Mukherjee, Borst, van Leeuwaarden, Whiting, "Asymptotic optimality of power-of-d load balancing in large-scale systems",
// Mathematics of Operations Research 45(4), 2020.
func PoolsLeast(lambda float64) []float64 {
	whole := math.Floor(lambda)
	tail := make([]float64, int(whole), int(whole)+1)
	for i := range tail {
		tail[i] = 1
	}
	if lambda > whole {
		tail = append(tail, lambda-whole)
	}
	return tail
}

// poolsField writes the derivative of the limit of many pools of which each task samples d: with q_i, at place i-1, the share of pools with
// at least i tasks, q_i' = lambda(q_{i-1}^d - q_i^d) - i(q_i - q_{i+1}). If q has the length of a cap, tasks for full pools are lost.
func poolsField(derivative, q []float64, lambda float64, d int) {
	leave(derivative, q)
	before := 1.0
	for i := range q {
		now := math.Pow(q[i], float64(d))
		derivative[i] += lambda * (before - now)
		before = now
	}
}

// leave writes -i(q_i - q_{i+1}).
func leave(derivative, q []float64) {
	for i := range q {
		derivative[i] = -float64(i+1) * (q[i] - share(q, i+2))
	}
}

// share returns q_i, which is 1 for i = 0 and 0 beyond the end.
func share(q []float64, i int) float64 {
	switch {
	case i == 0:
		return 1
	case i > len(q):
		return 0
	}
	return q[i-1]
}

// PoolsOfD is the limit of many pools of which each task joins the least of d >= 1 sampled ones, at an arrival rate of lambda >= 0 tasks
// per pool and mean stay: the share of pools with at least 1, 2, ... tasks, to an absolute accuracy of some 1e-12. It is where
// [PoolsTrajectory] comes to rest. Shares below 1e-16 are left out.
func PoolsOfD(lambda float64, d int) ([]float64, error) {
	// d = 1 has the most unequal pools: a Poisson number of tasks in each.
	tail, err := restOfPools(lambda, d, int(lambda+10*math.Sqrt(lambda))+40)
	n := len(tail)
	for n > 0 && tail[n-1] < 1e-16 {
		n--
	}
	return tail[:n], err
}

// PoolsOfDLoss is PoolsOfD with room for so many tasks in each pool, cap >= 1, and the share of tasks that are lost, q_cap^d.
func PoolsOfDLoss(lambda float64, d, cap int) (tail []float64, loss float64, err error) {
	tail, err = restOfPools(lambda, d, cap)
	return tail, math.Pow(share(tail, cap), float64(d)), err
}

// restOfPools solves for the fixed point by implicit Euler steps of growing length from the fluid limit, each one step of Newton's method;
// the longest are Newton's method for the fixed point itself.
func restOfPools(lambda float64, d, rows int) ([]float64, error) {
	if !(lambda >= 0 && lambda <= 1e7) || d < 1 || rows < 1 {
		return nil, theory.Errorf("%v tasks per pool, %d sampled, room for %d: want at most 1e7, at least 1, at least 1", lambda, d, rows)
	}
	q, f := make([]float64, rows), make([]float64, rows)
	copy(q, PoolsLeast(min(lambda, float64(rows))))
	// A tridiagonal system for the change x: low x_{i-1} + middle x_i + high x_{i+1} = f_i.
	low, middle, high := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	step, last := 0.1/(1+lambda), math.Inf(1)
	for range 1000 {
		poolsField(f, q, lambda, d)
		slope := func(i int) float64 { return lambda * float64(d) * math.Pow(q[i], float64(d-1)) }
		for i := range q {
			middle[i] = 1/step + slope(i) + float64(i+1)
			high[i] = -float64(i + 1)
			if low[i] = 0; i > 0 {
				low[i] = -slope(i - 1)
			}
		}
		for i := 1; i < rows; i++ {
			w := low[i] / middle[i-1]
			middle[i] -= w * high[i-1]
			f[i] -= w * f[i-1]
		}
		change := 0.0
		for i := rows - 1; i >= 0; i-- {
			if i+1 < rows {
				f[i] -= high[i] * f[i+1]
			}
			f[i] /= middle[i]
			change = max(change, math.Abs(f[i]))
		}
		before := 1.0
		for i := range q {
			q[i] = min(max(q[i]+f[i], 0), before)
			before = q[i]
		}
		if step > 1e9 && (change < 1e-14 || change < 1e-12 && change >= last) {
			return q, nil
		}
		if change < 0.1 {
			step *= 2
		} else {
			step /= 2
		}
		last = change
	}
	return q, theory.Errorf("the fixed point of %v tasks per pool with %d sampled was not found", lambda, d)
}
