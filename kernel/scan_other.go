//go:build !amd64 || purego

package kernel

func bestISA() ISA { return Generic }

// scan is scanGeneric.
func (r *Router[K]) scan(row []uint32) (least K, ties uint64) {
	return scanGeneric(r.State, row, r.mask)
}
