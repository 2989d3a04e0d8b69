package shard

import (
	"testing"

	"pgregory.net/rapid"
)

// TestFilterNeverMissesAMember: a filter may say yes by mistake but never no, after any resets to larger and smaller sizes, and it
// forgets what was in it before a reset.
func TestFilterNeverMissesAMember(t *testing.T) {
	var f filter
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(0, 1<<20)).Draw(t, "room")
		f.reset(n)
		for _, w := range f.words {
			if w != 0 {
				t.Fatal("a reset left members")
			}
		}
		members := rapid.SliceOf(rapid.OneOf(rapid.Uint32(), rapid.Uint32Max(5))).Draw(t, "members")
		for _, s := range members {
			f.add(s)
		}
		for _, s := range members {
			if !f.has(s) {
				t.Fatalf("server %d of %d is missing", s, len(members))
			}
		}
	})
}

// TestFilterIsSelective: as full as it was made for, with the servers of a run (neighbouring ids, or every so many), it says yes to few
// others.
func TestFilterIsSelective(t *testing.T) {
	for _, n := range []int{1, 10, 1000, 100_000} {
		for _, stride := range []uint32{1, 3, 64, 1000} {
			var f filter
			f.reset(n)
			for i := range uint32(n) {
				f.add(2 * i * stride)
			}
			wrong := 0
			const asked = 20_000
			for i := range uint32(asked) {
				if f.has((2*i + 1) * stride) {
					wrong++
				}
			}
			if wrong > asked/16 {
				t.Errorf("%d members %d apart: yes to %d of %d others", n, 2*stride, wrong, asked)
			}
		}
	}
}
