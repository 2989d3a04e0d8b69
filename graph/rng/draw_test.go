package rng

import (
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"shardq/bench/stats"
)

// A uniform that can be 1 gives infinite gaps and indices out of range.
func TestUnitNeverOne(t *testing.T) {
	if u := Unit(math.MaxUint64); u != 1-0x1p-53 {
		t.Errorf("the largest uniform is %v, want 1 - 2^-53", u)
	}
	if u := Unit(0); u != 0 {
		t.Errorf("the least uniform is %v, want 0", u)
	}
	rapid.Check(t, func(t *rapid.T) {
		if u := Unit(rapid.Uint64().Draw(t, "word")); !(u >= 0 && u < 1) {
			t.Fatalf("uniform %v is not in [0, 1)", u)
		}
	})
}

func TestUnitUniform(t *testing.T) {
	const cells, n = 64, 200_000
	s := NewSequence(11)
	counts := make([]int, cells)
	draws := make([]float64, n)
	for i := range draws {
		draws[i] = s.Unit()
		counts[int(draws[i]*cells)]++
	}
	chiSquare(t, "unit", counts, uniform(cells))
	moments(t, "unit", draws, 0.5, 1./12, -1.2)
}

func TestBelowUniform(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 100} {
		s := NewSequence(uint64(n))
		k := NewKey(uint64(n), User)
		counts, counts32 := make([]int, n), make([]int, n)
		for i := range 100_000 {
			counts[s.Below(uint64(n))]++
			b := k.At(uint32(i), 0, 0, 0)
			counts32[Below32(b[0], uint32(n), uint64(b[1])<<32|uint64(b[2]))]++
		}
		if n == 1 {
			continue // nothing to compare: both returned 0 or the index was out of range
		}
		chiSquare(t, "Below", counts, uniform(n))
		chiSquare(t, "Below32", counts32, uniform(n))
	}
}

// With n three quarters of the range, every third result of a plain multiplication comes twice as often as the others. The test first shows
// that it would see that, then that rejection removes it.
func TestBelowUnbiased(t *testing.T) {
	const draws = 30_000
	third := func(law func(i int) uint64) []int {
		counts := make([]int, 3)
		for i := range draws {
			counts[law(i)%3]++
		}
		return counts
	}
	s := NewSequence(21)
	plain := third(func(int) uint64 { hi, _ := bits.Mul64(s.Next(), 3<<62); return hi })
	if p, _ := stats.Fit(plain, uniform(3)); p > 1e-100 {
		t.Errorf("the bias of a plain multiplication is not seen: %v has probability %g", plain, p)
	}
	chiSquare(t, "Below", third(func(int) uint64 { return s.Below(3 << 62) }), uniform(3))

	k := NewKey(22, User)
	plain = third(func(i int) uint64 { b := k.At(uint32(i), 0, 0, 0); return uint64(b[0]) * (3 << 30) >> 32 })
	if p, _ := stats.Fit(plain, uniform(3)); p > 1e-100 {
		t.Errorf("the bias of a plain 32-bit multiplication is not seen: %v has probability %g", plain, p)
	}
	chiSquare(t, "Below32", third(func(i int) uint64 {
		b := k.At(uint32(i), 0, 0, 0)
		return uint64(Below32(b[0], 3<<30, uint64(b[1])<<32|uint64(b[2])))
	}), uniform(3))
}

// Just above 2^31 nearly half of all words are rejected; the two halves of the range must stay equally likely.
func TestBelowJustAboveHalf(t *testing.T) {
	k, s := NewKey(23, User), NewSequence(23)
	const n32, n64 = 1<<31 + 1, 1<<63 + 1
	counts32, counts64 := make([]int, 8), make([]int, 8)
	for i := range 40_000 {
		b := k.At(uint32(i), 0, 0, 0)
		x := Below32(b[0], n32, uint64(b[1])<<32|uint64(b[2]))
		y := s.Below(n64)
		if x >= n32 || y >= n64 {
			t.Fatalf("out of range: %d, %d", x, y)
		}
		counts32[min(x>>28, 7)]++
		counts64[min(y>>60, 7)]++
	}
	chiSquare(t, "Below32", counts32, uniform(8))
	chiSquare(t, "Below", counts64, uniform(8))
}

func TestBelowInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word, retry := rapid.Uint32().Draw(t, "word"), rapid.Uint64().Draw(t, "retry")
		n := rapid.Uint64Min(1).Draw(t, "n")
		s := NewSequence(retry)
		if x := s.Below(n); x >= n {
			t.Fatalf("Below(%d) = %d", n, x)
		}
		n32 := uint32(n%math.MaxUint32) + 1
		if n32 == 0 {
			n32 = 1
		}
		if x := Below32(word, n32, retry); x >= n32 {
			t.Fatalf("Below32(%d, %d) = %d", word, n32, x)
		}
	})
}

func TestDrawsDoNotAllocate(t *testing.T) {
	k := NewKey(1, User)
	p, err := NewPoisson(30)
	if err != nil {
		t.Fatal(err)
	}
	sink := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		s := NewSequence(k.Uint64(1, 2, 3))
		sink += s.Below(10) + uint64(p.Count(s.Next())) + uint64(Below32(uint32(s.Next()), 10, 1))
	}); n != 0 {
		t.Errorf("%v allocations a draw", n)
	}
}
