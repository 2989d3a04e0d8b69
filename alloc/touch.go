package alloc

import (
	"sync"
	"unsafe"
)

// pageSize is the least page size of the systems that this runs on; a smaller step than the true one only costs time.
const pageSize = 4096

// Touch faults in the pages of a slice fresh from [Make], in equal contiguous parts by the given number of goroutines (0 counts as 1), so that
// neither the first use nor one single core pays for it. With one worker it runs on the caller: systems with several memory nodes then place
// the pages near it. Touch writes zeros, so the slice must not be in use yet. It is for callers of the library that build
// state of their own.
func Touch[T any](s []T, workers int) {
	size := uintptr(len(s)) * unsafe.Sizeof(*new(T))
	if size == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), size)
	pages := int((size + pageSize - 1) / pageSize)
	workers = min(max(workers, 1), pages)
	touch := func(w int) {
		for p := pages * w / workers; p < pages*(w+1)/workers; p++ {
			bytes[p*pageSize] = 0
		}
	}
	if workers == 1 {
		touch(0)
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { touch(w) })
	}
	wg.Wait()
}
