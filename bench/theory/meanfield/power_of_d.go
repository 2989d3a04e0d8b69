package meanfield

import (
	"math"

	"shardq/bench/theory/numeric"
)

// PowerOfD returns the limit of JSQ(d), d >= 1, on a complete graph of servers of rate 1 with unbounded buffers, as their number grows, at
// arrival rate lambda per server: the mean response time T_d (see [Supermarket]) and the shares of servers with at least 1, 2, ... jobs,
// lambda^((d^i-1)/(d-1)) [M], down to 1e-18 and at most 1000 of them. From lambda = 1 on the response time is +Inf and the shares are nil.
func PowerOfD(lambda float64, d int) (response float64, tail []float64) {
	response = Supermarket(d, lambda)
	if lambda >= 1 {
		return response, nil
	}
	exponent := 1.0
	for len(tail) < longestField {
		share := math.Pow(lambda, exponent)
		if share < 1e-18 {
			break
		}
		tail = append(tail, share)
		exponent = float64(d)*exponent + 1
	}
	return response, tail
}

// PowerOfDBuffer is [PowerOfD] for servers with room for b >= 1 jobs, the one in service included, and any lambda > 0: also the share of
// jobs that are lost. The response time is of the jobs that are not. The shares q_i solve q_i = lambda (q_{i-1}^d - q_b^d), i <= b, since
// what joins servers with i-1 jobs or more is what is served by servers with i or more.
func PowerOfDBuffer(lambda float64, d, b int) (response, blocking float64, tail []float64) {
	if response, tail = PowerOfD(lambda, d); lambda < 1 &&
		(len(tail) < b && len(tail) < longestField || math.Pow(lambda, float64(b)) < 1e-18) {
		return response, 0, tail // no server ever gets that long
	}
	// From the last share back to q_0, which is 1: errors shrink that way, and q_0 rises with the guess of q_b. Where q stops changing it
	// remains.
	back := func(q, last float64) float64 { return math.Pow(q/lambda+math.Pow(last, float64(d)), 1/float64(d)) }
	last := numeric.Bisect(0, 1, func(last float64) bool {
		q := last
		for range b {
			before := q
			if q = back(q, last); q > 1 || q == before {
				break
			}
		}
		return q > 1
	})
	response, tail = 0, make([]float64, b)
	for i, q := b-1, last; i >= 0; i-- {
		tail[i] = q
		response += q
		q = back(q, last)
	}
	return response / tail[0], math.Pow(last, float64(d)), tail[:min(b, longestField)]
}

// Supermarket is the mean response time of JSQ(d), d >= 1, on a complete graph of infinitely many servers of rate 1 with unbounded buffers,
// at arrival rate lambda per server: sum_{i>=1} lambda^((d^i-d)/(d-1)) [M]. It is +Inf from lambda = 1 on.
func Supermarket(d int, lambda float64) float64 {
	if lambda >= 1 {
		return math.Inf(1)
	}
	if d == 1 {
		return 1 / (1 - lambda)
	}
	sum, exponent := 0.0, 0.0
	for {
		term := math.Pow(lambda, exponent)
		sum += term
		if term < 1e-18 {
			return sum
		}
		exponent = float64(d)*exponent + float64(d) // (d^(i+1)-d)/(d-1) from (d^i-d)/(d-1)
	}
}
