package graph

import "shardq/graph/rng"

// degreeLaw says how many neighbours a port has.
type degreeLaw struct {
	binomial *rng.Binomial // nil for a fixed degree
	fixed    uint32
	// guide answers for all words with the same leading guideBits bits, or says split if their counts differ: then the table decides.
	guide []uint32
}

const (
	guideBits = 10
	split     = 1<<32 - 1
)

func binomialDegrees(b *rng.Binomial) degreeLaw {
	law := degreeLaw{binomial: b, guide: make([]uint32, 1<<guideBits)}
	for i := range law.guide {
		least := uint64(i) << (64 - guideBits)
		most := least + (1<<(64-guideBits) - 1)
		law.guide[i] = split
		if low := b.Count(least); low == b.Count(most) {
			law.guide[i] = uint32(low)
		}
	}
	return law
}

// of returns the degree of the row with the hash h.
func (l *degreeLaw) of(h uint64) uint32 {
	if l.binomial == nil {
		return l.fixed
	}
	word := rng.Mix64(h ^ 0xD6E8FEB86659FD93)
	if d := l.guide[word>>(64-guideBits)]; d != split {
		return d
	}
	return uint32(l.binomial.Count(word))
}
