//go:build amd64 && !purego

package graph

import "github.com/klauspost/cpuid/v2"

var hasAVX2 = cpuid.CPU.Supports(cpuid.AVX2)

//go:noescape
func unpackAVX2(dst *uint32, src *byte, n int, u *unpacking)

// vector is portable with vector instructions, where the processor has them. dst must have room for the next multiple of 16 ids.
func (u *unpacking) vector(dst []uint32, data []byte, start int) {
	if !hasAVX2 {
		u.rounded(dst, data, start)
		return
	}
	unpackAVX2(&dst[0], &data[int64(start)+u.first], len(dst), u)
}
