//go:build unix

package graph

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// guarded returns at least size bytes, whole pages, between two pages that must not be touched.
func guarded(t testing.TB, size int) []byte {
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	mem, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(mem) })
	for _, edge := range [][]byte{mem[:page], mem[page+size:]} {
		if err := unix.Mprotect(edge, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return mem[page : page+size : page+size]
}
