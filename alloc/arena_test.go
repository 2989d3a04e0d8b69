package alloc_test

import (
	"errors"
	"math"
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/alloc"
)

// arenas are all the ways to get memory.
func arenas() map[string]*alloc.Arena {
	return map[string]*alloc.Arena{"nil": nil, "auto": alloc.New(alloc.Config{}), "heap": alloc.New(alloc.Config{Backing: alloc.Heap})}
}

func address[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

func TestMakeZeroedAligned(t *testing.T) {
	for name, a := range arenas() {
		for _, n := range []int{1, 7, 64, 1000, 1<<18 - 1, 1 << 18, 1<<19 + 3} {
			s, err := alloc.Make[uint32](a, alloc.State, n)
			if err != nil {
				t.Fatal(err)
			}
			if len(s) != n || cap(s) != n {
				t.Errorf("%s: %d elements: length %d, capacity %d", name, n, len(s), cap(s))
			}
			if address(s)%64 != 0 {
				t.Errorf("%s: %d elements begin at %x, not at a cache line", name, n, address(s))
			}
			if a.Huge() > 0 && 4*n >= 2<<20 && address(s)%(2<<20) != 0 {
				t.Errorf("%s: %d elements begin at %x, not at a huge page", name, n, address(s))
			}
			for i, x := range s {
				if x != 0 {
					t.Fatalf("%s: element %d of %d is %d, not zero", name, i, n, x)
				}
				s[i] = math.MaxUint32
			}
		}
		if err := a.Release(); err != nil {
			t.Error(err)
		}
	}
}

func TestMakeEmpty(t *testing.T) {
	for name, a := range arenas() {
		s, err := alloc.Make[uint64](a, alloc.State, 0)
		if err != nil || len(s) != 0 {
			t.Errorf("%s: no elements: %v, %v", name, s, err)
		}
		e, err := alloc.Make[struct{}](a, alloc.State, 5)
		if err != nil || len(e) != 5 {
			t.Errorf("%s: elements without size: %v, %v", name, e, err)
		}
		if err := alloc.Free(a, s); err != nil {
			t.Error(err)
		}
	}
}

func panics(f func()) (message any) {
	defer func() { message = recover() }()
	f()
	return nil
}

func TestMakePointerFreeOnly(t *testing.T) {
	type plain struct {
		_ [3]uint16
		_ struct{ _ float64 }
		_ complex64
		_ bool
	}
	type linked struct {
		_ uint64
		_ [2]struct{ _ *plain }
	}
	if m := panics(func() { _, _ = alloc.Make[plain](nil, alloc.State, 1) }); m != nil {
		t.Errorf("a plain struct: %v", m)
	}
	if m := panics(func() { _, _ = alloc.Make[[0]*int](nil, alloc.State, 1) }); m != nil {
		t.Errorf("an empty array: %v", m)
	}
	const want = "alloc: element type contains pointers"
	for name, f := range map[string]func(){
		"pointer": func() { _, _ = alloc.Make[*int](nil, alloc.State, 1) },
		"string":  func() { _, _ = alloc.Make[string](nil, alloc.State, 1) },
		"slice":   func() { _, _ = alloc.Make[[]byte](nil, alloc.State, 1) },
		"unsafe":  func() { _, _ = alloc.Make[unsafe.Pointer](nil, alloc.State, 1) },
		"any":     func() { _, _ = alloc.Make[any](nil, alloc.State, 1) },
		"nested":  func() { _, _ = alloc.Make[linked](nil, alloc.State, 1) },
	} {
		if m := panics(f); m != want {
			t.Errorf("%s: panic %v, want %q", name, m, want)
		}
	}
	if m := panics(func() { _, _ = alloc.Make[byte](nil, alloc.State, -1) }); m != "alloc: negative length" {
		t.Errorf("a negative length: panic %v", m)
	}
}

// What cannot be had is an error, never a crash.
func TestMakeTooMuch(t *testing.T) {
	for name, a := range arenas() {
		if _, err := alloc.Make[uint64](a, alloc.State, math.MaxInt); !errors.Is(err, alloc.ErrMemory) {
			t.Errorf("%s: 2^66 bytes: error %v, want ErrMemory", name, err)
		}
		if _, err := alloc.Make[byte](a, alloc.State, math.MaxInt); !errors.Is(err, alloc.ErrMemory) {
			t.Errorf("%s: 2^63 bytes: error %v, want ErrMemory", name, err)
		}
		if _, ok := alloc.Available(); !ok {
			continue // the system does not say what it has
		}
		if _, err := alloc.Make[byte](a, alloc.State, 1<<50); !errors.Is(err, alloc.ErrMemory) {
			t.Errorf("%s: 2^50 bytes: error %v, want ErrMemory", name, err)
		}
		if a.Peak() != 0 {
			t.Errorf("%s: refused memory is accounted for", name)
		}
	}
}

func TestAccounting(t *testing.T) {
	for _, backing := range []alloc.Backing{alloc.Auto, alloc.Heap} {
		a := alloc.New(alloc.Config{Backing: backing})
		small, err := alloc.Make[byte](a, alloc.State, 100)
		if err != nil {
			t.Fatal(err)
		}
		large, err := alloc.Make[uint64](a, alloc.Graph, 1<<19)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := alloc.Make[byte](a, alloc.State, 28); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]alloc.Use{{Purpose: alloc.Graph, Bytes: 4 << 20}, {Purpose: alloc.State, Bytes: 128 + 64}},
			a.Usage()); diff != "" {
			t.Errorf("%v: usage (-want +got):\n%s", backing, diff)
		}
		if huge := a.Huge(); huge != 0 && (huge != 4<<20 || backing == alloc.Heap) {
			t.Errorf("%v: %d bytes advised", backing, huge)
		}
		if err := alloc.Free(a, large); err != nil {
			t.Error(err)
		}
		if err := alloc.Free(a, large); err != nil { // twice is once
			t.Error(err)
		}
		if err := alloc.Free(a, small[1:]); err != nil { // not a slice of Make
			t.Error(err)
		}
		if diff := cmp.Diff([]alloc.Use{{Purpose: alloc.State, Bytes: 128 + 64}}, a.Usage()); diff != "" {
			t.Errorf("%v: usage after Free (-want +got):\n%s", backing, diff)
		}
		for range 2 {
			if err := a.Release(); err != nil {
				t.Error(err)
			}
		}
		if a.Huge() != 0 || len(a.Usage()) != 0 || a.Peak() != 4<<20+128+64 {
			t.Errorf("%v: after Release: %d huge, usage %v, peak %d", backing, a.Huge(), a.Usage(), a.Peak())
		}
	}
}

