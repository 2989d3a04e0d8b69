package numeric

import "math"

// LU is a square matrix, and after Factor its factors under partial pivoting. The zero value is ready for Reset.
type LU struct {
	A     []float64 // n by n, row by row
	n     int
	pivot []int
}

// Reset makes the matrix n by n, of zeros.
func (m *LU) Reset(n int) {
	if m.n != n {
		m.n, m.A, m.pivot = n, make([]float64, n*n), make([]int, n)
	}
	clear(m.A)
}

// Factor replaces the matrix by its factors. It reports false if the matrix is singular.
func (m *LU) Factor() bool {
	n, regular := m.n, true
	below, above := m.bands()
	above += below // rows that are exchanged reach further
	for k := range n {
		p := k
		rows, columns := min(n, k+below+1), min(n, k+above+1)
		for i := k + 1; i < rows; i++ {
			if math.Abs(m.A[i*n+k]) > math.Abs(m.A[p*n+k]) {
				p = i
			}
		}
		m.pivot[k] = p
		row := m.A[k*n : k*n+n]
		if p != k {
			other := m.A[p*n : p*n+n]
			for j := range row {
				row[j], other[j] = other[j], row[j]
			}
		}
		if row[k] == 0 {
			regular = false
			continue
		}
		for i := k + 1; i < rows; i++ {
			other := m.A[i*n : i*n+n]
			if other[k] == 0 {
				continue
			}
			f := other[k] / row[k]
			other[k] = f
			for j := k + 1; j < columns; j++ {
				other[j] -= f * row[j]
			}
		}
	}
	return regular
}

// bands returns how far entries lie below and above the diagonal.
func (m *LU) bands() (below, above int) {
	for i := range m.n {
		row := m.A[i*m.n : (i+1)*m.n]
		for j, v := range row {
			if v != 0 {
				below, above = max(below, i-j), max(above, j-i)
			}
		}
	}
	return below, above
}

// Solve replaces x by the solution y of A y = x.
func (m *LU) Solve(x []float64) {
	n := m.n
	for k, p := range m.pivot {
		x[k], x[p] = x[p], x[k]
	}
	for i := range n {
		sum := x[i]
		for j, v := range m.A[i*n : i*n+i] {
			sum -= v * x[j]
		}
		x[i] = sum
	}
	for i := n - 1; i >= 0; i-- {
		sum := x[i]
		for j := i + 1; j < n; j++ {
			sum -= m.A[i*n+j] * x[j]
		}
		x[i] = sum / m.A[i*n+i]
	}
}
