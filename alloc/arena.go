package alloc

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// Backing says where an arena takes memory from.
type Backing int

const (
	Auto Backing = iota // off-heap with huge pages where the system offers them, else the heap
	Heap                // always the Go heap
)

// String returns the name of the backing.
func (b Backing) String() string {
	switch b {
	case Auto:
		return "auto"
	case Heap:
		return "heap"
	}
	return fmt.Sprintf("backing(%d)", int(b))
}

// Config says how an arena works. The zero value is the default.
type Config struct {
	Backing Backing
}

// Purpose says what memory is for.
type Purpose string

// The purposes that the engine accounts for.
const (
	Graph    Purpose = "graph"    // who may serve whom
	State    Purpose = "state"    // servers
	Exchange Purpose = "exchange" // events and claims between shards
)

// Use is the live memory of one purpose.
type Use struct {
	Purpose Purpose
	Bytes   uint64 // as reserved: rounded up to whole cache lines or pages
}

const (
	cacheLine = 64
	hugePage  = 2 << 20
	// largeSize is the least size of a slice that is mapped by itself: rounding up to whole huge pages at most doubles it.
	largeSize = hugePage / 2
)

// ErrMemory says that the memory asked for cannot be had.
var ErrMemory = errors.New("alloc: not enough memory")

// block is the memory behind one slice.
type block struct {
	purpose Purpose
	size    uint64 // reserved bytes
	huge    uint64 // bytes advised with huge pages
	heap    []byte // keeps a heap block alive while it is accounted for
	mapping []byte // the whole mapping of an off-heap block, else nil
}

// Arena hands out slices and keeps account of them.
type Arena struct {
	backing Backing

	mu     sync.Mutex
	blocks map[unsafe.Pointer]block // by address of the first element
	live   uint64
	peak   uint64
}

// New returns an empty arena.
func New(cfg Config) *Arena {
	return &Arena{backing: cfg.Backing, blocks: make(map[unsafe.Pointer]block)}
}

// Make returns a zeroed slice of n elements that starts at a multiple of 64 bytes, or of 2 MiB if it is off-heap. It lives until [Free] or
// [Arena.Release]. The error wraps [ErrMemory] if the memory cannot be had. Make panics if n is negative or T contains pointers.
func Make[T any](a *Arena, p Purpose, n int) ([]T, error) {
	if n < 0 {
		panic("alloc: negative length")
	}
	if !pointerFree(reflect.TypeFor[T]()) {
		panic("alloc: element type contains pointers")
	}
	var zero T
	over, size := bits.Mul64(uint64(n), uint64(unsafe.Sizeof(zero)))
	if size == 0 && over == 0 {
		return make([]T, n), nil
	}
	if over != 0 || size > math.MaxInt-2*hugePage {
		return nil, fmt.Errorf("%w: %d elements of %d bytes", ErrMemory, n, unsafe.Sizeof(zero))
	}
	bytes, err := a.reserve(p, size)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), n), nil
}

// Free returns one slice early. The slice must start where Make's did. A slice that the arena does not hold, or holds no more, is left
// alone.
func Free[T any](a *Arena, s []T) error {
	if a == nil || cap(s) == 0 {
		return nil
	}
	key := unsafe.Pointer(unsafe.SliceData(s))
	a.mu.Lock()
	defer a.mu.Unlock()
	b, ok := a.blocks[key]
	if !ok {
		return nil
	}
	delete(a.blocks, key)
	a.live -= b.size
	return unmap(b.mapping)
}

// reserve returns size zeroed bytes, aligned.
func (a *Arena) reserve(p Purpose, size uint64) ([]byte, error) {
	if size >= largeSize {
		// Overcommitting systems grant any mapping and kill the program when it is used; the Go heap ends the program by itself.
		if free, ok := Available(); ok && size > free {
			return nil, fmt.Errorf("%w: %d bytes asked for, %d available", ErrMemory, size, free)
		}
	}
	if a == nil {
		return heapBytes(size), nil
	}
	b := block{purpose: p}
	var bytes []byte
	if a.backing == Auto && size >= largeSize {
		b.size = mappedSize(size)
		bytes, b.mapping, b.huge = mapHuge(b.size)
	}
	if bytes == nil {
		b.size = roundUp(size, cacheLine)
		bytes = heapBytes(b.size)
		b.heap = bytes
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.blocks[unsafe.Pointer(unsafe.SliceData(bytes))] = b
	a.live += b.size
	a.peak = max(a.peak, a.live)
	return bytes, nil
}

// Usage returns the live memory by purpose, sorted by name.
func (a *Arena) Usage() []Use {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	sum := make(map[Purpose]uint64)
	for _, b := range a.blocks {
		sum[b.purpose] += b.size
	}
	uses := make([]Use, 0, len(sum))
	for p := range maps.Keys(sum) {
		uses = append(uses, Use{p, sum[p]})
	}
	slices.SortFunc(uses, func(x, y Use) int { return cmp.Compare(x.Purpose, y.Purpose) })
	return uses
}

// Peak returns the most memory that was live at once.
func (a *Arena) Peak() uint64 {
	if a == nil {
		return 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.peak
}

// Huge returns the live memory for which the kernel accepted the advice to use huge pages. Whether it follows the advice is its own affair.
func (a *Arena) Huge() uint64 {
	if a == nil {
		return 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	sum := uint64(0)
	for _, b := range a.blocks {
		sum += b.huge
	}
	return sum
}

// Release returns all memory. All slices of the arena become invalid; the arena itself stays usable. A second call does nothing.
func (a *Arena) Release() error {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	var errs []error
	for _, b := range a.blocks {
		errs = append(errs, unmap(b.mapping))
	}
	clear(a.blocks)
	a.live = 0
	return errors.Join(errs...)
}

// heapBytes returns size zeroed bytes of the Go heap that start at a cache line.
func heapBytes(size uint64) []byte {
	b := make([]byte, size+cacheLine-1)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % cacheLine
	return b[skip : skip+uintptr(size) : skip+uintptr(size)]
}

// roundUp rounds x up to a multiple of unit, a power of two. mappedSize returns what a mapping for size bytes takes: whole huge pages, but
// a short rest beyond some of them lies in ordinary pages, so that a few bytes of padding do not cost 2 MiB.
func mappedSize(size uint64) uint64 {
	if rest := size % hugePage; size > hugePage && rest <= shortRest {
		return roundUp(size, ordinaryPage)
	}
	return roundUp(size, hugePage)
}

const (
	ordinaryPage = 1 << 12
	shortRest    = 1 << 16
)

func roundUp(x, unit uint64) uint64 { return (x + unit - 1) &^ (unit - 1) }

// pointerFree reports whether values of type t hold no pointers.
func pointerFree(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() == 0 || pointerFree(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !pointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	// reflect orders the kinds: Bool, the integers, the floats and the complex numbers come first, and only they are plain.
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128
}