// Live slices never overlap, and each keeps what was written to it while others come and go.
func TestSlicesDoNotOverlap(t *testing.T) {
	for _, backing := range []alloc.Backing{alloc.Auto, alloc.Heap} {
		rapid.Check(t, func(t *rapid.T) {
			a := alloc.New(alloc.Config{Backing: backing})
			defer a.Release()
			live := map[uint32][]uint32{}
			for id := range uint32(rapid.IntRange(1, 12).Draw(t, "steps")) {
				n := rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1<<18-2, 1<<18+2)).Draw(t, "n")
				s, err := alloc.Make[uint32](a, alloc.State, n)
				if err != nil {
					t.Fatal(err)
				}
				s[0], s[n-1] = id, id
				live[id] = s
				if victim := rapid.Uint32Range(0, id).Draw(t, "victim"); rapid.Bool().Draw(t, "free") && live[victim] != nil {
					if err := alloc.Free(a, live[victim]); err != nil {
						t.Fatal(err)
					}
					delete(live, victim)
				}
				for other, s := range live {
					if s[0] != other || s[len(s)-1] != other {
						t.Fatalf("slice %d holds %d and %d", other, s[0], s[len(s)-1])
					}
				}
			}
		})
	}
}

func TestConcurrentUse(t *testing.T) {
	a := alloc.New(alloc.Config{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				s, err := alloc.Make[uint64](a, alloc.Exchange, 1<<17)
				if err != nil {
					t.Error(err)
					return
				}
				s[len(s)-1] = 1
				a.Usage()
				if err := alloc.Free(a, s); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if u := a.Usage(); len(u) != 0 || a.Peak() == 0 {
		t.Errorf("after all is freed: %v, peak %d", u, a.Peak())
	}
}

// A nil arena is the plain heap.
func TestNilArena(t *testing.T) {
	var a *alloc.Arena
	if a.Usage() != nil || a.Peak() != 0 || a.Huge() != 0 || a.Release() != nil {
		t.Error("a nil arena has an account")
	}
}

func TestBackingNames(t *testing.T) {
	if got := alloc.Auto.String() + alloc.Heap.String() + alloc.Backing(7).String(); got != "autoheapbacking(7)" {
		t.Error(got)
	}
}
