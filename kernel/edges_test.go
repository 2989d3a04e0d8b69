package kernel

import (
	"bytes"
	"fmt"
	"testing"
	"unsafe"

	"shardq/graph/isa"
	"shardq/graph/rng"
)

// edges is memory of which every array of a test lies at the very end, or at the very beginning, of a page next to pages that must not be
// touched: one byte too many read or written ends the test.
type edges struct {
	pages [][]byte
	used  int
	front bool // lay arrays at the beginning instead
}

// newEdges makes room for up to four arrays.
func newEdges(t testing.TB) *edges {
	e := &edges{}
	for range 4 {
		e.pages = append(e.pages, guardedPage(t))
	}
	return e
}

// reset forgets all arrays and fills the memory with what no routine would leave by mistake.
func (e *edges) reset() {
	e.used = 0
	for _, page := range e.pages {
		for i := range page {
			page[i] = byte(i*37 + 11)
		}
	}
}

// place returns n elements that end beyond bytes before the end of a page of their own, or that begin one.
func place[T any](e *edges, n, beyond int) []T {
	page := e.pages[e.used]
	e.used++
	var zero T
	at := len(page) - n*int(unsafe.Sizeof(zero)) - beyond // a longer array panics below
	if e.front {
		at = 0
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&page[at])), n)
}

// unwritten calls f and reports what it wrote anywhere in the pages.
func (e *edges) unwritten(f func()) error {
	before := make([][]byte, e.used)
	for i := range before {
		before[i] = bytes.Clone(e.pages[i])
	}
	f()
	for i := range before {
		if !bytes.Equal(before[i], e.pages[i]) {
			return fmt.Errorf("array %d, or what is around it, was written", i)
		}
	}
	return nil
}

// roundedUp is the length of a row with the entries beyond it that a routine reads in steps.
func roundedUp(n, step int) int { return (n + step - 1) / step * step }

// randomRow fills a row with servers, the last ones among them. Entries beyond n are the last server, the most harmful of the valid ids.
func randomRow(row []uint32, n, servers int, seed uint64) {
	for i := range row {
		row[i] = uint32(servers - 1)
		if h := tieHash(seed, uint32(i)); i < n && h%4 > 0 {
			row[i] = (h >> 2) % uint32(servers)
		}
	}
}

// everyLevel calls f for each level and number of neighbours, with arrays at the end and at the beginning of pages.
func everyLevel(t *testing.T, f func(e *edges, level isa.Level, n int, seed uint64) error) {
	e := newEdges(t)
	for level := isa.Generic; level <= isa.Available(); level++ {
		for n := 1; n <= 64; n++ {
			for _, e.front = range []bool{false, true} {
				e.reset()
				if err := f(e, level, n, rng.Mix64(uint64(n))); err != nil {
					t.Fatalf("%v, %d neighbours, at the front %v: %v", level, n, e.front, err)
				}
			}
		}
	}
}

// checkScanAtEdges: a scan reads what its documentation says and no more: beyond the state the given bytes, beyond the row to the next
// multiple of step.
func checkScanAtEdges[K Word](t *testing.T, beyond, step int) {
	everyLevel(t, func(e *edges, level isa.Level, n int, seed uint64) error {
		beyond, step := beyond, step
		if level == isa.Generic {
			beyond, step = 0, 1
		}
		const servers = 75
		state := place[K](e, servers, beyond)
		row := place[uint32](e, roundedUp(n, step), 0)
		randomRow(row, n, servers, seed)
		for i := range state {
			state[i] = K(3 + tieHash(seed, uint32(i))%5<<1)
		}
		state[servers-1] = 2 // the least is beyond every row as well
		r := &Router[K]{State: state, mask: ^K(0) - 1, isa: level}
		wantLeast, wantTies := scanGeneric(state, row[:n], r.mask)
		var least K
		var ties uint64
		if err := e.unwritten(func() { least, ties = r.scan(row[:n]) }); err != nil {
			return err
		}
		if least != wantLeast || ties != wantTies {
			return fmt.Errorf("got %x %b, want %x %b", least, ties, wantLeast, wantTies)
		}
		return nil
	})
}

