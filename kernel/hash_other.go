//go:build !amd64 || purego

package kernel

import "shardq/graph/isa"

// leastHashOfGroups is leastHashOfGroupsGeneric.
func leastHashOfGroups(_ isa.Level, row []uint32, words []uint64, set, seed uint64, from, first, width uint32) (server, hash uint32) {
	return leastHashOfGroupsGeneric(row, words, set, seed, from, first, width)
}

// seekHash is seekHashGeneric.
func seekHash(_ isa.Level, from uint32, steps int, u unhash, first, width uint32) (hash uint32, found bool) {
	return seekHashGeneric(from, steps, u, first, width)
}
