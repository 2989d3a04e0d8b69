//go:build !amd64 || purego

package kernel

import "unsafe"

const canPrefetch = false

func prefetchOffset(*uint32, *Arrival) {}

func prefetchRow(_, _ *uint32, _ *Arrival) {}

func prefetchKeys(unsafe.Pointer, int, *uint32, *uint32, *Arrival) {}

func prefetchLines(unsafe.Pointer, int) {}

func prefetchList(unsafe.Pointer, int, *uint32, int) {}

func prefetchBits(unsafe.Pointer, *uint32, int) {}

func prefetch(unsafe.Pointer) {}
