//go:build !amd64 || purego

package kernel

import "unsafe"

func prefetchOffsets(offsets *uint32, arrivals *Arrival, n int) {}

func prefetchRows(offsets, targets *uint32, arrivals *Arrival, n int) {}

func prefetchKeys(state unsafe.Pointer, shift int, offsets, targets *uint32, arrivals *Arrival, n int) {
}
