package kernel

// scanGeneric looks at the masked keys of up to 64 servers of a row. It returns the least among servers that are not marked (a marked key
// has the top bit), a bit for each server that has it, and a bit for each marked server. If all are marked, least has the top bit and ties is
// meaningless. This is the definition that the assembly follows.
func scanGeneric[K Word](state []K, row []uint32, mask K) (least K, ties, mark uint64) {
	var keys [64]K
	top := marked[K]()
	least = ^K(0)
	for i, s := range row {
		k := state[s] & (mask | top)
		keys[i&63] = k
		least = min(least, k)
	}
	any := K(0)
	for i := range row {
		k := keys[i&63]
		any |= k
		t := uint64(0)
		if k == least {
			t = 1
		}
		ties |= t << (i & 63)
	}
	if any&top != 0 {
		for i := range row {
			if keys[i&63]&top != 0 {
				mark |= 1 << (i & 63)
			}
		}
		if least&top != 0 {
			ties = 0
		}
	}
	return least, ties, mark
}
