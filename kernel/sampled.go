package kernel

import (
	"math/bits"
	"slices"

	"shardq/graph/rng"
)

// leastOfSample samples d of n positions and returns the server with the fewest jobs, ties to the least hash. Position p is server row[p],
// or server p if row is nil.
func (r *Router[K]) leastOfSample(row []uint32, n int, a *Arrival) (server uint32, key K, fate Fate) {
	seq := rng.NewSequence(a.Seed)
	c := candidates[K]{best: ^K(0), hash: ^uint32(0)}
	r.sampleInto(&c, row, 0, n, n, r.d, a, &seq)
	return c.server, c.key, r.fate(c.key)
}

// supermarket is leastOfSample with the port's own server as the first of the sample and the rest drawn from its other neighbours.
func (r *Router[K]) supermarket(row []uint32, n int, a *Arrival) (server uint32, key K, fate Fate) {
	own := min(int(a.Port), n) // its position, n if it is not among the neighbours
	if row != nil {
		var found bool
		if own, found = slices.BinarySearch(row, a.Port); !found {
			own = n
		}
	}
	others := n
	if own < n {
		others--
	}
	seq := rng.NewSequence(a.Seed)
	c := candidates[K]{best: ^K(0), hash: ^uint32(0)}
	r.consider(&c, a.Port, a)
	if others > 0 {
		r.sampleInto(&c, row, 0, others, own, r.d-1, a, &seq)
	}
	return c.server, c.key, r.fate(c.key)
}

// twoClass is the rule of that name on a row, or on all servers if row is nil.
func (r *Router[K]) twoClass(row []uint32, a *Arrival) (server uint32, key K, fate Fate) {
	all, fast := int(r.reach), int(r.firstType)
	if row != nil {
		all = len(row)
		fast, _ = slices.BinarySearch(row, r.ends[0])
	}
	seq := rng.NewSequence(a.Seed)
	coin := seq.Unit()
	f := candidates[K]{best: ^K(0), hash: ^uint32(0)}
	s := f
	if fast > 0 {
		r.sampleInto(&f, row, 0, fast, all, r.dFast, a, &seq)
	}
	if fast < all {
		r.sampleInto(&s, row, fast, all-fast, all, r.dSlow, a, &seq)
	}
	takeSlow := fast == 0
	if fast > 0 && fast < all && f.best > 0 {
		takeSlow = coin < 1-r.pFast
		if s.best == 0 {
			takeSlow = coin < r.pSlow
		}
	}
	if takeSlow {
		f = s
	}
	return f.server, f.key, r.fate(f.key)
}

// candidates is the best of the servers considered so far: the fewest jobs, ties to the least hash.
type candidates[K Word] struct {
	best   K // jobs
	hash   uint32
	server uint32
	key    K
}

// consider takes one more server into account.
func (r *Router[K]) consider(c *candidates[K], server uint32, a *Arrival) {
	k := r.key(server)
	if m := k >> r.Layout.TypeBits; m <= c.best {
		if h := tieHash(a.Seed, server); m < c.best || h <= c.hash {
			c.best, c.hash, c.server, c.key = m, h, server, k
		}
	}
}

// sampleInto considers d of n positions from first on, leaving out position skip, in the order of samplePositions.
func (r *Router[K]) sampleInto(c *candidates[K], row []uint32, first, n, skip, d int, a *Arrival, seq *rng.Sequence) {
	at := func(p int) {
		if p += first; p >= skip {
			p++
		}
		s := uint32(p)
		if row != nil {
			s = row[p]
		}
		r.consider(c, s, a)
	}
	switch {
	case r.replacement:
		for range d {
			at(int(seq.Below(uint64(n))))
		}
	case d >= n:
		for p := range n {
			at(p)
		}
	default: // Floyd's method, as in samplePositions
		r.sample.reset(d)
		for j := n - d; j < n; j++ {
			p := uint32(seq.Below(uint64(j + 1)))
			if !r.sample.add(p) {
				p = uint32(j)
				r.sample.add(p)
			}
			at(int(p))
		}
	}
}

// fate of a job whose choice depends on the state.
func (r *Router[K]) fate(key K) Fate {
	if key >= r.full {
		return Lost
	}
	return Placed
}

// sampler remembers the positions drawn so far: a list while it is short, an open hash table beyond.
type sampler struct {
	list  []uint32
	table []uint32 // position+1, 0 is empty; power of two, at least twice d
	use   bool
}

func (s *sampler) reset(d int) {
	s.list = s.list[:0]
	if s.use = d > 24; !s.use {
		return
	}
	if len(s.table) < 2*d {
		s.table = make([]uint32, 1<<bits.Len(uint(2*d)))
		return
	}
	clear(s.table)
}

// add notes a position; it reports whether it was new.
func (s *sampler) add(p uint32) bool {
	if !s.use {
		for _, q := range s.list {
			if q == p {
				return false
			}
		}
		s.list = append(s.list, p)
		return true
	}
	for i := rng.Mix32(p); ; i++ {
		at := &s.table[i&uint32(len(s.table)-1)]
		if *at == p+1 {
			return false
		}
		if *at == 0 {
			*at = p + 1
			return true
		}
	}
}
