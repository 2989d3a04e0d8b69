package numeric_test

import (
	"math"
	"testing"

	"shardq/bench/theory/numeric"
)

// TestLU: random matrices with a few bands, which need their rows exchanged, against the product.
func TestLU(t *testing.T) {
	random := numeric.NewNormals(1)
	for _, n := range []int{1, 2, 7, 30} {
		for below := range min(n, 4) {
			for above := range min(n, 4) {
				a, want, got := make([]float64, n*n), make([]float64, n), make([]float64, n)
				for i := range n {
					want[i] = random.Next()
					for j := max(0, i-below); j < min(n, i+above+1); j++ {
						a[i*n+j] = random.Next()
					}
				}
				for i := range n {
					for j := range n {
						got[i] += a[i*n+j] * want[j]
					}
				}
				var m numeric.LU
				m.Reset(n)
				copy(m.A, a)
				if !m.Factor() {
					t.Fatalf("%d, bands %d and %d: singular", n, below, above)
				}
				m.Solve(got)
				for i, v := range got {
					if math.Abs(v-want[i]) > 1e-6*(1+math.Abs(want[i])) {
						t.Errorf("%d, bands %d and %d: x_%d = %v, want %v", n, below, above, i, v, want[i])
					}
				}
			}
		}
	}
	var m numeric.LU
	if m.Reset(2); m.Factor() {
		t.Error("a matrix of zeros is regular")
	}
}

// TestLyapunov: by its equation, and a matrix that is not stable has no solution.
func TestLyapunov(t *testing.T) {
	const n = 3
	b, q := []float64{-2, 1, 0, 0.5, -3, 1, 0, 0.25, -1}, []float64{2, 0, 0, 0, 1, 0, 0, 0, 0.5}
	w, err := numeric.Lyapunov(b, q, n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		for j := range n {
			sum := q[i*n+j]
			for k := range n {
				sum += b[i*n+k]*w[k*n+j] + w[i*n+k]*b[j*n+k]
			}
			if math.Abs(sum) > 1e-14 {
				t.Errorf("row %d, column %d: %v is left", i, j, sum)
			}
		}
	}
	if _, err := numeric.Lyapunov([]float64{0.5}, []float64{1}, 1); err == nil {
		t.Error("a growing system has a stationary covariance")
	}
}

// TestNormals: mean, variance and fourth moment of a million numbers within 5 standard deviations.
func TestNormals(t *testing.T) {
	const n = 1_000_000
	random := numeric.NewNormals(7)
	var sum, square, fourth float64
	for range n {
		x := random.Next()
		sum, square, fourth = sum+x, square+x*x, fourth+x*x*x*x
	}
	for what, v := range map[string][3]float64{"mean": {sum / n, 0, 1}, "variance": {square / n, 1, 2},
		"fourth moment": {fourth / n, 3, 96}} {
		if math.Abs(v[0]-v[1]) > 5*math.Sqrt(v[2]/n) {
			t.Errorf("%s %v, want %v", what, v[0], v[1])
		}
	}
}

func TestPower(t *testing.T) {
	for _, x := range []float64{0, 0.3, 1, -2} {
		for n := range 20 {
			if got, want := numeric.Power(x, n), math.Pow(x, float64(n)); math.Abs(got-want) > 1e-14*math.Abs(want) {
				t.Errorf("%v^%d = %v, want %v", x, n, got, want)
			}
		}
	}
}
