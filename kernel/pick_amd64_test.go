//go:build amd64 && !purego

package kernel

import (
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
)

// TestLeastHashAVX512: the routine itself, without the definition that the router falls back on where the routine finds nobody: it finds
// whoever is there, among ids and limits of all sizes, as numbers without a sign.
func TestLeastHashAVX512(t *testing.T) {
	if isa.Available() != isa.AVX512 {
		t.Skip("this processor does not have it")
	}
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(1, 64).Draw(t, "length")
		seed := rapid.Uint64().Draw(t, "seed")
		shift := rapid.IntRange(0, 31).Draw(t, "shift")
		row := make([]uint32, length, length+graph.Padding)
		for i := range row {
			row[i] = tieHash(seed+1, uint32(i)) >> shift
		}
		set := rapid.Uint64().Draw(t, "set") << (64 - length) >> (64 - length)
		limit := rapid.OneOf(rapid.SampledFrom([]uint32{0, 1<<31 - 1, 1 << 31, 1<<31 + 1, ^uint32(0)}), rapid.Uint32()).Draw(t, "limit")
		wantServer, wantHash := leastHashGeneric(row, set, seed, limit)
		server, hash := leastHashAVX512(&row[0], set, seed, limit)
		if hash != wantHash || hash != ^uint32(0) && server != wantServer {
			t.Fatalf("got server %d with hash %x, want %d with %x", server, hash, wantServer, wantHash)
		}
	})
}
