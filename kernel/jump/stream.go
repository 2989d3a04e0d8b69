package jump

import (
	"shardq/graph/isa"
	"shardq/graph/rng"
)

// batch is the number of events whose random numbers are made together: their blocks stay in the first-level cache.
const batch = 256

// StreamBytes is the memory that a Clock takes.
const StreamBytes = batch*(16+8) + 256

// stream makes the random numbers of events in the order of their numbers.
type stream struct {
	key    rng.Key
	level  isa.Level // of the instructions that make blocks
	blocks [batch]rng.Block
	waits  [batch]float64 // exponential variables of mean 1
	loaded uint64         // batches
	next   int            // event of the last batch
}

// fill makes the next batch.
func (s *stream) fill() {
	s.key.Fill(s.level, s.blocks[:], 0, 0, uint32(s.loaded), uint32(s.loaded>>32))
	for i := range s.blocks {
		b := &s.blocks[i]
		s.waits[i] = rng.Exponential(uint64(b[0]) | uint64(b[1])<<32)
	}
	s.loaded++
	s.next = 0
}

// draw returns the waiting time and the seed of the next event.
func (s *stream) draw() (wait float64, seed uint64) {
	i := s.next
	if i >= batch {
		s.fill()
		i = 0
	}
	s.next = i + 1
	b := &s.blocks[i&(batch-1)]
	return s.waits[i&(batch-1)], uint64(b[2]) | uint64(b[3])<<32
}
