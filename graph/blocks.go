package graph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"shardq/graph/rng"
)

// Blocks returns the graph in which port l and every server of block j are neighbours with probability(l, j), independently of all others.
// Block j has servers ends[j-1] .. ends[j]-1, block 0 those from 0 on; servers after the last block have no neighbours. Probability 1 gives
// the whole block. probability must be a function of its arguments that several goroutines may call at once.
//
// Time is O(edges + ports x blocks) on average. The number of edges of a port into a block is binomial: it is drawn for the least power of
// 1/2 that is no less than the probability, then each is kept by a coin, so that a few tables serve all probabilities. Which servers they
// are is a uniform subset, as in [Bernoulli]. Peak memory is that of the result.
func Blocks(ctx context.Context, cfg Config, ends []int, probability func(port, block int) float64) (*CSR, error) {
	r, err := blockRowsOf(ctx, cfg, ends, probability)
	if err != nil {
		return nil, err
	}
	return store(ctx, cfg, r)
}

// PackBlocks is [Blocks] in packed form: the same graph. More than 2^28 servers are an error.
func PackBlocks(ctx context.Context, cfg Config, ends []int, probability func(port, block int) float64) (*Packed, error) {
	r, err := blockRowsOf(ctx, cfg, ends, probability)
	if err != nil {
		return nil, err
	}
	return pack(ctx, cfg, r)
}

// blockRowsOf returns the rows of [Blocks], for any form of storage.
func blockRowsOf(ctx context.Context, cfg Config, ends []int, probability func(port, block int) float64) (rows, error) {
	if err := errors.Join(cfg.Validate(), checkEnds(ends, cfg.Servers)); err != nil {
		return rows{}, err
	}
	w := watch{over: ctx.Err}
	for p := range cfg.Ports {
		if w.ended(1 + len(ends)) {
			return rows{}, w.err
		}
		for j := range ends {
			if err := checkProbability(probability(p, j)); err != nil {
				return rows{}, fmt.Errorf("%w: port %d, block %d", err, p, j)
			}
		}
	}
	law := newBlockLaw(cfg, ends, probability)
	return rows{cfg.Ports, cfg.Servers, func(p int) int {
		sum := 0
		for j := range ends {
			count, _ := law.count(p, j)
			sum += count
		}
		return sum
	}, func(p int, dst []uint32, s *sampler) {
		begin := 0
		for j, end := range ends {
			count, seq := law.count(p, j)
			own := dst[:count]
			s.n = uint64(end - begin)
			s.subset(own, &seq)
			for i := range own {
				own[i] += uint32(begin)
			}
			dst, begin = dst[count:], end
		}
	}}, nil
}

// checkEnds reports blocks that are none.
func checkEnds(ends []int, servers int) error {
	begin := 0
	for j, end := range ends {
		if end < begin || end > servers {
			return fmt.Errorf("graph: block %d ends at server %d, want %d to the %d servers", j, end, begin, servers)
		}
		begin = end
	}
	return nil
}

// blockLaw says how many edges a port has into a block.
type blockLaw struct {
	key         rng.Key
	probability func(port, block int) float64
	blocks      []blockTables
}

// blockTables has for a block of so many servers the binomial laws of probability 2^-e.
type blockTables struct {
	size   int
	tables [maxHalvings + 1]struct {
		sync.Once
		*rng.Binomial
	}
}

// maxHalvings is the largest e: probabilities below 2^-e get rare coins, of 64 bits.
const maxHalvings = 63

func newBlockLaw(cfg Config, ends []int, probability func(port, block int) float64) *blockLaw {
	l := &blockLaw{rng.NewKey(cfg.Seed, rng.GraphBlock), probability, make([]blockTables, len(ends))}
	begin := 0
	for j, end := range ends {
		l.blocks[j].size = end - begin
		begin = end
	}
	return l
}

// count returns the number of edges, and the draws that are left for which they are.
func (l *blockLaw) count(port, block int) (edges int, seq rng.Sequence) {
	p := l.probability(port, block)
	if p == 0 {
		return 0, seq
	}
	fraction, exponent := math.Frexp(p) // fraction from 1/2 on, below 1
	halvings := min(-exponent, maxHalvings)
	if fraction == 0.5 {
		halvings = min(1-exponent, maxHalvings)
	}
	seq = rng.NewSequence(l.key.Uint64(uint32(port), uint32(block), 0))
	drawn := l.blocks[block].of(halvings).Count(seq.Next())
	keep := math.Ldexp(p, halvings) // exact
	if keep == 1 {
		return drawn, seq
	}
	below := uint64(keep * 0x1p64)
	for range drawn {
		if seq.Next() < below {
			edges++
		}
	}
	return edges, seq
}

// of returns the law of probability 2^-halvings. A table is made when it is first asked for.
func (b *blockTables) of(halvings int) *rng.Binomial {
	t := &b.tables[halvings]
	t.Do(func() {
		law, err := rng.NewBinomial(b.size, math.Ldexp(1, -halvings))
		if err != nil {
			panic("graph: a block has more servers than a graph")
		}
		t.Binomial = law
	})
	return t.Binomial
}
