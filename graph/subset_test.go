package graph

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/rng"
)

// methods are the two ways to draw a subset; each must work for every size, whatever subset chooses.
var methods = map[string]func(*sampler, []uint32, *rng.Sequence){"sparse": (*sampler).sparse, "dense": (*sampler).dense}

// Every subset of a size is equally likely.
func TestSubsetLaw(t *testing.T) {
	for name, draw := range methods {
		for _, size := range [][2]int{{2, 1}, {3, 2}, {5, 2}, {6, 3}, {6, 5}} {
			n, d := size[0], size[1]
			index := map[uint32]int{}
			for set := range uint32(1) << n {
				if bits.OnesCount32(set) == d {
					index[set] = len(index)
				}
			}
			s := sampler{n: uint64(n)}
			seq := rng.NewSequence(uint64(n*10 + d))
			counts := make([]int, len(index))
			dst := make([]uint32, d)
			for range 40_000 {
				draw(&s, dst, &seq)
				set := uint32(0)
				for _, x := range dst {
					set |= 1 << x
				}
				counts[index[set]]++
			}
			chiSquare(t, fmt.Sprintf("%s, %d of %d", name, d, n), counts, uniform(len(counts)))
		}
	}
}

func TestSubsetAscending(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"sparse", "dense"}).Draw(t, "method")
		s := sampler{}
		for range 3 { // scratch memory is used again
			s.n = rapid.OneOf(rapid.Uint64Range(1, 200), rapid.Uint64Range(1, 1<<20)).Draw(t, "n")
			s.seen = nil // it belongs to one n
			most := s.n
			if name == "sparse" && s.n > 200 {
				most = s.n / denseShare // near n it would draw very often
			}
			d := rapid.IntRange(0, int(min(most, 5000))).Draw(t, "d")
			seq := rng.NewSequence(rapid.Uint64().Draw(t, "seed"))
			guarded := make([]uint32, d+2)
			guarded[0], guarded[d+1] = 0xdeadbeef, 0xdeadbeef
			dst := guarded[1 : d+1]
			methods[name](&s, dst, &seq)
			if !slices.IsSorted(dst) || len(slices.Compact(slices.Clone(dst))) != d {
				t.Fatalf("%s: %d of %d: not strictly ascending: %v", name, d, s.n, dst)
			}
			if d > 0 && uint64(dst[d-1]) >= s.n {
				t.Fatalf("%s: %d is out of range %d", name, dst[d-1], s.n)
			}
			if guarded[0] != 0xdeadbeef || guarded[d+1] != 0xdeadbeef {
				t.Fatalf("%s: %d of %d: written outside", name, d, s.n)
			}
		}
	})
}

// The bit set is clean after every draw, so that nothing leaks into the next row.
func TestDenseLeavesNoMarks(t *testing.T) {
	s := sampler{n: 1000}
	seq := rng.NewSequence(3)
	for d := range 1001 {
		s.dense(make([]uint32, d), &seq)
		for i, w := range s.seen {
			if w != 0 {
				t.Fatalf("after a subset of %d, word %d is %x", d, i, w)
			}
		}
	}
}
