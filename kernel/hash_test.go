package kernel

import (
	"math/bits"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
)

// TestUnhash: the server of a hash is the one that has it, and the other way round.
func TestUnhash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, server := rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "server")
		if got := newUnhash(seed).of(tieHash(seed, server)); got != server {
			t.Fatalf("server %d became %d", server, got)
		}
		if x := rng.Mix32(unmix32(server)); x != server {
			t.Fatalf("%x became %x", server, x)
		}
		if odd := server | 1; odd*oddInverse(odd) != 1 {
			t.Fatalf("%d is not the inverse of %d", oddInverse(odd), odd)
		}
	})
}

// TestLeastHashOfGroups: every level takes the server that a plain search takes.
func TestLeastHashOfGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(1, 64)).Draw(t, "groups")
		degree := 16*groups - rapid.IntRange(0, 15).Draw(t, "short")
		row := make([]uint32, degree, degree+graph.Padding)
		words := make([]uint64, (groups+3)/4)
		step := rapid.SampledFrom([]uint32{1, 3, 1 << 20}).Draw(t, "step")
		set := uint64(0)
		sparsity := rapid.SampledFrom([]uint64{1, 2, 20, 300}).Draw(t, "sparsity")
		draw := rng.NewSequence(rapid.Uint64().Draw(t, "draw"))
		for i := range row {
			row[i] = uint32(i) * step
			if draw.Below(sparsity) == 0 {
				words[i>>6] |= 1 << (i & 63)
				set |= 1 << (i >> groupBits)
			}
		}
		set &= rapid.SampledFrom([]uint64{^uint64(0), 0x5555555555555555, 1, 1 << (groups - 1)}).Draw(t, "some")
		if set == 0 {
			return
		}
		seed := rapid.Uint64().Draw(t, "seed")
		from := rapid.SampledFrom([]uint32{0, 0, 1 << 20, 1 << 31, ^uint32(0)}).Draw(t, "from")
		first := rapid.Uint32Range(0, row[degree-1]).Draw(t, "first")
		width := rapid.Uint32Range(0, row[degree-1]-first+1).Draw(t, "width")
		server, hash := ^uint32(0), ^uint32(0)
		for i, s := range row {
			if h := tieHash(seed, s); words[i>>6]>>(i&63)&1 != 0 && set>>(i>>groupBits)&1 != 0 && s >= first && s-first < width &&
				h >= from &&
				h <= hash {
				server, hash = s, h
			}
		}
		for level := isa.Generic; level <= isa.Available(); level++ {
			if s, h := leastHashOfGroups(level, row, words, set, seed, from, first, width); s != server || h != hash {
				t.Fatalf("%v: server %d with hash %x, want %d with %x", level, s, h, server, hash)
			}
		}
	})
}

// TestLargestHashOfGroups: a server whose hash is all ones is found, and told from none, in any place.
func TestLargestHashOfGroups(t *testing.T) {
	const seed = 1<<32 | 7
	server := newUnhash(seed).of(^uint32(0))
	for i := range 16 {
		row := make([]uint32, 16, 16+graph.Padding)
		row[i] = server
		for level := isa.Generic; level <= isa.Available(); level++ {
			if s, h := leastHashOfGroups(level, row, []uint64{1 << i}, 1, seed, 0, 0, ^uint32(0)); s != server || h != ^uint32(0) {
				t.Errorf("%v: server %d with hash %x, want %d", level, s, h, server)
			}
			if s, _ := leastHashOfGroups(level, row, []uint64{1 << i}, 1, seed, 0, 0, 0); s != ^uint32(0) {
				t.Errorf("%v: server %d of none", level, s)
			}
		}
	}
}

// TestHashOfGroupsAtEndOfMapping: rows and bits may lie at the very end of mapped memory, the last group whole.
func TestHashOfGroupsAtEndOfMapping(t *testing.T) {
	mem := guardedPage(t)
	row := unsafe.Slice((*uint32)(unsafe.Pointer(&mem[len(mem)-4*32])), 32)
	for i := range row {
		row[i] = uint32(i)
	}
	guarded := guardedPage(t)
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&guarded[len(guarded)-8])), 1)
	words[0] = 1<<31 | 1<<5
	want, _ := leastHashOfGroupsGeneric(row, words, 3, 99, 0, 0, 32)
	for level := isa.Generic; level <= isa.Available(); level++ {
		if s, _ := leastHashOfGroups(level, row, words, 3, 99, 0, 0, 32); s != want {
			t.Errorf("%v: server %d, want %d", level, s, want)
		}
	}
}

// TestSeekHash: every level finds the first hash that a plain search finds.
func TestSeekHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := newUnhash(rapid.Uint64().Draw(t, "seed"))
		steps := rapid.IntRange(1, 40).Draw(t, "steps")
		from := rapid.SampledFrom([]uint32{0, 1, 12345, uint32(1<<32 - 16*uint64(steps))}).Draw(t, "from")
		width := uint32(1) << rapid.IntRange(0, 31).Draw(t, "width")
		first := rapid.Uint32Range(0, 1<<31-1).Draw(t, "first")
		want, some := uint32(0), false
		for i := 0; i < 16*steps && !some; i++ {
			h := from + uint32(i)
			if s := u.of(h); s >= first && uint64(s) < uint64(first)+uint64(width) {
				want, some = h, true
			}
		}
		for level := isa.Generic; level <= isa.Available(); level++ {
			if h, found := seekHash(level, from, steps, u, first, width); found != some || found && h != want {
				t.Fatalf("%v: hash %x, %v, want %x, %v", level, h, found, want, some)
			}
		}
	})
}

func FuzzLeastHashOfGroups(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint32(0), uint32(0), uint32(64))
	f.Fuzz(func(t *testing.T, word, seed uint64, from, first, width uint32) {
		row := make([]uint32, 64, 64+graph.Padding)
		set := uint64(0)
		for i := range row {
			row[i] = uint32(seed>>7)&0x3fffffff + uint32(i)*3
		}
		for w := word; w != 0; w &= w - 1 {
			set |= 1 << (bits.TrailingZeros64(w) >> groupBits)
		}
		if set == 0 {
			return
		}
		server, hash := leastHashOfGroupsGeneric(row, []uint64{word}, set, seed, from, first, width)
		for level := isa.Generic; level <= isa.Available(); level++ {
			if s, h := leastHashOfGroups(level, row, []uint64{word}, set, seed, from, first, width); s != server || h != hash {
				t.Fatalf("%v: server %d with hash %x, want %d with %x", level, s, h, server, hash)
			}
		}
	})
}
