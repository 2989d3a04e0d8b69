//go:build amd64 && !purego

package graph

import "shardq/graph/isa"

//go:noescape
func unpackAVX2(dst *uint32, src *byte, n int, u *unpacking)

// vector is portable at a level. dst must have room for the next multiple of 16 ids.
func (u *unpacking) vector(level isa.Level, dst []uint32, data []byte, start int) {
	if level.Resolve() < isa.AVX2 {
		u.rounded(dst, data, start)
		return
	}
	unpackAVX2(&dst[0], &data[int64(start)+u.first], len(dst), u)
}
