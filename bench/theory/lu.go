package theory

import "math"

// lu is a square matrix, row by row, and after factor its factors under partial pivoting.
type lu struct {
	n     int
	a     []float64
	pivot []int
}

func (m *lu) reset(n int) {
	if m.n != n {
		m.n, m.a, m.pivot = n, make([]float64, n*n), make([]int, n)
	}
	clear(m.a)
}

// factor replaces the matrix by its factors. It reports false if the matrix is singular.
func (m *lu) factor() bool {
	n, regular := m.n, true
	below, above := m.bands()
	above += below // rows that are exchanged reach further
	for k := range n {
		p := k
		rows, columns := min(n, k+below+1), min(n, k+above+1)
		for i := k + 1; i < rows; i++ {
			if math.Abs(m.a[i*n+k]) > math.Abs(m.a[p*n+k]) {
				p = i
			}
		}
		m.pivot[k] = p
		row := m.a[k*n : k*n+n]
		if p != k {
			other := m.a[p*n : p*n+n]
			for j := range row {
				row[j], other[j] = other[j], row[j]
			}
		}
		if row[k] == 0 {
			regular = false
			continue
		}
		for i := k + 1; i < rows; i++ {
			other := m.a[i*n : i*n+n]
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
func (m *lu) bands() (below, above int) {
	for i := range m.n {
		row := m.a[i*m.n : (i+1)*m.n]
		for j, v := range row {
			if v != 0 {
				below, above = max(below, i-j), max(above, j-i)
			}
		}
	}
	return below, above
}

// solve replaces x by the solution y of A y = x.
func (m *lu) solve(x []float64) {
	n := m.n
	for k, p := range m.pivot {
		x[k], x[p] = x[p], x[k]
	}
	for i := range n {
		sum := x[i]
		for j, v := range m.a[i*n : i*n+i] {
			sum -= v * x[j]
		}
		x[i] = sum
	}
	for i := n - 1; i >= 0; i-- {
		sum := x[i]
		for j := i + 1; j < n; j++ {
			sum -= m.a[i*n+j] * x[j]
		}
		x[i] = sum / m.a[i*n+i]
	}
}
