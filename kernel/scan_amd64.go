//go:build amd64 && !purego

package kernel

import "shardq/graph/isa"

//go:noescape
func scan8AVX2(state *uint8, row *uint32, n int, mask uint32) (least uint32, ties uint64)

//go:noescape
func scan16AVX512(state *uint16, row *uint32, n int, mask uint32) (least uint32, ties uint64)

//go:noescape
func scan32AVX512(state *uint32, row *uint32, n int, mask uint32) (least uint32, ties uint64)

// scan is scanGeneric at the router's level. The row must be part of a graph.CSR, or be followed by 15 readable valid ids.
func (r *Router[K]) scan(row []uint32) (least K, ties uint64) {
	var l uint32
	switch s := any(r.State).(type) {
	case []uint8:
		if r.isa < isa.AVX2 {
			return scanGeneric(r.State, row, r.mask)
		}
		l, ties = scan8AVX2(&s[0], &row[0], len(row), uint32(r.mask))
	case []uint16:
		if r.isa < isa.AVX512 || r.slowGather {
			return scanGeneric(r.State, row, r.mask)
		}
		l, ties = scan16AVX512(&s[0], &row[0], len(row), uint32(r.mask))
	case []uint32:
		if r.isa < isa.AVX512 || r.slowGather {
			return scanGeneric(r.State, row, r.mask)
		}
		l, ties = scan32AVX512(&s[0], &row[0], len(row), uint32(r.mask))
	}
	return K(l), ties
}

//go:noescape
func scanIdleAMD64(words *uint64, row *uint32, n int) (idle uint64)

// scanIdle is scanIdleGeneric at the router's level. The row must be followed by 3 readable valid ids.
func (r *Router[K]) scanIdle(row []uint32) uint64 {
	if r.isa < isa.AVX2 {
		return scanIdleGeneric(r.idle.words, row)
	}
	return scanIdleAMD64(&r.idle.words[0], &row[0], len(row))
}

//go:noescape
func lowestAVX512(row *uint32, set uint64) (server uint32)

//go:noescape
func leastHashAVX512(row *uint32, set, seed uint64, limit uint32) (server, hash uint32)

// lowest is lowestGeneric at the router's level. The row must be readable up to the next multiple of 16 places.
func (r *Router[K]) lowest(row []uint32, set uint64) uint32 {
	if r.isa < isa.AVX512 {
		return lowestGeneric(row, set)
	}
	return lowestAVX512(&row[0], set)
}

// leastHash is leastHashGeneric at the router's level. The row must be readable up to the next multiple of 16 places.
func (r *Router[K]) leastHash(row []uint32, set, seed uint64, limit uint32) (server, hash uint32) {
	if r.isa >= isa.AVX512 {
		if server, hash = leastHashAVX512(&row[0], set, seed, limit); hash != ^uint32(0) {
			return server, hash
		}
	}
	return leastHashGeneric(row, set, seed, limit)
}
