package rng

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// table fails if the thresholds of an inversion are not the distribution function of a law.
func table(t *testing.T, what string, v *inversion, cdf func(k float64) float64, tolerance float64) {
	t.Helper()
	last := uint64(0)
	for i, b := range v.below {
		k := v.first + i
		if b < last {
			t.Fatalf("%s: threshold of %d descends", what, k)
		}
		last = b
		// Thin out long tables: the reference is slow.
		if len(v.below) > 2000 && i%97 != 0 {
			continue
		}
		if got, want := float64(b)*0x1p-64, cdf(float64(k)); !(math.Abs(got-want) <= tolerance) {
			t.Fatalf("%s: P(count <= %d) = %v, want %v", what, k, got, want)
		}
	}
	if last != math.MaxUint64 {
		t.Errorf("%s: the last threshold is %x", what, last)
	}
}

func TestPoissonTable(t *testing.T) {
	for _, mean := range []float64{1e-9, 0.1, 1, 3.7, 50, 1234.5, 1 << 20} {
		p, err := NewPoisson(mean)
		if err != nil {
			t.Fatal(err)
		}
		// The reference (an incomplete gamma function) loses digits at large means.
		table(t, fmt.Sprintf("Poisson(%v)", mean), &p.inversion, distuv.Poisson{Lambda: mean}.CDF, 1e-9)
		if p.Max() != p.first+len(p.below)-1 || p.Count(math.MaxUint64) != p.Max() || p.Mean() != mean || p.Max() >= 1<<p.Bits() {
			t.Errorf(
				"Poisson(%v): largest count %d, %d bits, Count of the largest word %d",
				mean,
				p.Max(),
				p.Bits(),
				p.Count(math.MaxUint64),
			)
		}
		if len(p.below) > int(24*math.Sqrt(mean))+60 {
			t.Errorf("Poisson(%v): table of %d entries", mean, len(p.below))
		}
	}
}

// The largest mean, against the regularised incomplete gamma function Q(4203602, 2^22) computed with 40 digits.
func TestPoissonLargestMean(t *testing.T) {
	p, err := NewPoisson(MaxPoissonMean)
	if err != nil {
		t.Fatal(err)
	}
	const want = 0.99999716318609615644
	if got := float64(p.below[4203601-p.first]) * 0x1p-64; math.Abs(got-want) > 1e-13 {
		t.Errorf("P(count <= 4203601) = %v, want %v", got, want)
	}
}

func TestPoissonLaw(t *testing.T) {
	const n = 200_000
	for i, mean := range []float64{0.1, 3.7, 50, 10_000, MaxPoissonMean} {
		p, err := NewPoisson(mean)
		if err != nil {
			t.Fatal(err)
		}
		k := NewKey(uint64(i), User)
		counts := make([]int, len(p.below))
		draws := make([]float64, n)
		for j := range draws {
			c := p.Count(k.Uint64(uint32(j), 0, 0))
			counts[c-p.first]++
			draws[j] = float64(c)
		}
		law := distuv.Poisson{Lambda: mean}
		prob := make([]float64, len(counts))
		for j := range prob {
			prob[j] = law.Prob(float64(p.first + j))
		}
		chiSquare(t, fmt.Sprintf("Poisson(%v)", mean), counts, prob)
		moments(t, fmt.Sprintf("Poisson(%v)", mean), draws, mean, mean, 1/mean)
	}
}

func TestPoissonEdges(t *testing.T) {
	p, err := NewPoisson(0)
	if err != nil {
		t.Fatal(err)
	}
	if p.Max() != 0 || p.Count(0) != 0 || p.Count(math.MaxUint64) != 0 {
		t.Error("a mean of 0 gives counts other than 0")
	}
	for _, mean := range []float64{-1, math.NaN(), math.Inf(1), MaxPoissonMean + 1} {
		if _, err := NewPoisson(mean); err == nil {
			t.Errorf("mean %v is accepted", mean)
		}
	}
}

func TestBinomialTable(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.5}, {1, 0.1}, {10, 0.3}, {10, 0.7}, {1000, 0.03}, {1000, 0.999}, {1 << 20, 30. / (1 << 20)}, {100_000, 0.5}} {
		b, err := NewBinomial(c.n, c.p)
		if err != nil {
			t.Fatal(err)
		}
		p := c.p
		if b.flip {
			p = 1 - p
		}
		table(t, fmt.Sprintf("Binomial(%d, %v)", c.n, c.p), &b.inversion, distuv.Binomial{N: float64(c.n), P: p}.CDF, 1e-9)
	}
}

// Very many rare trials: a Poisson law up to n p^2 = 2.2e-9 (Le Cam), and exactly (1-p)^n at 0.
func TestBinomialRare(t *testing.T) {
	const n, p = 1 << 31, 1e-9
	b, err := NewBinomial(n, p)
	if err != nil {
		t.Fatal(err)
	}
	table(t, "Binomial(2^31, 1e-9)", &b.inversion, distuv.Poisson{Lambda: n * p}.CDF, 2.2e-9)
	if got, want := float64(b.below[0])*0x1p-64, math.Exp(n*math.Log1p(-p)); math.Abs(got-want) > 1e-14 {
		t.Errorf("P(count = 0) = %v, want %v", got, want)
	}
}

func TestBinomialLaw(t *testing.T) {
	const draws = 100_000
	for i, c := range []struct {
		n int
		p float64
	}{{1, 0.25}, {7, 0.5}, {20, 0.9}, {1 << 20, 30. / (1 << 20)}, {1 << 31, 0.6}} {
		b, err := NewBinomial(c.n, c.p)
		if err != nil {
			t.Fatal(err)
		}
		k := NewKey(uint64(i), User)
		x := make([]float64, draws)
		counts := map[int]int{}
		for j := range x {
			v := b.Count(k.Uint64(uint32(j), 0, 0))
			if v < 0 || v > b.Max() || v > c.n {
				t.Fatalf("Binomial(%d, %v): count %d", c.n, c.p, v)
			}
			x[j] = float64(v)
			counts[v]++
		}
		q := 1 - c.p
		variance := float64(c.n) * c.p * q
		name := fmt.Sprintf("Binomial(%d, %v)", c.n, c.p)
		moments(t, name, x, float64(c.n)*c.p, variance, (1-6*c.p*q)/variance)
		if len(counts) < 200 {
			law := distuv.Binomial{N: float64(c.n), P: c.p}
			dense, prob := make([]int, b.Max()+1), make([]float64, b.Max()+1)
			for v := range dense {
				dense[v], prob[v] = counts[v], law.Prob(float64(v))
			}
			chiSquare(t, name, dense, prob)
		}
	}
}

func TestBinomialEdges(t *testing.T) {
	for _, n := range []int{0, 1, 5, 1 << 31} {
		for p, want := range map[float64]int{0: 0, 1: n, math.SmallestNonzeroFloat64: 0} {
			b, err := NewBinomial(n, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []uint64{0, 1 << 63, math.MaxUint64} {
				if got := b.Count(word); got != want {
					t.Errorf("Binomial(%d, %v).Count(%x) = %d, want %d", n, p, word, got, want)
				}
			}
		}
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := NewBinomial(5, p); err == nil {
			t.Errorf("probability %v is accepted", p)
		}
	}
	for _, n := range []int{-1, 1<<31 + 1} {
		if _, err := NewBinomial(n, 0.5); err == nil {
			t.Errorf("%d trials are accepted", n)
		}
	}
}
