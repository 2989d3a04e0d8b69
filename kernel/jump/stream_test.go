package jump

import (
	"math"
	"testing"

	"shardq/graph/rng"
	"shardq/kernel/jump/jumptest"
)

// TestDraws: event n has the waiting time and the seed of block n, in its batch.
func TestDraws(t *testing.T) {
	s := stream{key: rng.NewKey(3, 5), next: batch}
	for n := range 3 * batch {
		b := s.key.At(uint32(n%batch), 0, uint32(n/batch), 0)
		wait, seed := s.draw()
		if wait != rng.Exponential(uint64(b[0])|uint64(b[1])<<32) || seed != uint64(b[2])|uint64(b[3])<<32 {
			t.Fatalf("event %d: %v, %#x", n, wait, seed)
		}
	}
}

// TestWaitsAreExponential: in cells of equal probability.
func TestWaitsAreExponential(t *testing.T) {
	s := stream{key: rng.NewKey(4, 5), next: batch}
	const cells, draws = 100, 200_000
	counts, weights := make([]int, cells), make([]float64, cells)
	sum := 0.0
	for range draws {
		wait, _ := s.draw()
		sum += wait
		counts[min(int(math.Exp(-wait)*cells), cells-1)]++
	}
	for i := range weights {
		weights[i] = 1
	}
	jumptest.ChiSquare(t, "waiting times", counts, weights)
	if z := (sum - draws) / math.Sqrt(draws); math.Abs(z) > 5.5 {
		t.Errorf("the mean of waiting times is off by %.1f standard errors", z)
	}
}
