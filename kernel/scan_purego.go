package kernel

// scanFor returns the routine for a word size and instruction set.
func scanFor[K Word](isa ISA) func(state []K, row []uint32, mask K) (least K, ties, mark uint64) {
	return scanGeneric[K]
}

func bestISA() ISA { return Generic }
