package jump

import (
	"math"
	"testing"

	"shardq/graph/rng"
	"shardq/kernel/jump/jumptest"
)

// TestExponential: the logarithm of package math to a few last places, over all magnitudes of words.
func TestExponential(t *testing.T) {
	words := []uint64{0, 1, 2, 3, 1 << 62, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1<<11, math.MaxUint64}
	seq := rng.NewSequence(1)
	for i := range 100_000 {
		words = append(words, seq.Next()>>(i%64))
	}
	for _, w := range words {
		got := exponential(w)
		want := -math.Log1p(-float64(^max(w, 1)+1) * 0x1p-64) // -ln(1 - (2^64 - w)/2^64)
		if w < 1<<63 {
			f, e := math.Frexp(float64(max(w, 1)))
			want = float64(64-e)*math.Ln2 - math.Log(f)
		}
		// The word is cut to 53 bits; three more roundings.
		if !(math.Abs(got-want) <= 7e-16*max(1, want)) || !(got > 0) {
			t.Fatalf("word %#x: %.17g, want %.17g", w, got, want)
		}
	}
}

// TestDraws: event n has the waiting time and the seed of block n, in its batch.
func TestDraws(t *testing.T) {
	s := stream{key: rng.NewKey(3, 5), next: batch}
	for n := range 3 * batch {
		b := s.key.At(uint32(n%batch), 0, uint32(n/batch), 0)
		wait, seed := s.draw()
		if wait != exponential(uint64(b[0])|uint64(b[1])<<32) || seed != uint64(b[2])|uint64(b[3])<<32 {
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
