package lumped

import (
	"fmt"
	"math"
	"math/big"

	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
)

// Streams of random numbers, apart from those that package rng names.
const (
	countStream rng.Stream = 1<<16 + iota // events of an epoch
	eventStream                           // tick, kind and choices of an event
	kindStream                            // kinds that 32 bits leave open
	startStream                           // servers of a type that are busy at time 0
)

// EpochEvents is the mean number of events in an epoch. Part of the definition of a trajectory: their random blocks fit into the
// second-level cache, and the clock reaches past 8*10^12 events.
const EpochEvents = 4096

// stream draws the events of an epoch.
type stream struct {
	level                 isa.Level // of the instructions that make blocks
	counts, events, kinds rng.Key
	count                 *rng.Poisson
	mask                  uint32   // of ticks
	cuts                  []uint64 // cuts[i] = floor(2^64 P(kind <= i)); kind 0 is an arrival, kind 1+m a potential departure of type m
	high                  []uint32 // leading halves of cuts

	// Of the loaded epoch. The words of a block are: a tick, belonging to no event in particular; the kind; two words for choices.
	epoch  uint64
	blocks []rng.Block
	ticks  []uint32 // in ascending order
	raw    []uint32
	starts []uint32
}

// newStream prepares the events of a system.
func newStream(sys *kernel.System, level isa.Level) (stream, error) {
	s := stream{
		level:  level,
		counts: rng.NewKey(sys.Seed, countStream),
		events: rng.NewKey(sys.Seed, eventStream),
		kinds:  rng.NewKey(sys.Seed, kindStream),
		mask:   ^uint32(0) << sys.CoarseTicks,
	}
	var err error
	if s.count, err = rng.NewPoisson(EpochEvents); err != nil {
		return s, fmt.Errorf("lumped: %w", err)
	}
	s.cuts = cuts(sys)
	for _, c := range s.cuts {
		s.high = append(s.high, uint32(c>>32))
	}
	most, group := s.count.Max(), rng.FillGroup(s.level)
	s.blocks = make([]rng.Block, (most+group-1)/group*group)
	s.ticks, s.raw = make([]uint32, 0, most), make([]uint32, most)
	s.starts = make([]uint32, 1<<sortBits+1)
	return s, nil
}

// cuts returns the thresholds of the kinds. Sums are carried to 256 bits, so that the rate of the rarest type is as exact as 64 bits can
// say.
func cuts(sys *kernel.System) []uint64 {
	wide := func(x float64) *big.Float { return new(big.Float).SetPrec(256).SetFloat64(x) }
	sums := []*big.Float{wide(sys.Arrivals)}
	for m, t := range sys.Types {
		rate := wide(t.Rate)
		rate.Mul(rate, wide(float64(t.Count)))
		sums = append(sums, rate.Add(rate, sums[m]))
	}
	total := sums[len(sums)-1]
	list := make([]uint64, len(sums)-1)
	for i := range list {
		x := wide(0).Quo(sums[i], total)
		x.SetMantExp(x, 64)
		n, _ := x.Int(nil)
		list[i] = math.MaxUint64 // what 2^64 is rounded to
		if n.IsUint64() {
			list[i] = n.Uint64()
		}
	}
	return list
}

// load draws an epoch.
func (s *stream) load(epoch uint64) {
	n := s.count.Count(s.counts.Uint64(0, 0, epoch))
	group := rng.FillGroup(s.level)
	s.epoch = epoch
	s.events.Fill(s.level, s.blocks[:(n+group-1)/group*group], 0, 0, uint32(epoch), uint32(epoch>>32))
	raw := s.raw[:n]
	for i := range raw {
		raw[i] = s.blocks[i][0] & s.mask
	}
	s.ticks = s.ticks[:n]
	sortTicks(s.ticks, raw, s.starts)
}

// settle returns the kind of an event whose word is the leading half of a threshold, with 32 more bits: once in 2^32 events and thresholds.
func (s *stream) settle(event int, word uint32) int {
	x := uint64(word)<<32 | uint64(s.kinds.At(uint32(event), 0, uint32(s.epoch), uint32(s.epoch>>32))[0])
	kind := 0
	for kind < len(s.cuts) && x >= s.cuts[kind] {
		kind++
	}
	return kind
}

// countUpTo returns how many entries of an ascending list are at most x.
func countUpTo(list []uint32, x uint32) int {
	const few = 16
	if len(list) <= few {
		n := 0
		for n < len(list) && list[n] <= x {
			n++
		}
		return n
	}
	low, high := 0, len(list)
	for low < high {
		if middle := int(uint(low+high) / 2); list[middle] <= x {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
