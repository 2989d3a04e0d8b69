//go:build unix

package kernel

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// guardedPage returns a page of memory between two pages that must not be touched.
func guardedPage(t testing.TB) []byte {
	page := os.Getpagesize()
	mem, err := unix.Mmap(-1, 0, 3*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(mem) })
	for _, edge := range [][]byte{mem[:page], mem[2*page:]} {
		if err := unix.Mprotect(edge, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return mem[page : 2*page : 2*page]
}
