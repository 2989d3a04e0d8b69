package kernel

import "math/bits"

// leastHashOfGroupsGeneric looks at up to 64 groups of idle bits, those that set names: bit i of group g, which is bit 16 g + i of the
// words, stands for row[16 g + i]. Among the servers marked whose ids are first .. first+width-1 and whose tieHash is not below from, it
// returns the one with the least, and the hash; all ones for the server if there are none. This is the definition that the assembly
// follows.
func leastHashOfGroupsGeneric(row []uint32, words []uint64, set, seed uint64, from, first, width uint32) (server, hash uint32) {
	server, hash = ^uint32(0), ^uint32(0)
	for ; set != 0; set &= set - 1 {
		g := bits.TrailingZeros64(set)
		for group := words[g>>2] >> (g & 3 << groupBits) & groupMask; group != 0; group &= group - 1 {
			s := row[g<<groupBits+bits.TrailingZeros64(group)]
			if h := tieHash(seed, s); s-first < width && h >= from && h <= hash {
				server, hash = s, h
			}
		}
	}
	return server, hash
}

// unhash holds what it takes to find the server of a hash: tieHash(seed, server) = h for server = ((unmix(h) - offset) * stride).
type unhash struct{ offset, stride uint32 }

func newUnhash(seed uint64) unhash { return unhash{uint32(seed), oddInverse(uint32(seed>>32) | 1)} }

// of returns the id that has a hash; most ids belong to no server.
func (u unhash) of(hash uint32) uint32 { return (unmix32(hash) - u.offset) * u.stride }

// unmix32 is the inverse of rng.Mix32: its steps undone from the last to the first. A shift by 13 takes two terms to undo.
func unmix32(x uint32) uint32 {
	x ^= x >> 16
	x *= unmixSecond
	x ^= x>>13 ^ x>>26
	x *= unmixFirst
	return x ^ x>>16
}

// Inverses modulo 2^32 of the multipliers of rng.Mix32, 0xC2B2AE35 and 0x85EBCA6B.
const (
	unmixSecond = 0x7ED1B41D
	unmixFirst  = 0xA5CB9243
)

// oddInverse returns the inverse of an odd x modulo 2^32. Each step of Newton's method doubles the number of right bits: x itself has
// three.
func oddInverse(x uint32) uint32 {
	y := x
	for range 4 {
		y *= 2 - x*y
	}
	return y
}

// seekHashGeneric tries 16*steps hashes from .. upwards, which must not go beyond 2^32, and returns the first whose id is one of first ..
// first+width-1. This is the definition that the assembly follows.
func seekHashGeneric(from uint32, steps int, u unhash, first, width uint32) (hash uint32, found bool) {
	for h := uint64(from); h < uint64(from)+16*uint64(steps); h++ {
		if u.of(uint32(h))-first < width {
			return uint32(h), true
		}
	}
	return 0, false
}
