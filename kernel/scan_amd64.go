//go:build amd64 && !purego

package kernel

import "github.com/klauspost/cpuid/v2"

//go:noescape
func scan8AVX512(state *uint8, row *uint32, n int, mask, top uint32) (least uint32, ties, mark uint64)

//go:noescape
func scan16AVX512(state *uint16, row *uint32, n int, mask, top uint32) (least uint32, ties, mark uint64)

//go:noescape
func scan32AVX512(state *uint32, row *uint32, n int, mask, top uint32) (least uint32, ties, mark uint64)

// bestISA returns the best level that this processor has.
func bestISA() ISA {
	if cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.BMI2) {
		return AVX512
	}
	return Generic
}

// scan is scanGeneric at the router's level.
func (r *Router[K]) scan(row []uint32) (least K, ties, mark uint64) {
	if r.isa != AVX512 {
		return scanGeneric(r.State, row, r.mask)
	}
	top := marked[K]()
	mask := uint32(r.mask | top)
	var l uint32
	switch s := any(r.State).(type) {
	case []uint8:
		l, ties, mark = scan8AVX512(&s[0], &row[0], len(row), mask, uint32(top))
	case []uint16:
		l, ties, mark = scan16AVX512(&s[0], &row[0], len(row), mask, uint32(top))
	case []uint32:
		l, ties, mark = scan32AVX512(&s[0], &row[0], len(row), mask, uint32(top))
	}
	if K(l)&top != 0 {
		ties = 0
	}
	return K(l), ties, mark
}
