package lumped

import (
	"math/bits"

	"shardq/graph/rng"
)

// picker maps random words to uniform integers below n.
type picker struct {
	n    uint32
	bias uint32 // 2^32 modulo n: products with a smaller low half would favour some integers
}

func newPicker(n uint32) picker { return picker{n, -n % n} }

// pick maps a to an integer below n without bias (Lemire 2019). b makes the seed of what replaces a word that would bias the result.
func (p picker) pick(a, b uint32) uint32 {
	product := uint64(a) * uint64(p.n)
	if uint32(product) < p.bias {
		return p.again(a, b)
	}
	return uint32(product >> 32)
}

func (p picker) again(a, b uint32) uint32 {
	const salt = 0x6A09E667F3BCC908
	seq := rng.NewSequence((uint64(a)<<32 | uint64(b)) ^ salt)
	return below(&seq, p.n)
}

// below returns a uniform integer below n from the sequence of an event. It is rng.Sequence.Below for the range of server numbers.
func below(seq *rng.Sequence, n uint32) uint32 {
	hi, lo := bits.Mul64(seq.Next(), uint64(n))
	if lo < uint64(n) {
		for limit := -uint64(n) % uint64(n); lo < limit; {
			hi, lo = bits.Mul64(seq.Next(), uint64(n))
		}
	}
	return uint32(hi)
}

// pair draws two servers from the two words of an event, in a uniform order.
type pair struct {
	first, second picker
	distinct      uint32 // 1 without replacement: the second word counts the servers other than the first
}

func newPair(servers uint32, replacement bool) pair {
	if replacement {
		return pair{newPicker(servers), newPicker(servers), 0}
	}
	return pair{newPicker(servers), newPicker(servers - 1), 1}
}

func (p *pair) draw(a, b uint32) (u, v uint32) {
	u = p.first.pick(a, b)
	v = p.second.pick(b, ^a) // never the seed of the first
	return u, v + uint32((uint64(u)-uint64(v)-1)>>63)&p.distinct
}
