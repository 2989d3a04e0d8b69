package kernel

// scanGeneric looks at the masked keys of up to 64 servers of a row. It returns the least, and a bit for each server that has it. This is
// the definition that the assembly follows.
func scanGeneric[K Word](state []K, row []uint32, mask K) (least K, ties uint64) {
	var keys [64]K
	least = ^K(0)
	for i, s := range row {
		k := state[s] & mask
		keys[i&63] = k
		least = min(least, k)
	}
	for i := range row {
		t := uint64(0)
		if keys[i&63] == least {
			t = 1
		}
		ties |= t << (i & 63)
	}
	return least, ties
}
