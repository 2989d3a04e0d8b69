package graph

// weyl is 2^32 divided by the golden ratio, odd: the step from word to word.
const weyl = 0x9E3779B9

// wordsGeneric is RowScratch.words in plain Go; it draws exactly want servers. Word i of a row is triple32 of k0 + i weyl (Wellons,
// "Prospecting for hash functions", 2018: a bijection of 32-bit words with a bias near the least possible) with k1 added after the first
// round.
func wordsGeneric(dst []uint32, want int, k0, k1, n, threshold, first uint32) (have int, next uint32) {
	next = first
	for have < want {
		x := k0 + next*weyl
		x ^= x >> 17
		x *= 0xed5ad4bb
		x ^= x >> 11
		x += k1
		x *= 0xac4c1b51
		x ^= x >> 15
		x *= 0x31848bab
		x ^= x >> 14
		next++
		m := uint64(x) * uint64(n)
		dst[have] = uint32(m >> 32) // a server even if the word is skipped
		if uint32(m) >= threshold {
			have++
		}
	}
	return have, next
}
