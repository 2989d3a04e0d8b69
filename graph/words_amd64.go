//go:build amd64 && !purego

package graph

import (
	"math/bits"

	"shardq/graph/isa"
)

//go:noescape
func wordsAVX512(dst *uint32, want int, k0, k1, n, threshold, first uint32) (have int, next uint32)

//go:noescape
func wordsAVX2(dst *uint32, want int, k0, k1, n, threshold, first uint32, order *[256][8]uint8) (have int, next uint32)

// packOrder has for each set of lanes those in the set, ascending, and then the others.
var packOrder = func() (order [256][8]uint8) {
	for set := range order {
		in, out := 0, bits.OnesCount8(uint8(set))
		for lane := range uint8(8) {
			if set>>lane&1 != 0 {
				order[set][in] = lane
				in++
			} else {
				order[set][out] = lane
				out++
			}
		}
	}
	return order
}()

// words draws servers for the row with keys k0 and k1: those that the words first, first+1, ... of its sequence name, without the words
// that are skipped, until at least want (1 or more) are there. It writes them to the front of dst, which must have room for want + Padding;
// whatever it writes beyond the have servers it returns is a server too. next is the first word that was not used.
func (s *RowScratch) words(dst []uint32, want int, k0, k1, n, threshold, first uint32) (have int, next uint32) {
	switch s.ISA.Resolve() {
	case isa.Generic:
		return wordsGeneric(dst, want, k0, k1, n, threshold, first)
	case isa.AVX512:
		return wordsAVX512(&dst[0], want, k0, k1, n, threshold, first)
	}
	return wordsAVX2(&dst[0], want, k0, k1, n, threshold, first, &packOrder)
}

//go:noescape
func markAMD64(table *[4096]byte, row *uint32, n int, stamp uint8) (clear int)

// mark stamps the places of the first n servers of a row, 1 or more, until one is stamped already. It returns how many it stamped.
func (s *RowScratch) mark(row []uint32, n int) int {
	if s.ISA.Resolve() == isa.Generic {
		return markGeneric(&s.table, row[:n], s.stamp)
	}
	return markAMD64(&s.table, &row[0], n, s.stamp)
}
