package kernel

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
)

// TestScanIdle: every level finds the idle servers of a row, and reads no further than it may.
func TestScanIdle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "servers")
		set, err := NewIdleSet(nil, n, rapid.Bool().Draw(t, "shared"))
		if err != nil {
			t.Fatal(err)
		}
		want := make([]bool, n)
		for range rapid.IntRange(0, 2*n).Draw(t, "changes") {
			s, idle := rapid.IntRange(0, n-1).Draw(t, "server"), rapid.Bool().Draw(t, "idle")
			want[s] = idle
			set.Put(uint32(s), idle)
		}
		length := rapid.OneOf(rapid.SampledFrom(edgeLengths), rapid.IntRange(1, 64)).Draw(t, "length")
		row := make([]uint32, length, length+graph.Padding)
		expect := uint64(0)
		for i := range row {
			row[i] = uint32(rapid.IntRange(0, n-1).Draw(t, "id"))
			if want[row[i]] {
				expect |= 1 << i
			}
		}
		for level := isa.Generic; level <= isa.Available(); level++ {
			r := &Router[uint8]{idle: set, isa: level}
			if got := r.scanIdle(row); got != expect {
				t.Fatalf("%v, %d servers: got %b, want %b", level, length, got, expect)
			}
		}
	})
}

// TestScanIdleAtEndOfMapping: the words may lie at the very end of mapped memory.
func TestScanIdleAtEndOfMapping(t *testing.T) {
	mem := guardedPage(t)
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&mem[len(mem)-16])), 2)
	words[1] = 1 << 63
	row := append(make([]uint32, 0, 3+graph.Padding), 127, 126, 127)
	r := &Router[uint8]{idle: IdleSet{words: words}, isa: isa.Available()}
	if got := r.scanIdle(row); got != 0b101 {
		t.Fatalf("got %b", got)
	}
}

// TestIdleSetOfNothing: the zero value ignores changes.
func TestIdleSetOfNothing(t *testing.T) {
	var s IdleSet
	s.Put(5, true)
	if s.Used() {
		t.Error("the zero value is a set")
	}
}
