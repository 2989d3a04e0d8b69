package kernel

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel/policy"
)

// TestLayoutHoldsEveryKey: a key gives back its jobs and type, keys compare like (jobs, type), and the largest key fits the word, from one
// type to the most, from a buffer of one to the largest, and unbounded.
func TestLayoutHoldsEveryKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(1, MaxTypes)).Draw(t, "types")
		buffer := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, MaxBuffer})).
			Draw(t, "buffer")
		sys := &System{Types: make([]Type, types), Buffer: buffer}
		l, err := NewLayout(sys)
		if err != nil {
			if int(l.TypeBits) > 11 && buffer > 300 {
				return // too many bits: 2^12 types and 2^20 jobs, or more types and less jobs
			}
			t.Fatal(err)
		}
		if buffer > 0 && l.MaxJobs != buffer {
			t.Fatalf("room for %d jobs, want %d", l.MaxJobs, buffer)
		}
		if buffer == 0 && (l.Width != 32 || l.MaxJobs < 1<<16-1) {
			t.Fatalf("unbounded: %+v", l)
		}
		word := uint64(1)<<l.Width - 1
		if largest := uint64(l.MaxJobs)<<l.TypeBits | uint64(types-1); largest > word {
			t.Fatalf("%+v: the largest key %x does not fit", l, largest)
		}
		if l.Width > 8 && buffer > 0 && uint64(buffer)<<l.TypeBits|uint64(types-1) < 1<<(l.Width/2) && types == 1<<l.TypeBits {
			t.Fatalf("%+v: half the width would do", l)
		}
		pack := func(jobs, typ int) uint32 { return uint32(jobs)<<l.TypeBits | uint32(typ) }
		draw := func(name string) (jobs, typ int) {
			return rapid.IntRange(0, l.MaxJobs).Draw(t, name+" jobs"), rapid.IntRange(0, types-1).Draw(t, name+" type")
		}
		j1, t1 := draw("first")
		j2, t2 := draw("second")
		if k := pack(j1, t1); l.jobs(k) != j1 || l.typ(k) != t1 {
			t.Fatalf("%+v: jobs %d type %d came back as %d %d", l, j1, t1, l.jobs(k), l.typ(k))
		}
		if less := j1 < j2 || j1 == j2 && t1 < t2; less != (pack(j1, t1) < pack(j2, t2)) {
			t.Fatalf("%+v: keys of (%d, %d) and (%d, %d) compare wrongly", l, j1, t1, j2, t2)
		}
		k := pack(j1, t1)
		if k&l.mask(policy.JFSQ) != k || k&l.mask(policy.JSQ) != pack(j1, 0) {
			t.Fatalf("%+v: key %x masks to %x and %x", l, k, k&l.mask(policy.JFSQ), k&l.mask(policy.JSQ))
		}
	})
}

// TestLayoutWidths: the widths where they change.
func TestLayoutWidths(t *testing.T) {
	for _, c := range []struct{ types, buffer, bits, width, maxJobs int }{
		{1, 1, 0, 8, 1}, {1, 255, 0, 8, 255}, {1, 256, 0, 16, 256}, {1, 65535, 0, 16, 65535}, {1, 65536, 0, 32, 65536},
		{1, MaxBuffer, 0, 32, MaxBuffer},
		{2, 127, 1, 8, 127}, {2, 128, 1, 16, 128}, {4, 63, 2, 8, 63}, {4, 64, 2, 16, 64}, {5, 31, 3, 8, 31}, {5, 32, 3, 16, 32},
		{128, 1, 7, 8, 1}, {129, 1, 8, 16, 1}, {MaxTypes, 65535, 16, 32, 65535},
		{1, 0, 0, 32, math.MaxUint32}, {4, 0, 2, 32, 1<<30 - 1}, {MaxTypes, 0, 16, 32, 65535},
	} {
		l, err := NewLayout(&System{Types: make([]Type, c.types), Buffer: c.buffer})
		if err != nil || l != (Layout{TypeBits: uint(c.bits), Width: c.width, MaxJobs: c.maxJobs, Types: c.types, Phases: 1}) {
			t.Errorf("%+v: %+v, %v", c, l, err)
		}
	}
	if l, err := NewLayout(&System{Types: make([]Type, MaxTypes), Buffer: 65536}); err == nil {
		t.Errorf("33 bits fit into %+v", l)
	}
}
