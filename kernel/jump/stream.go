package jump

import (
	"math"
	"math/bits"

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
		s.waits[i] = exponential(uint64(b[0]) | uint64(b[1])<<32)
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

// exponential maps a uniform word to an exponential variable of mean 1: -ln of the word times 2^-64, 1 for 0. It is at least 2^-53 and at most 44.4, with a relative
// error of some 2^-52 beyond what the granularity of words makes.
func exponential(word uint64) float64 {
	word = max(word, 1)
	zeros := bits.LeadingZeros64(word)
	f := math.Float64frombits(1023<<52 | word<<zeros<<1>>12) // word = f 2^(63-zeros), f in [1, 2)
	halvings := float64(zeros + 1)                           // word 2^-64 = f 2^-halvings
	if f > math.Sqrt2 {
		f /= 2
		halvings--
	}
	// ln f = 2 atanh((f-1)/(f+1)); the argument is at most 0.1716, so that 12 terms reach 1e-19.
	s := (f - 1) / (f + 1)
	q := float64(s * s)
	sum := 1.0 / 23
	sum = float64(sum*q) + 1.0/21
	sum = float64(sum*q) + 1.0/19
	sum = float64(sum*q) + 1.0/17
	sum = float64(sum*q) + 1.0/15
	sum = float64(sum*q) + 1.0/13
	sum = float64(sum*q) + 1.0/11
	sum = float64(sum*q) + 1.0/9
	sum = float64(sum*q) + 1.0/7
	sum = float64(sum*q) + 1.0/5
	sum = float64(sum*q) + 1.0/3
	sum = float64(sum*q) + 1
	return float64(halvings*math.Ln2) - float64(2*s*sum)
}
