package graph

import (
	"math/bits"

	"shardq/graph/rng"
)

// sampler draws uniform subsets of {0 .. n-1}, ascending, with scratch memory that it keeps. One per goroutine.
type sampler struct {
	watch
	n       uint64
	seen    []uint64 // bit set of n, zero between calls
	keys    []uint32
	buckets []uint32
	drawn   []uint32 // for callers
}

// denseShare decides between the two methods: a subset with more than one element per so many is drawn through the bit set.
const denseShare = 64

// subset fills dst with a uniform subset of len(dst) <= n elements in time O(len(dst)) on average.
func (s *sampler) subset(dst []uint32, seq *rng.Sequence) {
	if uint64(len(dst)) > s.n/denseShare {
		s.dense(dst, seq)
	} else {
		s.sparse(dst, seq)
	}
}

// sparse draws until it has enough distinct elements. A batch of as many draws as are missing can never overshoot, so that the result is
// the set of the first len(dst) distinct values of the sequence, which is uniform by symmetry.
func (s *sampler) sparse(dst []uint32, seq *rng.Sequence) {
	for have := 0; have < len(dst); {
		for i := have; i < len(dst); i++ {
			dst[i] = uint32(seq.Below(s.n))
		}
		s.sort(dst)
		have = unique(dst)
	}
}

// sort sorts uniform values in linear time on average: distribute them into about twice as many buckets as values, by their leading bits,
// then insert.
func (s *sampler) sort(v []uint32) {
	width := bits.Len(uint(len(v)))
	shift := max(bits.Len64(s.n-1)-width-1, 0)
	buckets := int((s.n-1)>>shift) + 1
	if cap(s.keys) < len(v) {
		s.keys = make([]uint32, 2*len(v))
	}
	if cap(s.buckets) < buckets {
		s.buckets = make([]uint32, 2*buckets)
	}
	keys, start := s.keys[:len(v)], s.buckets[:buckets]
	clear(start)
	copy(keys, v)
	for _, x := range keys {
		start[x>>shift]++
	}
	sum := uint32(0)
	for i, n := range start {
		start[i] = sum
		sum += n
	}
	for _, x := range keys {
		b := x >> shift
		v[start[b]] = x
		start[b]++
	}
	for i := 1; i < len(v); i++ {
		x, j := v[i], i
		for ; j > 0 && v[j-1] > x; j-- {
			v[j] = v[j-1]
		}
		v[j] = x
	}
}

// unique moves the distinct values of a sorted slice to its front and returns their number.
func unique(v []uint32) int {
	k := 0
	for i, x := range v {
		if i == 0 || x != v[i-1] {
			v[k] = x
			k++
		}
	}
	return k
}

// dense marks distinct elements in a bit set and reads them in order. Of a subset larger than half, the rest is drawn instead.
func (s *sampler) dense(dst []uint32, seq *rng.Sequence) {
	words := int((s.n + 63) / 64)
	if len(s.seen) < words {
		s.seen = make([]uint64, words)
	}
	marks, flip := uint64(len(dst)), uint64(0)
	if marks > s.n/2 {
		marks, flip = s.n-marks, ^uint64(0)
	}
	for marks > 0 {
		x := seq.Below(s.n)
		if bit := uint64(1) << (x % 64); s.seen[x/64]&bit == 0 {
			s.seen[x/64] |= bit
			marks--
		}
	}
	k := 0
	for i, word := range s.seen[:words] {
		s.seen[i] = 0
		for word ^= flip; word != 0 && k < len(dst); word &= word - 1 {
			dst[k] = uint32(i*64 + bits.TrailingZeros64(word))
			k++
		}
	}
}

// order sorts what need not be uniform: short slices by insertion, others as sort does.
func (s *sampler) order(v []uint32) {
	const short = 12
	if len(v) > short {
		s.sort(v)
		return
	}
	for i := 1; i < len(v); i++ {
		x, j := v[i], i
		for ; j > 0 && v[j-1] > x; j-- {
			v[j] = v[j-1]
		}
		v[j] = x
	}
}
