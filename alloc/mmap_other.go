//go:build !linux || race

package alloc

// mapHuge returns nothing: this build takes all memory from the Go heap.
func mapHuge(uint64) (bytes, mapping []byte, huge uint64) { return nil, nil, 0 }

// unmap has nothing to do.
func unmap([]byte) error { return nil }
