package lumped

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/rng"
)

// TestPickHasNoBias: neither between parts of the range nor, where products alone would give every third number a quarter less, between
// remainders.
func TestPickHasNoBias(t *testing.T) {
	for _, n := range []uint32{1, 2, 7, 1000, 3 << 29, 1 << 31, 1<<32 - 1} {
		p := newPicker(n)
		const cells = 12
		counts, weights := make([]int, cells), make([]float64, cells)
		for i := range weights {
			weights[i] = math.Floor(float64(i+1)*float64(n)/cells) - math.Floor(float64(i)*float64(n)/cells)
		}
		for _, b := range blocksOf(50_000) {
			x := p.pick(b[0], b[1])
			if x >= n {
				t.Fatalf("%d is not below %d", x, n)
			}
			cell := int(float64(x) / float64(n) * cells)
			for math.Floor(float64(cell+1)*float64(n)/cells) <= float64(x) {
				cell++
			}
			counts[cell]++
		}
		chiSquare(t, fmt.Sprintf("below %d", n), counts, weights)
	}
	p := newPicker(3 << 29)
	var remainders [3]int
	for _, b := range blocksOf(50_000) {
		remainders[p.pick(b[0], b[1])%3]++
	}
	chiSquare(t, "remainders by 3", remainders[:], []float64{1, 1, 1})
}

// TestBelow: the same numbers as Sequence.Below.
func TestBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rng.NewSequence(rapid.Uint64().Draw(t, "seed"))
		b := a
		n := rapid.Uint32Range(1, math.MaxUint32).Draw(t, "n")
		for range 5 {
			if x, y := below(&a, n), b.Below(uint64(n)); uint64(x) != y {
				t.Fatalf("%d, want %d", x, y)
			}
		}
	})
}

// TestPair: ordered pairs are uniform, those of equal servers absent without replacement.
func TestPair(t *testing.T) {
	for _, n := range []int{2, 3, 5} {
		for _, replacement := range []bool{false, true} {
			p := newPair(uint32(n), replacement)
			counts, weights := make([]int, n*n), make([]float64, n*n)
			for i := range weights {
				if replacement || i/n != i%n {
					weights[i] = 1
				}
			}
			for _, b := range blocksOf(20_000) {
				u, v := p.draw(b[2], b[3])
				counts[int(u)*n+int(v)]++
			}
			chiSquare(t, fmt.Sprintf("pairs of %d servers, replacement %v", n, replacement), counts, weights)
		}
	}
}
