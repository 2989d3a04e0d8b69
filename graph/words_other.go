//go:build !amd64 || purego

package graph

// words is wordsGeneric.
func (s *RowScratch) words(dst []uint32, want int, k0, k1, n, threshold, first uint32) (have int, next uint32) {
	return wordsGeneric(dst, want, k0, k1, n, threshold, first)
}

// mark is markGeneric.
func (s *RowScratch) mark(row []uint32, n int) int { return markGeneric(&s.table, row[:n], s.stamp) }
