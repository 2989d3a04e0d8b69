//go:build !race

package alloc

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapHuge maps size zeroed bytes at a multiple of hugePage, and advises huge pages for all whole ones. It returns the bytes, the mapping
// for unmap, and how many bytes were advised; all nil if the system refuses.
func mapHuge(size uint64) (bytes, mapping []byte, huge uint64) {
	// One page more leaves room to align; what is never touched takes no memory.
	m, err := unix.Mmap(-1, 0, int(size+hugePage), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, 0
	}
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(m))) % hugePage
	bytes = m[skip : skip+uintptr(size) : skip+uintptr(size)]
	whole := size / hugePage * hugePage
	if whole > 0 && unix.Madvise(bytes[:whole], unix.MADV_HUGEPAGE) == nil {
		huge = whole
	}
	return bytes, m, huge
}

// unmap returns a mapping to the system; nil is none.
func unmap(mapping []byte) error {
	if mapping == nil {
		return nil
	}
	return unix.Munmap(mapping)
}
