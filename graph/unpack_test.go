package graph

import (
	"encoding/binary"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph/isa"
)

// literalUnpack reads n ids of a packed row bit by bit: forwards from start, or backwards from the byte before it.
func literalUnpack(data []byte, start, n int, width uint, backwards bool) []uint32 {
	ids := make([]uint32, n)
	for i := range ids {
		for b := range int(width) {
			bit := 16 + i*int(width) + b
			at := start + bit/8
			if backwards {
				at = start - 1 - bit/8
			}
			ids[i] |= uint32(data[at]>>(bit%8)&1) << b
		}
	}
	return ids
}

// checkUnpack writes a row of servers into data, which is full of anything, and reads it with every routine: once as the first that data
// may have and once as the last, so that no more than dataPadding bytes are before or after it.
func checkUnpack(t rapid.TB, data []byte, ids []uint32, width uint, backwards bool, servers int) {
	t.Helper()
	u := newUnpacking(width, servers, backwards)
	size := headerBytes + idBytes(len(ids), width)
	for _, from := range []int{dataPadding, len(data) - dataPadding - size} {
		clear(data[from : from+size])
		start := from
		if backwards {
			start += size
		}
		u.put(data, start, 0, uint64(len(ids)))
		for i, id := range ids {
			u.put(data, start, 8*headerBytes+uint(i)*width, uint64(id))
		}
		if got := literalUnpack(data, start, len(ids), width, backwards); !slices.Equal(got, ids) {
			t.Fatalf("width %d, backwards %v: packed %v, want %v", width, backwards, got, ids)
		}
		const guard = 0xdeadbeef
		room := (len(ids) + 15) &^ 15
		for _, level := range isa.Levels() {
			dst := slices.Repeat([]uint32{guard}, room+16)
			u.vector(level, dst[:len(ids):room], data, start)
			if !slices.Equal(dst[:len(ids)], ids) {
				t.Fatalf("width %d, backwards %v: %v has %v, want %v", width, backwards, level, dst[:len(ids)], ids)
			}
			for i, id := range dst[len(ids):room] {
				if int(id) >= servers {
					t.Fatalf(
						"width %d, backwards %v, %d ids: %v has %d at %d, no server of %d",
						width,
						backwards,
						len(ids),
						level,
						id,
						len(ids)+i,
						servers,
					)
				}
			}
			if slices.ContainsFunc(dst[room:], func(x uint32) bool { return x != guard }) {
				t.Fatalf("width %d, backwards %v, %d ids: %v writes beyond place %d", width, backwards, len(ids), level, room)
			}
		}
	}
}

// serversOf returns a number of servers that has ids of a width, the least or the largest by more.
func serversOf(width uint, more uint64) int {
	least, most := uint64(1)<<(width-2)+1, uint64(1)<<width
	if width == 8 {
		least = 1
	}
	return int(least + more%(most-least+1))
}

// Every width, in both directions, at all lengths up to several steps, at both ends of memory.
func TestUnpack(t *testing.T) {
	data := guarded(t, 4096)
	for width := uint(8); width <= maxWidth; width += 2 {
		for n := 1; n <= 70; n++ {
			for _, backwards := range []bool{false, true} {
				for i := range data {
					data[i] = 0xff // what is read past the end is as large as it can be
				}
				servers := serversOf(width, uint64(n)*0x9e3779b97f4a7c15)
				ids := make([]uint32, n)
				for i := range ids {
					ids[i] = uint32(uint64(i) * uint64(servers-1) / uint64(n))
				}
				ids[n-1] = uint32(servers - 1)
				checkUnpack(t, data, ids, width, backwards, servers)
			}
		}
	}
}

// FuzzUnpack: rows of any servers beside any bytes.
func FuzzUnpack(f *testing.F) {
	f.Add(uint8(0), false, uint64(0), []byte{1})
	f.Add(uint8(6), true, uint64(1<<19), []byte("rows of a random graph, which are rows of servers, which are numbers"))
	f.Add(uint8(10), true, ^uint64(0), slices.Repeat([]byte{0xff}, 200))
	f.Add(uint8(5), false, uint64(12345), slices.Repeat([]byte{0x80, 1, 2, 0xfe}, 33))
	data := guarded(f, 8192)
	f.Fuzz(func(t *testing.T, widthIndex uint8, backwards bool, more uint64, text []byte) {
		width := 8 + 2*uint(widthIndex)%(maxWidth-8+2)
		servers := serversOf(width, more)
		ids := make([]uint32, min(max(len(text)/4, 1), 1000))
		var word [8]byte
		for i := range ids {
			copy(word[:4], text[min(4*i, len(text)):])
			ids[i] = uint32(binary.LittleEndian.Uint64(word[:]) % uint64(servers))
		}
		for i := range data {
			data[i] = byte(i)
			if len(text) > 0 {
				data[i] ^= text[i%len(text)]
			}
		}
		checkUnpack(t, data, ids, width, backwards, servers)
	})
}

// A whole graph in memory with forbidden pages right before and right after it.
func TestUnpackStaysInside(t *testing.T) {
	for width := uint(8); width <= maxWidth; width += 2 {
		servers := serversOf(width, ^uint64(0)>>1)
		for _, degrees := range [][]int{{20, 1}, {1, 20}, {1, 1}, {0, 5}, {33, 33, 33}, {40}, {64, 0}} {
			for i := range degrees {
				degrees[i] = min(degrees[i], servers)
			}
			want := explicit(t, rowsOfDegrees(uint64(width), servers, degrees), servers)
			g := pack1(t, want)
			for _, atEnd := range []bool{false, true} {
				own := *g
				mem := guarded(t, len(g.data))
				if atEnd {
					own.data = mem[len(mem)-len(g.data):]
				} else {
					own.data = mem[:len(g.data)]
				}
				copy(own.data, g.data)
				checkPacked(t, &own, want)
			}
		}
	}
}
