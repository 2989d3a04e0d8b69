package kernel

import (
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
)

// edgeLengths are row lengths around the steps of the vector routines.
var edgeLengths = []int{1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64}

// checkScan compares the routine of every level with scanGeneric on a random state, with servers up to the very last one.
func checkScan[K Word](t *testing.T, width int) {
	if isa.Available() == isa.Generic {
		t.Log("no vector level in this build or on this processor: the portable routine is compared with itself")
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "servers")
		length := rapid.OneOf(rapid.SampledFrom(edgeLengths), rapid.IntRange(1, 64)).Draw(t, "length")
		state := make([]K, n+StatePadding)
		few := rapid.IntRange(1, 40).Draw(t, "keys")
		for i := range state {
			state[i] = K(rapid.IntRange(0, few).Draw(t, "key"))
		}
		row := make([]uint32, length, length+graph.Padding)
		for i := range row {
			row[i] = uint32(rapid.IntRange(0, n-1).Draw(t, "server"))
		}
		mask := K(rapid.SampledFrom([]uint32{0xff, 0xfc, 0x03, 0x60}).Draw(t, "mask"))
		wantLeast, wantTies := scanGeneric(state, row, mask)
		for level := isa.Generic; level <= isa.Available(); level++ {
			r := &Router[K]{State: state, mask: mask, isa: level}
			least, ties := r.scan(row)
			if least != wantLeast || ties != wantTies {
				t.Fatalf("%v, width %d, %d neighbours: got %x %b, want %x %b", level, width, length, least, ties, wantLeast, wantTies)
			}
		}
	})
}

func TestScan8(t *testing.T)  { checkScan[uint8](t, 8) }
func TestScan16(t *testing.T) { checkScan[uint16](t, 16) }
func TestScan32(t *testing.T) { checkScan[uint32](t, 32) }

// TestScanGenericByHand: the definition itself on a row worked out by hand.
func TestScanGenericByHand(t *testing.T) {
	state := []uint8{4, 1, 9, 1, 7}
	least, ties := scanGeneric(state, []uint32{0, 1, 2, 3, 4}, 0xff)
	if least != 1 || ties != 0b01010 {
		t.Fatalf("got %d %b", least, ties)
	}
	least, ties = scanGeneric(state, []uint32{0, 2, 4}, 0x03)
	if least != 0 || ties != 0b001 {
		t.Fatalf("masked: got %d %b", least, ties)
	}
}

// TestScanAtEndOfMapping: the padding is enough for gathers at the last server, with the state at the very end of mapped memory.
func TestScanAtEndOfMapping(t *testing.T) {
	if isa.Available() == isa.Generic {
		t.Log("no vector level here: nothing reads past the end")
	}
	mem := guardedPage(t)
	const n = 100
	state := mem[len(mem)-n-StatePadding+1:] // one byte less than the padding: three are enough
	row := append(make([]uint32, 0, 3+graph.Padding), n-1, 0, n-1)
	r := &Router[uint8]{State: state, mask: 0xff, isa: isa.Available()}
	for i := range state {
		state[i] = 9
	}
	if least, ties := r.scan(row); least != 9 || ties != 0b111 {
		t.Fatalf("got %d %b", least, ties)
	}
}

// TestSearchOfLongRows: rows longer than one scan, and asking for every key, against a plain search.
func TestSearchOfLongRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "servers")
		var row []uint32
		skip := rapid.IntRange(0, 3).Draw(t, "skip")
		for s := range n {
			if rapid.IntRange(0, skip).Draw(t, "in") == 0 {
				row = append(row, uint32(s))
			}
		}
		if len(row) == 0 {
			row = []uint32{0}
		}
		g, err := graph.Explicit([][]uint32{row}, n)
		if err != nil {
			t.Fatal(err)
		}
		sys := &System{Graph: g, Types: []Type{{Rate: 2, Count: n}}, Buffer: 5, Arrivals: 1}
		state := make([]uint8, n+StatePadding)
		few := rapid.IntRange(0, 3).Draw(t, "few")
		for i := range n {
			state[i] = uint8(rapid.IntRange(0, few).Draw(t, "jobs"))
		}
		r := NewRouter(sys, Layout{Width: 8, MaxJobs: 5, Types: 1}, state, isa.Available())
		truth := append([]uint8(nil), state...)
		if rapid.Bool().Draw(t, "exceptions") {
			for i := range n { // the state is wrong about some servers
				if rapid.IntRange(0, 9).Draw(t, "except") == 0 {
					r.Except = append(r.Except, Exception[uint8]{uint32(i), truth[i]})
					state[i] = uint8(rapid.IntRange(0, 5).Draw(t, "lie"))
				}
			}
		}
		a := Arrival{Seed: rapid.Uint64().Draw(t, "seed")}
		server, key := r.leastOf(g.Row(0, nil), &a)
		want := leastHash(a.Seed, least(row, func(s uint32) int { return int(truth[s]) }))
		if server != want || key != truth[want] {
			t.Fatalf("got server %d key %d, want server %d key %d", server, key, want, truth[want])
		}
	})
}
