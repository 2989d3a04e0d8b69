package rng

import "shardq/graph/isa"

// Fill writes the blocks of counters (first, c1, c2, c3), (first+1, c1, c2, c3) ... to dst: the same as At, many at a time, with the
// instructions of a level. The first counter wraps at 2^32.
func (k Key) Fill(level isa.Level, dst []Block, first, c1, c2, c3 uint32) {
	done := k.fillFast(level, dst, first, c1, c2, c3)
	for i := done; i < len(dst); i++ {
		dst[i] = k.At(first+uint32(i), c1, c2, c3)
	}
}

// FillGroup is the number of blocks that Fill makes at a time at its fastest: a length that is a multiple of it leaves no slow rest.
func FillGroup(level isa.Level) int { return fillGroup(level) }
