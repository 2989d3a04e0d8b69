//go:build !amd64 || purego

package graph

import "shardq/graph/isa"

// vector is portable. dst must have room for the next multiple of 16 ids.
func (u *unpacking) vector(_ isa.Level, dst []uint32, data []byte, start int) {
	u.rounded(dst, data, start)
}
