//go:build amd64 && !purego

package kernel

import "unsafe"

const canPrefetch = true

//go:noescape
func prefetchOffset(offsets *uint32, a *Arrival)

//go:noescape
func prefetchRow(offsets, targets *uint32, a *Arrival)

//go:noescape
func prefetchKeys(state unsafe.Pointer, shift int, offsets, targets *uint32, a *Arrival)

//go:noescape
func prefetchLines(first unsafe.Pointer, lines int)

//go:noescape
func prefetchList(state unsafe.Pointer, shift int, row *uint32, n int)

//go:noescape
func prefetchBits(words unsafe.Pointer, row *uint32, n int)

//go:noescape
func prefetch(at unsafe.Pointer)
