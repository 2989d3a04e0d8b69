package kernel

import "math/bits"

// lowestGeneric returns the lowest id among the servers of a row that the set marks, at least one of up to 64. This is the definition that
// the assembly follows.
func lowestGeneric(row []uint32, set uint64) (server uint32) {
	server = ^uint32(0)
	for ; set != 0; set &= set - 1 {
		server = min(server, row[bits.TrailingZeros64(set)&63])
	}
	return server
}

// leastHashGeneric returns the server with the least tieHash, and the hash, among those of a row that the set marks and whose id is below
// the limit; all ones for the hash if there are none.
func leastHashGeneric(row []uint32, set, seed uint64, limit uint32) (server, hash uint32) {
	hash = ^uint32(0)
	for ; set != 0; set &= set - 1 {
		s := row[bits.TrailingZeros64(set)&63]
		if h := tieHash(seed, s); s < limit && h <= hash {
			server, hash = s, h
		}
	}
	return server, hash
}
