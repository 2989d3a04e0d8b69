//go:build amd64 && !purego

package rng

import "github.com/klauspost/cpuid/v2"

// hasAVX512 is set once at start and only read afterwards.
var hasAVX512 = cpuid.CPU.Supports(cpuid.AVX512F)

//go:noescape
func fillAVX512(dst *Block, groups int, key Key, first, c1, c2, c3 uint32)

// fillFast writes as many blocks as whole groups of 16 hold and returns how many that is.
func (k Key) fillFast(dst []Block, first, c1, c2, c3 uint32) int {
	groups := len(dst) / 16
	if groups == 0 || !hasAVX512 {
		return 0
	}
	fillAVX512(&dst[0], groups, k, first, c1, c2, c3)
	return 16 * groups
}

func fillGroup() int {
	if hasAVX512 {
		return 16
	}
	return 1
}
