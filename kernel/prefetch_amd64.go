//go:build amd64 && !purego

package kernel

import "unsafe"

//go:noescape
func prefetchOffsets(offsets *uint32, arrivals *Arrival, n int)

//go:noescape
func prefetchRows(offsets, targets *uint32, arrivals *Arrival, n int)

// prefetchKeys needs BMI2.
//
//go:noescape
func prefetchKeys(state unsafe.Pointer, shift int, offsets, targets *uint32, arrivals *Arrival, n int)
