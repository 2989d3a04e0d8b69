package graph

import (
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"shardq/graph/isa"
)

// levels are scratches that draw servers in every way that this processor and build have.
func levels() map[string]*RowScratch {
	ways := map[string]*RowScratch{}
	for _, level := range append(isa.Levels(), isa.Best) {
		ways[level.String()] = &RowScratch{ISA: level}
	}
	return ways
}

// checkWords compares every way to draw servers with wordsGeneric. room is memory whose end must not be passed.
func checkWords(t rapid.TB, room []uint32, want int, k0, k1, n, first uint32) {
	t.Helper()
	const guard = 0xdeadbeef
	for name, s := range levels() {
		dst := room[len(room)-want-Padding:]
		for i := range room {
			room[i] = guard
		}
		have, next := s.words(dst, want, k0, k1, n, -n%n, first)
		if have < want || have > want+Padding {
			t.Fatalf("%s: %d servers of %d, want at least %d", name, have, n, want)
		}
		all := make([]uint32, have)
		// next may be later than that of the generic routine: words that are skipped at the end may have been used or not.
		_, least := wordsGeneric(all, have, k0, k1, n, -n%n, first)
		if next-first < least-first {
			t.Fatalf("%s: %d servers, but the next word is %d, want %d or a later one", name, have, next, least)
		}
		if !slices.Equal(dst[:have], all) {
			t.Fatalf("%s: servers %v, want %v", name, dst[:have], all)
		}
		// The next call must go on where this one ended.
		one, after := make([]uint32, 1+Padding), make([]uint32, have+1)
		s.words(one, 1, k0, k1, n, -n%n, next)
		if wordsGeneric(after, have+1, k0, k1, n, -n%n, first); one[0] != after[have] {
			t.Fatalf("%s: server %d comes after %d of them, want %d", name, one[0], have, after[have])
		}
		for i, x := range dst[have:] {
			if x >= n && x != guard {
				t.Fatalf("%s: %d at place %d is no server of %d", name, x, have+i, n)
			}
		}
		if slices.ContainsFunc(room[:len(room)-want-Padding], func(x uint32) bool { return x != guard }) {
			t.Fatalf("%s: written before the first place", name)
		}
	}
}

// wordsOf returns memory between forbidden pages as words.
func wordsOf(t testing.TB, words int) []uint32 {
	mem := guarded(t, 4*words)
	return unsafe.Slice((*uint32)(unsafe.Pointer(&mem[0])), len(mem)/4)
}

// Every way to draw servers, any N: with no word skipped, with up to half of them skipped.
func TestWordsLevels(t *testing.T) {
	room := wordsOf(t, 1024)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.Uint32Range(1, 1<<31), rapid.SampledFrom([]uint32{1, 1 << 20, 1 << 31, 3 << 29, 1<<30 + 1, 1<<31 - 1}),
			rapid.Uint32Range(1, 100)).
			Draw(t, "n")
		want := rapid.IntRange(1, 300).Draw(t, "want")
		checkWords(t, room, want, rapid.Uint32().Draw(t, "k0"), rapid.Uint32().Draw(t, "k1"), n, rapid.Uint32().Draw(t, "first"))
	})
}

// FuzzWords is TestWordsLevels for the fuzzer.
func FuzzWords(f *testing.F) {
	f.Add(uint16(30), uint32(1), uint32(2), uint32(1<<20), uint32(0))
	f.Add(uint16(1), ^uint32(0), uint32(0), uint32(1<<30+1), ^uint32(0)-7)
	f.Add(uint16(255), uint32(77), ^uint32(0), uint32(3<<29), uint32(1<<31))
	room := wordsOf(f, 1024)
	f.Fuzz(func(t *testing.T, want uint16, k0, k1, n, first uint32) {
		checkWords(t, room, 1+int(want)%700, k0, k1, 1+n%(1<<31), first)
	})
}

// checkMark compares both ways to stamp places, for a row that is followed by more servers or by the end of memory. Some places are stamped
// before.
func checkMark(t rapid.TB, row []uint32, stamp uint8, taken []uint32) {
	t.Helper()
	s := RowScratch{stamp: stamp}
	for _, x := range taken {
		s.table[x%4096] = stamp
	}
	want := s.table
	wantClear := markGeneric(&want, row, stamp)
	if clear := s.mark(row, len(row)); clear != wantClear {
		t.Fatalf("row %v, taken %v: %d places stamped, want %d", row, taken, clear, wantClear)
	}
	if s.table != want {
		t.Fatalf("row %v, taken %v: other places are stamped", row, taken)
	}
}

// atEnd copies a row to where memory ends.
func atEnd(room, row []uint32) []uint32 {
	at := room[len(room)-len(row):]
	copy(at, row)
	return at
}

// A collision at every place of rows of all lengths around the steps of the routine, with a place before it or with one that was taken.
func TestMark(t *testing.T) {
	room := wordsOf(t, 1024)
	for n := 1; n <= 40; n++ {
		row := make([]uint32, n)
		for i := range row {
			row[i] = uint32(i)*4099 + 4095
		}
		checkMark(t, atEnd(room, row), 1, nil)
		for i := range row {
			checkMark(t, atEnd(room, row), 255, row[i:i+1])
			for _, j := range []int{0, i / 2, i - 1} {
				if j < 0 || j >= i {
					continue
				}
				twice := slices.Clone(row)
				twice[i] = row[j] + 4096
				checkMark(t, atEnd(room, twice), 7, nil)
			}
		}
	}
}

// FuzzMark: rows with any places, some of them stamped before.
func FuzzMark(f *testing.F) {
	f.Add(uint8(1), []byte{1, 2, 3, 4, 5}, []byte{})
	f.Add(uint8(255), []byte{1, 2, 3, 4, 5, 3, 9}, []byte{9})
	f.Add(uint8(9), []byte("no letter twice"), []byte("z"))
	room := wordsOf(f, 1024)
	f.Fuzz(func(t *testing.T, stamp uint8, places, taken []byte) {
		if len(places) == 0 || len(places) > len(room) || stamp == 0 {
			return
		}
		row, before := make([]uint32, len(places)), make([]uint32, len(taken))
		for i, x := range places {
			row[i] = uint32(x) * 0x01010101
		}
		for i, x := range taken {
			before[i] = uint32(x) * 0x01010101
		}
		checkMark(t, atEnd(room, row), stamp, before)
	})
}
