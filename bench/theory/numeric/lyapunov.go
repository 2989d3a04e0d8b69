package numeric

import (
	"math"

	"shardq/bench/theory"

	"gonum.org/v1/gonum/floats"
)

// Lyapunov returns the solution W of B W + W B' + Q = 0 for a stable B, n by n, by Smith's doubling: W is the sum of A^k C A'^k with
// A = (s-B)^-1 (s+B) and C = 2s (s-B)^-1 Q (s-B)^-1', of which each step doubles the number of terms.
func Lyapunov(b, q []float64, n int) ([]float64, error) {
	const s = 1.0
	m := LU{}
	m.Reset(n)
	for i, v := range b {
		m.A[i] = -v
	}
	for i := range n {
		m.A[i*n+i] += s
	}
	if !m.Factor() {
		return nil, theory.Errorf("Lyapunov equation: singular")
	}
	column := make([]float64, n)
	inverse := func(x []float64) { // solves for each column
		for j := range n {
			for i := range n {
				column[i] = x[i*n+j]
			}
			m.Solve(column)
			for i := range n {
				x[i*n+j] = column[i]
			}
		}
	}
	a := append([]float64(nil), b...)
	for i := range n {
		a[i*n+i] += s
	}
	inverse(a)
	w := append([]float64(nil), q...)
	inverse(w)
	w = transpose(w, n)
	inverse(w)
	for i := range w {
		w[i] *= 2 * s
	}
	for range 60 {
		add := multiply(multiply(a, w, n), transpose(a, n), n)
		change, size := 0.0, 0.0
		for i, v := range add {
			w[i] += v
			change, size = max(change, math.Abs(v)), max(size, math.Abs(w[i]))
		}
		if math.IsNaN(change) || math.IsInf(size, 0) {
			break
		}
		if change <= 1e-17*size {
			return w, nil
		}
		a = multiply(a, a, n)
	}
	return nil, theory.Errorf("Lyapunov equation: the matrix is not stable")
}

// multiply returns a b, n by n.
func multiply(a, b []float64, n int) []float64 {
	c := make([]float64, n*n)
	for i := range n {
		for k, v := range a[i*n : (i+1)*n] {
			if v != 0 {
				floats.AddScaled(c[i*n:(i+1)*n], v, b[k*n:(k+1)*n])
			}
		}
	}
	return c
}

func transpose(a []float64, n int) []float64 {
	t := make([]float64, n*n)
	for i := range n {
		for j := range n {
			t[j*n+i] = a[i*n+j]
		}
	}
	return t
}
