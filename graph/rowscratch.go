package graph

import (
	"slices"

	"shardq/graph/isa"
)

// RowScratch is the memory in which rows of [Computed] graphs are drawn. The zero value is ready. One per goroutine; it may serve several
// graphs.
type RowScratch struct {
	ISA isa.Level // of the instructions that rows are drawn with

	row       []uint32 // room for the longest row so far and Padding; all of it servers of the graph of the last row
	n         uint32   // servers of that graph
	ascending bool     // the last row is
	// table[x mod 4096] = stamp if a server x of this row has been drawn, or another with the same residue.
	table  [4096]byte
	stamp  byte     // of this row; never 0
	seen   []uint64 // bit set of servers for long rows; zero between rows
	drawn  []uint32 // servers that a row of more than half of them leaves out
	sorter sampler
}

// longRow is the number of servers from which on a bit set finds duplicates: the table fills up.
const longRow = 256

// reserve makes room for a row of d among n servers.
func (s *RowScratch) reserve(n, d uint32) {
	if s.n != n {
		s.n = n
		s.seen = nil
		clear(s.row) // the servers of another graph need not be servers of this one
	}
	if len(s.row) < int(d)+Padding {
		s.row = make([]uint32, max(int(d)+Padding, min(2*len(s.row), int(n)+Padding)))
	}
}

// draw writes the first d distinct servers of a row to s.row.
func (s *RowScratch) draw(c *Computed, h uint64, d int) {
	long := d >= longRow
	switch {
	case long && s.seen == nil:
		s.seen = make([]uint64, (uint64(c.n)+63)/64)
	case !long:
		if s.stamp++; s.stamp == 0 {
			clear(s.table[:])
			s.stamp = 1
		}
	}
	distinct, next := 0, uint32(0)
	for distinct < d {
		var have int
		have, next = s.words(s.row[distinct:], d-distinct, uint32(h), uint32(h>>32), c.n, c.threshold, next)
		end := distinct + have
		if long {
			distinct = s.markBits(s.row[:end], distinct)
			continue
		}
		if distinct == 0 { // nearly always all there is to do
			if distinct = s.mark(s.row, d); distinct == d {
				break
			}
		}
		distinct = s.markTable(s.row[:end], distinct)
	}
	if long {
		for _, x := range s.row[:distinct] { // d of them and what words gave beyond
			s.seen[x/64] = 0
		}
	}
}

// markGeneric stamps the places of the servers of a row until one is stamped already, and returns how many it stamped.
func markGeneric(table *[4096]byte, row []uint32, stamp byte) int {
	for i, x := range row {
		mark := &table[x%uint32(len(table))]
		if *mark == stamp {
			return i
		}
		*mark = stamp
	}
	return len(row)
}

// markTable moves what is new in row[known:] to its front and returns how many distinct servers row then begins with. The first known are
// such.
func (s *RowScratch) markTable(row []uint32, known int) int {
	stamp := s.stamp
	for _, x := range row[known:] {
		mark := &s.table[x%uint32(len(s.table))]
		if *mark == stamp && slices.Contains(row[:known], x) {
			continue
		}
		*mark = stamp
		row[known] = x
		known++
	}
	return known
}

// markBits is markTable with the bit set, for rows that would fill the table.
func (s *RowScratch) markBits(row []uint32, known int) int {
	seen := s.seen
	for _, x := range row[known:] {
		if bit := uint64(1) << (x % 64); seen[x/64]&bit == 0 {
			seen[x/64] |= bit
			row[known] = x
			known++
		}
	}
	return known
}

// complement returns a row of d servers, more than half: those that are not among the first n - d distinct ones, ascending.
func (s *RowScratch) complement(c *Computed, h uint64, d uint32) []uint32 {
	absent := int(c.n - d)
	s.draw(c, h, absent)
	s.drawn = append(s.drawn[:0], s.row[:absent]...)
	s.sorter.n = uint64(c.n)
	s.sorter.sort(s.drawn)
	s.drawn = append(s.drawn, c.n) // ends the last gap
	k, x := 0, uint32(0)
	for _, gap := range s.drawn {
		for ; x < gap; x++ {
			s.row[k] = x
			k++
		}
		x++
	}
	return s.row[:d]
}
