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
