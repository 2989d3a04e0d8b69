//go:build amd64 && !purego

package kernel

import "shardq/graph/isa"

//go:noescape
func leastHashOfGroupsAVX512(row *uint32, words *uint64, set, seed uint64, from, first, width uint32) (server, hash uint32)

//go:noescape
func seekHashAVX512(from uint32, steps int, u unhash, first, width uint32) (hash uint32, found bool)

// leastHashOfGroups is leastHashOfGroupsGeneric at the given level. set is not empty. The row must be readable for 16 places from each
// group's first on.
func leastHashOfGroups(level isa.Level, row []uint32, words []uint64, set, seed uint64, from, first, width uint32) (server, hash uint32) {
	if level < isa.AVX512 {
		return leastHashOfGroupsGeneric(row, words, set, seed, from, first, width)
	}
	return leastHashOfGroupsAVX512(&row[0], &words[0], set, seed, from, first, width)
}

// seekHash is seekHashGeneric at the given level. There is at least one step.
func seekHash(level isa.Level, from uint32, steps int, u unhash, first, width uint32) (hash uint32, found bool) {
	if level < isa.AVX512 {
		return seekHashGeneric(from, steps, u, first, width)
	}
	return seekHashAVX512(from, steps, u, first, width)
}
