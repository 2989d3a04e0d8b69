package kernel

import (
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
)

// TestPicks: every level takes the same server of a row as the definitions, which follow a plain search.
func TestPicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.OneOf(rapid.SampledFrom(edgeLengths), rapid.IntRange(1, 64)).Draw(t, "length")
		servers := rapid.SampledFrom([]uint32{64, 1000, 1 << 31}).Draw(t, "servers")
		row := make([]uint32, 0, length+graph.Padding)
		taken := map[uint32]bool{}
		seed := rapid.Uint64().Draw(t, "seed")
		for i := range length { // distinct ids, as in a row
			s := uint32(tieHash(seed, uint32(i))) % servers
			for taken[s] {
				s = (s + 1) % servers
			}
			taken[s] = true
			row = append(row, s)
		}
		set := rapid.Uint64().Draw(t, "set") << (64 - length) >> (64 - length)
		limit := rapid.Uint32Range(0, servers).Draw(t, "limit")
		var lowest, server uint32 = ^uint32(0), 0
		hash := ^uint32(0)
		for i, s := range row {
			if set>>i&1 == 0 {
				continue
			}
			lowest = min(lowest, s)
			if h := tieHash(seed, s); s < limit && h <= hash {
				server, hash = s, h
			}
		}
		for level := isa.Generic; level <= isa.Available(); level++ {
			r := &Router[uint8]{isa: level}
			if got := r.lowest(row, set); set != 0 && got != lowest {
				t.Fatalf("%v: lowest %d, want %d", level, got, lowest)
			}
			if s, h := r.leastHash(row, set, seed, limit); h != hash || hash != ^uint32(0) && s != server {
				t.Fatalf("%v: server %d with hash %x, want %d with %x", level, s, h, server, hash)
			}
		}
	})
}

// TestPickOfLargestHash: a server whose hash is all ones is still chosen. The hash is a bijection of ids, so some id has it.
func TestPickOfLargestHash(t *testing.T) {
	const seed = 1<<32 | 7
	// Undo tieHash for stride 1 and offset 7 by its inverse steps.
	x := ^uint32(0)
	x ^= x >> 16
	x *= inverse32(0xC2B2AE35)
	x ^= x>>13 ^ x>>26
	x *= inverse32(0x85EBCA6B)
	x ^= x >> 16
	server := x - 7
	if tieHash(seed, server) != ^uint32(0) {
		t.Fatalf("server %d has hash %x", server, tieHash(seed, server))
	}
	row := append(make([]uint32, 0, 1+graph.Padding), server)
	for level := isa.Generic; level <= isa.Available(); level++ {
		r := &Router[uint8]{isa: level}
		if s, _ := r.leastHash(row, 1, seed, ^uint32(0)); s != server {
			t.Errorf("%v: got %d, want %d", level, s, server)
		}
	}
}

// inverse32 returns the inverse of an odd x modulo 2^32, by Newton's iteration.
func inverse32(x uint32) uint32 {
	y := x
	for range 5 {
		y *= 2 - x*y
	}
	return y
}
