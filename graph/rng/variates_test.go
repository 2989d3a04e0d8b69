package rng

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestExponential: the logarithm of package math to a few last places, over all magnitudes of words.
func TestExponential(t *testing.T) {
	words := []uint64{0, 1, 2, 3, 1 << 62, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1<<11, math.MaxUint64}
	seq := NewSequence(1)
	for i := range 100_000 {
		words = append(words, seq.Next()>>(i%64))
	}
	for _, w := range words {
		got := Exponential(w)
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

// TestLogRest: as exact for small p as for others.
func TestLogRest(t *testing.T) {
	seq := NewSequence(2)
	for range 10_000 {
		p := math.Exp(-40 * seq.Unit())
		if got, want := LogRest(p), math.Log1p(-p); !(math.Abs(got-want) <= 2e-15*math.Abs(want)) {
			t.Fatalf("LogRest(%v) = %v, want %v", p, got, want)
		}
	}
	if LogRest(0) != 0 {
		t.Errorf("LogRest(0) = %v", LogRest(0))
	}
}

// TestNormalLaw compares moments, and ranks of the distribution function in 100 cells of equal probability.
func TestNormalLaw(t *testing.T) {
	const draws, cells = 200_000, 100
	seq := NewSequence(3)
	list, counts := make([]float64, draws), make([]int, cells)
	for i := range list {
		list[i] = seq.Normal()
		counts[int(cells*distuv.UnitNormal.CDF(list[i]))]++
	}
	moments(t, "normal numbers", list, 0, 1, 0)
	chiSquare(t, "normal numbers", counts, uniform(cells))
}

// TestOpen: the ends are never reached.
func TestOpen(t *testing.T) {
	if low, high := 0.5*0x1p-52, (float64(^uint64(0)>>12)+0.5)*0x1p-52; low <= 0 || high != 1-0x1p-53 {
		t.Errorf("from %v to %v", low, high)
	}
	seq := NewSequence(4)
	for range 1000 {
		if x := seq.Open(); !(x > 0 && x < 1) || math.Mod(x, 0x1p-53) != 0 {
			t.Fatalf("drawn: %v", x)
		}
	}
}

// TestVariatesBits: the same bits on every machine.
func TestVariatesBits(t *testing.T) {
	seq := NewSequence(5)
	for i, got := range []float64{
		Exponential(1), Exponential(1 << 63), Exponential(0x123456789abcdef0), LogRest(1e-9),
		LogRest(0.7), Log(1e-5), seq.Normal(), seq.Normal(),
	} {
		if want := variatesBits[i]; math.Float64bits(got) != want {
			t.Errorf("value %d has bits %#x, want %#x", i, math.Float64bits(got), want)
		}
	}
}

var variatesBits = [...]uint64{
	0x40462e42fefa39ef, 0x3fe62e42fefa39ef, 0x400525e973a0564f, 0xbe112e0be84bbb51,
	0xbff34378fcbda720, 0xc027069e2aa2aa5b, 0xbfe42a6bbbf4c1d6, 0xbfcb7b77bbd78a05,
}
