package rng

import "math/bits"

// golden is 2^64 divided by the golden ratio, odd: the increment of the SplitMix64 sequence.
const golden = 0x9E3779B97F4A7C15

// Mix64 is the finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words in which every input bit moves every output
// bit.
func Mix64(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	return x ^ x>>31
}

// Mix32 is the finaliser of MurmurHash3: a bijection of 32-bit words.
func Mix32(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x85EBCA6B
	x ^= x >> 13
	x *= 0xC2B2AE35
	return x ^ x>>16
}

// Unit maps 64 random bits to a float64 in [0, 1): the largest value is 1 - 2^-53, never 1.
func Unit(x uint64) float64 { return float64(x>>11) * 0x1p-53 }

// Sequence is a private run of 64-bit draws that hangs on one event: the SplitMix64 sequence that starts at the event's seed. The zero
// value is the sequence of seed 0.
type Sequence struct{ state uint64 }

// NewSequence returns the sequence of draws that belongs to an event with this seed.
func NewSequence(seed uint64) Sequence { return Sequence{seed} }

// Next returns the next 64 bits.
func (s *Sequence) Next() uint64 {
	s.state += golden
	return Mix64(s.state)
}

// Below returns a uniform integer in [0, n), without bias (Lemire 2019: multiply, reject the short first interval). n must be at least 1.
func (s *Sequence) Below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Next(), n)
	if lo < n {
		for limit := -n % n; lo < limit; {
			hi, lo = bits.Mul64(s.Next(), n)
		}
	}
	return hi
}

// Unit returns the next float64 in [0, 1).
func (s *Sequence) Unit() float64 { return Unit(s.Next()) }

// Below32 maps a 32-bit word to a uniform integer in [0, n), n in [1, 2^32). The rare words that would bias the result (fewer than n in
// 2^32) are replaced by draws of the sequence seeded by retry, which must be unique to the event.
func Below32(word uint32, n uint32, retry uint64) uint32 {
	m := uint64(word) * uint64(n)
	if uint32(m) < n {
		if limit := -n % n; uint32(m) < limit {
			s := NewSequence(retry)
			return uint32(s.Below(uint64(n)))
		}
	}
	return uint32(m >> 32)
}

// Derive returns the seed of an independent copy of the experiment: replication i of a run with this seed. Replication 0 is the run itself.
func Derive(seed uint64, i uint32) uint64 {
	if i == 0 {
		return seed
	}
	return NewKey(seed, Replication).Uint64(i, 0, 0)
}
