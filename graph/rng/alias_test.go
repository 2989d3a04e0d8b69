package rng

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// implied returns the exact probabilities that a table gives.
func implied(a *Alias) []float64 {
	n := len(a.keep)
	p := make([]float64, n)
	for i := range n {
		share := float64(a.keep[i]) * 0x1p-32
		p[i] += share / float64(n)
		p[a.other[i]] += (1 - share) / float64(n)
	}
	return p
}

func TestAliasLaw(t *testing.T) {
	zipf := make([]float64, 1000)
	for i := range zipf {
		zipf[i] = math.Pow(float64(i+1), -1.1)
	}
	for i, weights := range [][]float64{{1}, {1, 1}, {1, 2, 3, 4}, {0, 5, 0, 1, 0}, {1e-300, 1e-300}, {1e-12, 1}, zipf} {
		a, err := NewAlias(weights)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		prob := make([]float64, len(weights))
		for j, w := range weights {
			prob[j] = w / sum
		}
		for j, p := range implied(a) {
			// A column's share is rounded to 2^-32, and a rest of rounding may go to one column.
			if math.Abs(p-prob[j]) > 1e-9 {
				t.Errorf("weights %d: index %d has probability %v, want %v", i, j, p, prob[j])
			}
		}
		if len(weights) == 1 {
			continue
		}
		k := NewKey(uint64(i), User)
		counts := make([]int, len(weights))
		for j := range 100_000 {
			b := k.At(uint32(j), 0, 0, 0)
			counts[a.Pick(Below32(b[0], uint32(len(weights)), uint64(b[2])<<32|uint64(b[3])), b[1])]++
		}
		chiSquare(t, fmt.Sprintf("weights %d", i), counts, prob)
		for j, w := range weights {
			if w == 0 && counts[j] > 0 {
				t.Errorf("weights %d: index %d of weight 0 is picked", i, j)
			}
		}
	}
}

// A weight of zero is never picked, whatever the rounding, and every pick is an index.
func TestAliasZeroWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e12)), 1, 40).
			Draw(t, "weights")
		a, err := NewAlias(weights)
		if err != nil {
			sum := 0.0
			for _, w := range weights {
				sum += w
			}
			if sum > 0 {
				t.Fatal(err)
			}
			return
		}
		for i, p := range implied(a) {
			if weights[i] == 0 && p != 0 {
				t.Fatalf("index %d of weight 0 has probability %v", i, p)
			}
		}
		for column := range weights {
			for _, coin := range []uint32{0, 1 << 31, math.MaxUint32} {
				if i := a.Pick(uint32(column), coin); int(i) >= len(weights) || weights[i] == 0 {
					t.Fatalf("Pick(%d, %d) = %d", column, coin, i)
				}
			}
		}
	})
}

func TestAliasRefuses(t *testing.T) {
	for _, weights := range [][]float64{nil, {0}, {0, 0}, {-1, 2}, {math.NaN()}, {math.Inf(1)}, {1e300, 1e300}} {
		if _, err := NewAlias(weights); !errors.Is(err, ErrWeights) {
			t.Errorf("weights %v: error %v, want ErrWeights", weights, err)
		}
	}
}
