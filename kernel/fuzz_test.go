package kernel

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"shardq/graph/isa"
	"shardq/graph/rng"
)

// fuzzed is what the fuzz targets make of their bytes: a row of 1 to 64 ids below servers, at the end of a page, followed by valid ids up
// to the next multiple of 16.
func fuzzed(e *edges, data []byte, servers int) (row []uint32) {
	n := max(1, min(len(data)/2, 64))
	row = place[uint32](e, roundedUp(n, 16), 0)
	for i := range row {
		row[i] = uint32(servers - 1)
		if 2*i+2 <= len(data) {
			row[i] = uint32(binary.LittleEndian.Uint16(data[2*i:])) % uint32(servers)
		}
	}
	return row[:n]
}

// bytesOf returns n bytes that look random.
func bytesOf(n int, seed uint64) (data []byte) {
	for i := range n {
		data = append(data, byte(rng.Mix64(seed+uint64(i))))
	}
	return data
}

// fuzzScan compares the routine of every level with the definition, for keys of one width. Servers and keys come from the bytes of state.
func fuzzScan[K Word](t *testing.T, e *edges, state, ids []byte, mask uint32) {
	e.reset()
	var zero K
	size := int(unsafe.Sizeof(zero))
	n := min(len(state)/size, 1000)
	if n == 0 {
		return
	}
	keys := place[K](e, n, 2)
	for i := range keys {
		for b := range size {
			keys[i] |= K(state[i*size+b]) << (8 * b)
		}
	}
	row := fuzzed(e, ids, n)
	wantLeast, wantTies := scanGeneric(keys, row, K(mask))
	for level := isa.Generic; level <= isa.Available(); level++ {
		r := &Router[K]{State: keys, mask: K(mask), isa: level}
		var least K
		var ties uint64
		if err := e.unwritten(func() { least, ties = r.scan(row) }); err != nil {
			t.Fatalf("%v: %v", level, err)
		}
		if least != wantLeast || ties != wantTies {
			t.Fatalf(
				"%v, %d bytes, row %v of %v, mask %x: got %x %b, want %x %b",
				level,
				size,
				row,
				keys,
				mask,
				least,
				ties,
				wantLeast,
				wantTies,
			)
		}
	}
}

// FuzzScan: the vector routines for keys of all widths against scanGeneric.
func FuzzScan(f *testing.F) {
	for i, n := range edgeLengths {
		f.Add(bytesOf(4*n+3, uint64(i)), bytesOf(2*n, uint64(100+i)), uint32(1)<<(2*i)-1)
		f.Add(make([]byte, 4*n), bytesOf(2*n, uint64(200+i)), ^uint32(0))
	}
	f.Add([]byte{255, 255, 255, 255}, []byte{}, ^uint32(0))
	e := newEdges(f)
	f.Fuzz(func(t *testing.T, state, ids []byte, mask uint32) {
		fuzzScan[uint8](t, e, state, ids, mask)
		fuzzScan[uint16](t, e, state, ids, mask)
		fuzzScan[uint32](t, e, state, ids, mask)
	})
}

// FuzzScanIdle: the idle bits of a row against scanIdleGeneric.
func FuzzScanIdle(f *testing.F) {
	for i, n := range edgeLengths {
		f.Add(bytesOf(8*(1+i%3), uint64(i)), bytesOf(2*n, uint64(100+i)))
	}
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255}, []byte{63, 0, 63, 0, 0, 0})
	e := newEdges(f)
	f.Fuzz(func(t *testing.T, set, ids []byte) {
		e.reset()
		n := min(len(set)/8, 500)
		if n == 0 {
			return
		}
		words := place[uint64](e, n, 0)
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(set[8*i:])
		}
		row := fuzzed(e, ids, 64*n)
		want := scanIdleGeneric(words, row)
		for level := isa.Generic; level <= isa.Available(); level++ {
			r := &Router[uint8]{idle: IdleSet{words: words}, isa: level}
			var got uint64
			if err := e.unwritten(func() { got = r.scanIdle(row) }); err != nil {
				t.Fatalf("%v: %v", level, err)
			}
			if got != want {
				t.Fatalf("%v, row %v of %x: got %b, want %b", level, row, words, got, want)
			}
		}
	})
}

// FuzzPick: the choice among marked servers against lowestGeneric and leastHashGeneric. Rows may name a server twice, which no graph does;
// the server chosen is the same.
func FuzzPick(f *testing.F) {
	for i, n := range edgeLengths {
		f.Add(bytesOf(2*n, uint64(i)), rng.Mix64(uint64(i)), rng.Mix64(uint64(50+i)), uint32(1000*i), uint32(i)<<27)
	}
	f.Add([]byte{1, 0}, uint64(1), uint64(0), uint32(2), uint32(0))
	f.Add([]byte{1, 0, 2, 0, 3, 0}, uint64(0), uint64(7), ^uint32(0), uint32(0))
	e := newEdges(f)
	f.Fuzz(func(t *testing.T, ids []byte, set, seed uint64, limit, base uint32) {
		e.reset()
		row := fuzzed(e, ids, 1<<16)
		for i := range row {
			row[i] += base // ids of all sizes, which the routines compare without a sign
		}
		set = set << (64 - len(row)) >> (64 - len(row))
		wantLow := lowestGeneric(row, set)
		wantServer, wantHash := leastHashGeneric(row, set, seed, limit)
		for level := isa.Generic; level <= isa.Available(); level++ {
			r := &Router[uint8]{isa: level}
			var low, server, hash uint32
			err := e.unwritten(func() {
				low = r.lowest(row, set)
				server, hash = r.leastHash(row, set, seed, limit)
			})
			if err != nil {
				t.Fatalf("%v: %v", level, err)
			}
			if low != wantLow || server != wantServer || hash != wantHash {
				t.Fatalf("%v, row %v, set %b, seed %x, limit %d: got %d, %d, %x, want %d, %d, %x",
					level, row, set, seed, limit, low, server, hash, wantLow, wantServer, wantHash)
			}
		}
	})
}
