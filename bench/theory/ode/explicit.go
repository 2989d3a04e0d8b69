package ode

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// explicitStep makes steps of the method of Dormand and Prince, "A family of embedded Runge-Kutta formulae", J. Comp. Appl. Math. 6(1),
// 1980: order 5, with an estimate of the error of order 4.
type explicitStep struct {
	k        [7][]float64
	at, next []float64
	scratch  []float64
	reach    float64 // estimate of h times the largest eigenvalue; beyond 3.25 the method is not stable
}

// The weights: rows of stages 2 to 7, the last of which are those of the solution, and how these differ from those of order 4.
var (
	dormand = [6][]float64{
		{1.0 / 5},
		{3.0 / 40, 9.0 / 40},
		{44.0 / 45, -56.0 / 15, 32.0 / 9},
		{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
		{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
		{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
	}
	dormandError = [7]float64{71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}
)

func (s *explicitStep) try(r *run, h float64) (next []float64, e float64) {
	n := len(r.q)
	if len(s.at) != n {
		for i := range s.k {
			s.k[i] = make([]float64, n)
		}
		s.at, s.next, s.scratch = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	r.derivative(s.k[0], r.q)
	for stage, row := range dormand {
		if stage == 5 {
			copy(s.scratch, s.at) // where the last stage but one was
		}
		copy(s.at, r.q)
		for j, a := range row {
			if a != 0 {
				floats.AddScaled(s.at, h*a, s.k[j])
			}
		}
		r.derivative(s.k[stage+1], s.at)
	}
	copy(s.next, s.at)
	slope, way := 0.0, 0.0
	for i, v := range s.next {
		d := s.k[6][i] - s.k[5][i]
		slope += d * d
		d = v - s.scratch[i]
		way += d * d
	}
	if s.reach = 0; way > 0 {
		s.reach = h * math.Sqrt(slope/way)
	}
	clear(s.scratch)
	for j, w := range dormandError {
		floats.AddScaled(s.scratch, h*w, s.k[j])
	}
	return s.next, r.norm(s.scratch, r.q)
}
