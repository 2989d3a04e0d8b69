//go:build amd64 && !purego

package rng

import "shardq/graph/isa"

//go:noescape
func fillAVX512(dst *Block, groups int, key Key, first, c1, c2, c3 uint32)

// fillFast writes as many blocks as whole groups of 16 hold and returns how many that is.
func (k Key) fillFast(level isa.Level, dst []Block, first, c1, c2, c3 uint32) int {
	groups := len(dst) / 16
	if groups == 0 || level.Resolve() < isa.AVX512 {
		return 0
	}
	fillAVX512(&dst[0], groups, k, first, c1, c2, c3)
	return 16 * groups
}

func fillGroup(level isa.Level) int {
	if level.Resolve() < isa.AVX512 {
		return 1
	}
	return 16
}
