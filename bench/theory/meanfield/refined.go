package meanfield

import (
	"math"

	"shardq/bench/theory"

	"shardq/bench/theory/numeric"
)

// RefinedPowerOfD is the limit of JSQ(d), d >= 1, on a complete graph with its correction for finitely many servers: the mean share of
// servers with at least i jobs is Tail[i-1] + Correction[i-1]/N, but for terms of the order of 1/N^2.
type RefinedPowerOfD struct {
	Lambda           float64 // arrival rate over service rate, per server
	Tail, Correction []float64
}

// Number returns the mean number of jobs per server among n servers.
func (r RefinedPowerOfD) Number(n int) float64 {
	sum := 0.0
	for i, q := range r.Tail {
		sum += q + r.Correction[i]/float64(n)
	}
	return sum
}

// Response returns the mean response time of admitted jobs among n servers, in mean service times. What is admitted is what busy servers
// complete.
func (r RefinedPowerOfD) Response(n int) float64 {
	return r.Number(n) / (r.Tail[0] + r.Correction[0]/float64(n))
}

// RefinePowerOfD returns the limit of JSQ(d) and its correction, V of Gast, Van Houdt, "A refined mean field approximation", POMACS
// 1(2):33, 2017. With x the fixed point of q' = f(q), B the derivative of f there, and Q the rates at which the shares fluctuate, the
// covariances are W/N with B W + W B' + Q = 0, and
//
//	B V + g + D/2 = 0, D_i = sum_jk (d^2 f_i / dx_j dx_k) W_jk.
//
// With replacement (the case of that paper) g is 0. Without replacement jobs that find servers i or more at all d of them come to C(N x_i,
// d)/C(N, d) = x_i^d + d(d-1)/2 (x_i^d - x_i^(d-1))/N + .. of all, and g is what the second term does to f, as in Gast, Bortolussi,
// Tribastone, "Size expansions of mean field approximation", Performance Evaluation 129, 2019. The buffer b is 0 if there is none. Queues
// of more than 200 jobs that matter end in an error.
func RefinePowerOfD(lambda float64, d, b int, replacement bool) (RefinedPowerOfD, error) {
	if !(lambda > 0) || d < 1 || b < 0 || b == 0 && lambda >= 1 {
		return RefinedPowerOfD{}, theory.Errorf(
			"refined mean field: load %v, %d sampled, buffer %d: want positive ones, and a load below 1 without a buffer",
			lambda,
			d,
			b,
		)
	}
	_, tail := PowerOfD(min(lambda, 1), d)
	if b > 0 {
		_, _, tail = PowerOfDBuffer(lambda, d, b)
	}
	const most = 200
	n := 0
	for n < len(tail) && tail[n] > 1e-17 {
		n++
	}
	if n > most {
		return RefinedPowerOfD{}, theory.Errorf("refined mean field: queues of %d jobs and more matter, want at most %d", n, most)
	}
	if n < 3 && b == 0 { // a row more, so that there is somewhere to go
		n = 3
	}
	x := make([]float64, n)
	copy(x, tail)
	r := RefinedPowerOfD{Lambda: lambda, Tail: x}
	power := float64(d)
	slope := func(q float64) float64 { return lambda * power * math.Pow(q, power-1) }
	curve := func(q float64) float64 {
		if d == 1 {
			return 0
		}
		return lambda * power * (power - 1) * math.Pow(q, power-2)
	}
	extra := func(q float64) float64 { // without replacement
		if replacement || d == 1 {
			return 0
		}
		return lambda * power * (power - 1) / 2 * (math.Pow(q, power) - math.Pow(q, power-1))
	}
	jacobian, noise := make([]float64, n*n), make([]float64, n*n)
	for i := range n {
		here, before := x[i], 1.0
		if i > 0 {
			before = x[i-1]
			jacobian[i*n+i-1] = slope(before)
		}
		jacobian[i*n+i] = -slope(here) - 1
		if i+1 < n {
			jacobian[i*n+i+1] = 1
		}
		noise[i*n+i] = lambda*(math.Pow(before, power)-math.Pow(here, power)) + here - share(x, i+2)
	}
	w, err := numeric.Lyapunov(jacobian, noise, n)
	if err != nil {
		return RefinedPowerOfD{}, err
	}
	v := make([]float64, n)
	for i := range v {
		v[i] = curve(x[i])*w[i*n+i]/2 + extra(x[i])
		if i > 0 {
			v[i] -= curve(x[i-1])*w[(i-1)*n+i-1]/2 + extra(x[i-1])
		}
	}
	m := numeric.LU{}
	m.Reset(n)
	copy(m.A, jacobian)
	if !m.Factor() {
		return RefinedPowerOfD{}, theory.Errorf("refined mean field: the derivative at the fixed point is singular")
	}
	m.Solve(v)
	r.Correction = v
	return r, nil
}
