package lumped

// sortBits is the number of leading bits that ticks are distributed by: one event a bucket on average.
const sortBits = 12

// sortTicks writes the uniform ticks of src to dst in ascending order: one distribution pass leaves them nearly sorted, an insertion pass
// finishes. starts has 2^sortBits+1 entries of scratch.
func sortTicks(dst, src, starts []uint32) {
	at := (*[1<<sortBits + 1]uint32)(starts)
	clear(starts)
	for _, t := range src {
		at[t>>(32-sortBits)+1]++
	}
	sum := uint32(0)
	for i, n := range at {
		sum += n
		at[i] = sum
	}
	for _, t := range src {
		p := &at[t>>(32-sortBits)]
		dst[*p] = t
		*p++
	}
	for i := 1; i < len(dst); i++ {
		t, j := dst[i], i
		for ; j > 0 && dst[j-1] > t; j-- {
			dst[j] = dst[j-1]
		}
		dst[j] = t
	}
}
