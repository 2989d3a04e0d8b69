package shard

// filter is a set of servers that may say yes by mistake, a few times in a hundred, but never no. Most questions are about servers that are
// not in the set, and the filter answers those from the first-level cache, in a branch that is easy to predict.
type filter struct {
	words []uint64
	shift uint
}

// reset empties the filter and makes room for n servers, some 32 to 64 bits each.
func (f *filter) reset(n int) {
	bits := uint(9)
	for 1<<bits < 32*n && bits < 24 {
		bits++
	}
	if size := 1 << bits / 64; cap(f.words) < size {
		f.words = make([]uint64, size)
	}
	f.words = f.words[:1<<bits/64]
	clear(f.words)
	f.shift = 32 - bits
}

func (f filter) slot(server uint32) uint32 { return server * spread >> f.shift }

// spread is 2^32 divided by the golden ratio, odd.
const spread = 0x9E3779B1

func (f filter) add(server uint32) {
	s := f.slot(server)
	f.words[s>>6] |= 1 << (s & 63)
}

func (f filter) has(server uint32) bool {
	s := f.slot(server)
	return f.words[s>>6]>>(s&63)&1 != 0
}