func TestScan8AtEdges(t *testing.T)  { checkScanAtEdges[uint8](t, 0, 16) }
func TestScan16AtEdges(t *testing.T) { checkScanAtEdges[uint16](t, 2, 1) }
func TestScan32AtEdges(t *testing.T) { checkScanAtEdges[uint32](t, 0, 1) }

// TestScanIdleAtEdges: the idle bits of a row are read word by word, beyond the row up to the next multiple of four ids.
func TestScanIdleAtEdges(t *testing.T) {
	everyLevel(t, func(e *edges, level isa.Level, n int, seed uint64) error {
		step := 4
		if level == isa.Generic {
			step = 1
		}
		const words = 3
		set := place[uint64](e, words, 0)
		row := place[uint32](e, roundedUp(n, step), 0)
		randomRow(row, n, 64*words, seed)
		for i := range set {
			set[i] = rng.Mix64(seed + uint64(i))
		}
		set[words-1] |= 1 << 63
		r := &Router[uint8]{idle: IdleSet{words: set}, isa: level}
		want := scanIdleGeneric(set, row[:n])
		var got uint64
		if err := e.unwritten(func() { got = r.scanIdle(row[:n]) }); err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("got %b, want %b", got, want)
		}
		return nil
	})
}

// TestPicksAtEdges: a choice reads beyond the row up to the next multiple of 16 ids, whatever the set marks.
func TestPicksAtEdges(t *testing.T) {
	everyLevel(t, func(e *edges, level isa.Level, n int, seed uint64) error {
		step := 16
		if level == isa.Generic {
			step = 1
		}
		row := place[uint32](e, roundedUp(n, step), 0)
		randomRow(row, n, 1000, seed)
		all := ^uint64(0) >> (64 - n)
		r := &Router[uint8]{isa: level}
		for _, set := range []uint64{all, all & rng.Mix64(seed), 1 << (n - 1), 1, 0} {
			for _, limit := range []uint32{1000, 999, 500, 0} {
				wantLow := lowestGeneric(row[:n], set)
				wantServer, wantHash := leastHashGeneric(row[:n], set, seed, limit)
				var low, server, hash uint32
				err := e.unwritten(func() {
					low = r.lowest(row[:n], set)
					server, hash = r.leastHash(row[:n], set, seed, limit)
				})
				if err != nil {
					return err
				}
				if low != wantLow || server != wantServer || hash != wantHash {
					return fmt.Errorf(
						"set %b, limit %d: got %d, %d, %x, want %d, %d, %x",
						set,
						limit,
						low,
						server,
						hash,
						wantLow,
						wantServer,
						wantHash,
					)
				}
			}
		}
		return nil
	})
}

// TestPrefetchAtEdges: prefetches read offsets, rows and arrivals to their ends and not beyond, write nothing, and may name any address,
// mapped or not.
func TestPrefetchAtEdges(t *testing.T) {
	e := newEdges(t)
	for _, e.front = range []bool{false, true} {
		for n := range 65 {
			e.reset()
			const ports = 5
			offsets := place[uint32](e, ports+1, 0)
			targets := place[uint32](e, max(n, 1), 0)
			job := place[Arrival](e, 1, 0)
			state := place[uint8](e, 1, 0)
			for i := range targets {
				targets[i] = []uint32{0, 1, 4096, 1 << 20, 1<<31 - 1}[i%5] // nearly all outside the state
			}
			clear(offsets)
			offsets[ports] = uint32(n) // all edges are those of the last port
			for _, port := range []uint32{0, ports - 1} {
				job[0] = Arrival{Port: port}
				err := e.unwritten(func() {
					at := unsafe.Pointer(&state[0])
					prefetch(at)
					prefetchOffset(&offsets[0], &job[0])
					prefetchRow(&offsets[0], &targets[0], &job[0])
					for shift := range 3 {
						prefetchKeys(at, shift, &offsets[0], &targets[0], &job[0])
						if n > 0 {
							prefetchList(at, shift, &targets[0], n)
						}
					}
					if n > 0 {
						prefetchBits(at, &targets[0], n)
						prefetchLines(at, n) // up to a page beyond the state
					}
				})
				if err != nil {
					t.Fatalf("%d edges, port %d, at the front %v: %v", n, port, e.front, err)
				}
			}
		}
	}
}
