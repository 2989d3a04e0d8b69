package graph

import (
	"context"
	"math/bits"
)

// rowBits holds the rows of a graph as bits, so that entries are looked up, counted off and exchanged without moving others. An entry may
// be in a row several times: plane k has those that are in it more than k times, and more has how often entries of the last plane are in
// the row beyond that.
type rowBits struct {
	n      int
	words  int        // of a row in a plane
	planes [][]uint32 // words of all rows
	more   map[edge]int
	groups int      // of a row
	count  []uint16 // entries of each group of a row
}

const (
	groupWords = 8
	groupBits  = 32 * groupWords
	leastPlane = 2 // with fewer, too many entries are looked up in a map
	mostPlanes = 8
)

// newRowBits takes up the rows of a graph, all of one length. The bits lie in memory, which must have room for two planes; otherwise it
// returns nil.
func newRowBits(ctx context.Context, cfg Config, g *CSR, length int, memory []uint32) (*rowBits, error) {
	n := g.ports
	b := &rowBits{n: n, words: parts(n, 32), groups: parts(n, groupBits), more: map[edge]int{}}
	plane := n * b.words
	if len(memory) < leastPlane*plane {
		return nil, nil
	}
	for range min(len(memory)/plane, mostPlanes) {
		b.planes = append(b.planes, memory[:plane:plane])
		memory = memory[plane:]
	}
	b.count = make([]uint16, n*b.groups)
	rest := make([][]edge, blocks(n)) // entries beyond the last plane
	err := parallel(ctx, cfg.Workers, blocks(n), func(block int, s *sampler) {
		for v := block * blockRows; v < min(n, (block+1)*blockRows) && !s.ended(length+b.words); v++ {
			for _, p := range b.planes {
				clear(p[v*b.words : (v+1)*b.words])
			}
			row, times := g.Row(uint32(v), nil), 0
			for i, w := range row {
				if times++; i == 0 || row[i-1] != w {
					times = 0
				}
				b.count[v*b.groups+int(w/groupBits)]++
				if times < len(b.planes) {
					b.planes[times][v*b.words+int(w/32)] |= 1 << (w % 32)
				} else {
					rest[block] = append(rest[block], edge{uint32(v), w})
				}
			}
		}
	})
	for _, own := range rest {
		for _, e := range own {
			b.more[e]++
		}
	}
	return b, err
}

// has reports whether a row has an entry more than k times, for a plane k.
func (b *rowBits) has(k int, v, w uint32) bool {
	return b.planes[k][int(v)*b.words+int(w/32)]>>(w%32)&1 != 0
}

// in returns how many entries a row has in a word.
func (b *rowBits) in(v uint32, word int) int {
	at, sum := int(v)*b.words+word, 0
	for k, p := range b.planes {
		x := p[at]
		if x == 0 {
			break
		}
		sum += bits.OnesCount32(x)
		if k == len(b.planes)-1 && len(b.more) > 0 {
			for ; x != 0; x &= x - 1 {
				sum += b.more[edge{v, uint32(32*word + bits.TrailingZeros32(x))}]
			}
		}
	}
	return sum
}

// times returns how often a row has an entry.
func (b *rowBits) times(v, w uint32) int {
	for k := range b.planes {
		if !b.has(k, v, w) {
			return k
		}
	}
	return len(b.planes) + b.more[edge{v, w}]
}

// entry returns entry i of a row, from 0, ascending.
func (b *rowBits) entry(v uint32, i int) uint32 {
	count := b.count[int(v)*b.groups : (int(v)+1)*b.groups]
	g := 0
	for i >= int(count[g]) {
		i -= int(count[g])
		g++
	}
	word := g * groupWords
	for {
		in := b.in(v, word)
		if i < in {
			break
		}
		i -= in
		word++
	}
	at := int(v)*b.words + word
	x := b.planes[0][at]
	if b.planes[1][at] == 0 {
		for ; i > 0; i-- {
			x &= x - 1
		}
		return uint32(32*word + bits.TrailingZeros32(x))
	}
	for ; ; x &= x - 1 {
		w := uint32(32*word + bits.TrailingZeros32(x))
		if i -= b.times(v, w); i < 0 {
			return w
		}
	}
}

// replace puts one entry of a row in the place of another, which the row has not.
func (b *rowBits) replace(v, old, fresh uint32) {
	at := int(v) * b.words
	if n := b.times(v, old); n > len(b.planes) {
		b.more[edge{v, old}]--
	} else {
		b.planes[n-1][at+int(old/32)] &^= 1 << (old % 32)
	}
	b.planes[0][at+int(fresh/32)] |= 1 << (fresh % 32)
	b.count[int(v)*b.groups+int(old/groupBits)]--
	b.count[int(v)*b.groups+int(fresh/groupBits)]++
}

// store writes the rows back. No entry is left that a row has twice.
func (b *rowBits) store(ctx context.Context, cfg Config, g *CSR) error {
	return parallel(ctx, cfg.Workers, blocks(b.n), func(block int, s *sampler) {
		for v := block * blockRows; v < min(b.n, (block+1)*blockRows); v++ {
			row := g.Row(uint32(v), nil)
			if s.ended(b.words + len(row)) {
				return
			}
			i := 0
			for word, x := range b.planes[0][v*b.words : (v+1)*b.words] {
				for ; x != 0; x &= x - 1 {
					row[i] = uint32(32*word + bits.TrailingZeros32(x))
					i++
				}
			}
		}
	})
}
