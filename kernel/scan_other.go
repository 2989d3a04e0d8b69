//go:build !amd64 || purego

package kernel

// scan is scanGeneric.
func (r *Router[K]) scan(row []uint32) (least K, ties uint64) {
	return scanGeneric(r.State, row, r.mask)
}

// scanIdle is scanIdleGeneric.
func (r *Router[K]) scanIdle(row []uint32) uint64 { return scanIdleGeneric(r.idle.words, row) }

// lowest is lowestGeneric.
func (r *Router[K]) lowest(row []uint32, set uint64) uint32 { return lowestGeneric(row, set) }

// leastHash is leastHashGeneric.
func (r *Router[K]) leastHash(row []uint32, set, seed uint64, limit uint32) (server, hash uint32) {
	return leastHashGeneric(row, set, seed, limit)
}

func gathersPay() bool { return false }
