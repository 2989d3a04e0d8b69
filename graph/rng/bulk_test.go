package rng

import (
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/isa"
)

// TestFill: bulk and single blocks agree for lengths around the group size, and nothing past the end is written.
func TestFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := NewKey(rapid.Uint64().Draw(t, "seed"), Stream(rapid.Uint32().Draw(t, "stream")))
		c := rapid.SliceOfN(rapid.Uint32(), 4, 4).Draw(t, "counter")
		n := rapid.IntRange(0, 70).Draw(t, "n")
		guard := Block{0xdeadbeef, 1, 2, 3}
		dst := make([]Block, n+2)
		dst[0], dst[n+1] = guard, guard
		key.Fill(rapid.SampledFrom(isa.Levels()).Draw(t, "level"), dst[1:n+1], c[0], c[1], c[2], c[3])
		for i, b := range dst[1 : n+1] {
			if want := key.At(c[0]+uint32(i), c[1], c[2], c[3]); b != want {
				t.Fatalf("block %d of %d: %x, want %x", i, n, b, want)
			}
		}
		if dst[0] != guard || dst[n+1] != guard {
			t.Fatal("wrote outside")
		}
	})
}

func BenchmarkFill(b *testing.B) {
	key := NewKey(1, User)
	dst := make([]Block, 64)
	b.SetBytes(64 * 16)
	for i := 0; b.Loop(); i++ {
		key.Fill(isa.Best, dst, uint32(i), 1, 2, 3)
	}
}

func BenchmarkAt(b *testing.B) {
	key := NewKey(1, User)
	sum := uint32(0)
	for i := 0; b.Loop(); i++ {
		sum += key.At(uint32(i), 1, 2, 3)[0]
	}
	_ = sum
}
