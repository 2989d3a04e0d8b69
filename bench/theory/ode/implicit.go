package ode

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"shardq/bench/theory/numeric"
)

// implicitStep makes steps of ARK4(3)6L[2]SA, the implicit part, of Kennedy and Carpenter, "Additive Runge-Kutta schemes for
// convection-diffusion-reaction equations", Applied Numerical Mathematics 44, 2003: six stages, the first of them explicit, order 4 with an
// estimate of the error of order 3, L-stable and stiffly accurate. Stages are solved by Newton's method with differences for the Jacobian,
// whose errors cost iterations but no accuracy.
type implicitStep struct {
	k          [6][]float64
	base, next []float64
	residual   []float64
	jacobian   []float64
	matrix     numeric.LU
	at         []float64 // the state that the Jacobian belongs to
	piece      int
	known      bool
	length     float64 // of the step that the matrix belongs to
	factored   bool
}

const implicitGamma = 0.25

var (
	implicitRows = [6][]float64{
		{},
		{1.0 / 4},
		{8611.0 / 62500, -1743.0 / 31250},
		{5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108},
		{15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912},
		{82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211},
	}
	implicitThird = [6]float64{
		4586570599.0 / 29645900160,
		0,
		178811875.0 / 945068544,
		814220225.0 / 1159782912,
		-3700637.0 / 11593932,
		61727.0 / 225920,
	}
)

func (s *implicitStep) try(r *run, h float64) (next []float64, e float64) {
	n := len(r.q)
	if len(s.base) != n {
		for i := range s.k {
			s.k[i] = make([]float64, n)
		}
		s.base, s.next, s.residual, s.at = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		s.jacobian, s.known = make([]float64, n*n), false
	}
	s.prepare(r, h)
	r.derivative(s.k[0], r.q)
	copy(s.next, r.q)
	for stage := 1; stage < 6; stage++ {
		copy(s.base, r.q)
		for j, a := range implicitRows[stage] {
			if a != 0 {
				floats.AddScaled(s.base, h*a, s.k[j])
			}
		}
		if !s.newton(r, h) {
			return s.next, math.Inf(1)
		}
		for i := range s.next { // what the stage adds, without the error of evaluating stiff equations anew
			s.k[stage][i] = (s.next[i] - s.base[i]) / (h * implicitGamma)
		}
	}
	weights := [6]float64{5: implicitGamma}
	copy(weights[:], implicitRows[5])
	clear(s.residual)
	for j, w := range weights {
		floats.AddScaled(s.residual, h*(w-implicitThird[j]), s.k[j])
	}
	s.matrix.Solve(s.residual) // so that components that die out at once do not count
	return s.next, r.norm(s.residual, r.q)
}

// newton solves next = base + h gamma f(next).
func (s *implicitStep) newton(r *run, h float64) bool {
	last := math.Inf(1)
	for range 12 {
		r.derivative(s.residual, s.next)
		for i := range s.residual {
			s.residual[i] = s.base[i] - s.next[i] + h*implicitGamma*s.residual[i]
		}
		s.matrix.Solve(s.residual)
		floats.AddScaled(s.next, 1, s.residual)
		change := r.norm(s.residual, r.q)
		switch {
		case math.IsNaN(change) || change > 10*last:
			return false
		case change < 1e-3 || change < 0.1 && change >= last:
			return true
		}
		last = change
	}
	return last < 0.1
}

// prepare makes the matrix I - h gamma J ready.
func (s *implicitStep) prepare(r *run, h float64) {
	same := s.known && s.piece == r.piece
	for i, v := range r.q {
		same = same && s.at[i] == v
	}
	if !same {
		copy(s.at, r.q)
		s.piece, s.known, s.factored = r.piece, true, false
		differences(s.jacobian, r.q, r.derivative)
	}
	if s.factored && s.length == h {
		return
	}
	n := len(r.q)
	s.matrix.Reset(n)
	for i, v := range s.jacobian {
		s.matrix.A[i] = -h * implicitGamma * v
	}
	for i := range n {
		s.matrix.A[i*n+i]++
	}
	s.matrix.Factor()
	s.length, s.factored = h, true
}

// differences writes the Jacobian of f at q, row by row, by central differences. Shares are of the order of 1, and so are the steps.
func differences(jacobian, q []float64, f func(derivative, q []float64)) {
	const step = 1e-8
	n := len(q)
	up, down := make([]float64, n), make([]float64, n)
	for j, v := range q {
		q[j] = v + step
		f(up, q)
		q[j] = v - step
		f(down, q)
		q[j] = v
		for i := range n {
			jacobian[i*n+j] = (up[i] - down[i]) / (2 * step)
		}
	}
}
