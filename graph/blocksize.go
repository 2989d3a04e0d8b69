package graph

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
)

const (
	// spillCost is what a row kept apart counts when the size of a block is chosen, in bytes beside its own: it takes three reads that wait
	// for each other.
	spillCost = 256
	// maxLines bounds a block: rows of some thousands of edges.
	maxLines = 256
)

// idBytes returns the bytes of n ids of width bits.
func idBytes(n int, width uint) int { return (n*int(width) + 7) / 8 }

// fit says which rows of a block are kept apart, given their degrees: none if it can be, else the longer one, else both.
func fit(block int, width uint, even, odd int) (apart [2]bool) {
	fits := func() bool {
		size := 0
		for i, n := range [2]int{even, odd} {
			if size += headerBytes; apart[i] {
				size += indexBytes
			} else {
				size += idBytes(n, width)
			}
		}
		return size <= block
	}
	apart = [2]bool{even >= spilled, odd >= spilled}
	if fits() {
		return apart
	}
	if even > odd {
		apart[0] = true
	} else {
		apart[1] = true
	}
	if fits() {
		return apart
	}
	return [2]bool{true, true}
}

// tallySum counts the pairs of rows that have so many edges together.
type tallySum struct {
	sum   int
	pairs uint64
}

// fitsTogether reports whether two rows with so many edges together fit into a block, however they are divided.
func fitsTogether(block int, width uint, sum int) bool {
	return 2*headerBytes+idBytes(sum, width)+1 <= block
}

// blockCost returns the bytes of all rows for a size of block, and what rows kept apart cost beside.
func blockCost(block int, width uint, sums []tallySum) uint64 {
	cost := uint64(0)
	for _, s := range sums {
		each := uint64(block)
		switch half := s.sum / 2; {
		case fitsTogether(block, width, s.sum):
		case 2*headerBytes+indexBytes+idBytes(half, width) <= block: // the longer row goes: four bytes an id, and an offset
			each += 4*uint64(s.sum-half) + 8 + spillCost
		default:
			each += 4*uint64(s.sum) + 2*(8+spillCost)
		}
		cost += s.pairs * each
	}
	return cost
}

// bestBlock returns the size of block with the least cost, and that.
func bestBlock(width uint, sums []tallySum) (block int, cost uint64) {
	cost = math.MaxUint64
	for lines := 1; lines <= maxLines; lines++ {
		if c := blockCost(lines*lineBytes, width, sums); c < cost {
			block, cost = lines*lineBytes, c
		}
	}
	return block, cost
}

// measure counts edges and chooses the size of a block, given how many edges two rows have together.
func (g *Packed) measure(ctx context.Context, cfg Config, r rows) error {
	var mu sync.Mutex
	tally := make(map[int]uint64)
	err := parallel(ctx, cfg.Workers, blocks(r.ports), func(b int, s *sampler) {
		own, edges, most := make(map[int]uint64), uint64(0), 0
		r.pairs(b, s, func(_, even, odd int) {
			own[even+odd]++
			edges += uint64(even) + uint64(odd)
			most = max(most, even, odd)
		})
		mu.Lock()
		defer mu.Unlock()
		g.edges += edges
		g.degree = max(g.degree, most)
		for sum, pairs := range own { // integers, in any order
			tally[sum] += pairs
		}
	})
	if err != nil {
		return err
	}
	sums := make([]tallySum, 0, len(tally))
	for sum, pairs := range tally {
		sums = append(sums, tallySum{sum, pairs})
	}
	slices.SortFunc(sums, func(a, b tallySum) int { return cmp.Compare(a.sum, b.sum) })
	width := g.unpack[0].width
	g.block, _ = bestBlock(width, sums)
	mean := int(g.edges / uint64(r.ports))
	usual := mean + int(1.5*math.Sqrt(float64(mean))) // of random degrees some 93 % are at most that
	g.lines = min((headerBytes+idBytes(usual, width)+lineBytes-1)/lineBytes, g.block/lineBytes)
	return nil
}
