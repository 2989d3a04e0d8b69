package kernel

import (
	"math/bits"

	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// routeComplete is Route on a complete graph: neighbours are all servers, so nothing is scanned and ties are drawn by rank.
func (r *Router[K]) routeComplete(a *Arrival) (server uint32, key K, fate Fate) {
	seq := rng.NewSequence(a.Seed)
	switch r.rule {
	case policy.JFSQ, policy.JSQ:
		jobs := r.levels.lowest()
		return r.ranked(jobs, r.rule == policy.JFSQ, &seq)
	case policy.JFIQ, policy.JIQ:
		if r.levels.total(0) > 0 {
			return r.ranked(0, r.rule == policy.JFIQ, &seq)
		}
	case policy.Fastest:
		server = uint32(seq.Below(uint64(r.firstType)))
		return server, r.key(server), Settled
	case policy.JIQJSQD:
		if r.levels.total(0) > 0 {
			return r.ranked(0, false, &seq)
		}
		return r.leastOfSample(nil, int(r.reach), a)
	case policy.Supermarket:
		if r.pairs {
			return r.leastOfPair(a)
		}
		return r.supermarket(nil, int(r.reach), a)
	case policy.TwoClass:
		return r.twoClass(nil, a)
	case policy.JSQD:
		if r.pairs {
			return r.leastOfPair(a)
		}
		return r.leastOfSample(nil, int(r.reach), a)
	}
	server = uint32(seq.Below(uint64(r.reach)))
	return server, r.key(server), Settled
}

// pair returns the sample of two distinct servers that leastOfSample or supermarket draws from all.
func (r *Router[K]) pair(a *Arrival) (one, two uint32) {
	seq := rng.NewSequence(a.Seed)
	if r.rule == policy.Supermarket {
		if two = uint32(seq.Below(uint64(r.servers - 1))); two >= a.Port {
			two++
		}
		return a.Port, two
	}
	one = uint32(seq.Below(uint64(r.servers - 1)))
	if two = uint32(seq.Below(uint64(r.servers))); two == one {
		two = r.servers - 1
	}
	return one, two
}

// leastOfPair is leastOfSample for two distinct servers out of all. Which of them is the better is as good as random, so there is no branch
// on it.
func (r *Router[K]) leastOfPair(a *Arrival) (server uint32, key K, fate Fate) {
	one, two := r.pair(a)
	k1, k2 := r.key(one), r.key(two)
	rank1 := uint64(k1>>r.Layout.TypeBits)<<32 | uint64(tieHash(a.Seed, one))
	rank2 := uint64(k2>>r.Layout.TypeBits)<<32 | uint64(tieHash(a.Seed, two))
	server, key = one, k1
	if rank2 < rank1 { // hashes of two servers differ
		server = two
	}
	if rank2 < rank1 {
		key = k2
	}
	if key >= r.full {
		return server, key, Lost
	}
	return server, key, Placed
}

// ranked draws a uniform server with the given number of jobs, of the fastest type that has one if fastest is set.
func (r *Router[K]) ranked(jobs int, fastest bool, seq *rng.Sequence) (server uint32, key K, fate Fate) {
	server = r.levels.draw(jobs, fastest, seq)
	key = r.State[server]
	if key >= r.full {
		return server, key, Lost
	}
	return server, key, Placed
}

// levelIndex answers, for a complete graph, which servers have a given number of jobs: for each number in use a set of servers with counts,
// from which the k-th member in the order of ids is found by rank and select over summary words.
type levelIndex struct {
	ends  []uint32 // id after the last server of each type
	reach uint32   // servers from here on are left out
	all   bool     // keep every number of jobs; otherwise idle servers only
	level []*level // by number of jobs; nil where no server is
	spare []*level // emptied, for reuse
	low   int      // no server has fewer jobs
}

// level is the set of servers with one number of jobs.
type level struct {
	set    rankSet
	byType []int
	total  int
}

func newLevelIndex(ends []uint32, reach uint32, all bool) *levelIndex {
	return &levelIndex{ends: ends, reach: reach, all: all}
}

func (x *levelIndex) typeOf(server uint32) int {
	m := 0
	for server >= x.ends[m] {
		m++
	}
	return m
}

func (x *levelIndex) add(server uint32, jobs int) {
	if !x.all && jobs > 0 || server >= x.reach {
		return
	}
	for len(x.level) <= jobs {
		x.level = append(x.level, nil)
	}
	lv := x.level[jobs]
	if lv == nil {
		if n := len(x.spare); n > 0 {
			lv, x.spare = x.spare[n-1], x.spare[:n-1]
		} else {
			lv = &level{set: newRankSet(int(x.ends[len(x.ends)-1])), byType: make([]int, len(x.ends))}
		}
		x.level[jobs] = lv
	}
	lv.set.add(server)
	lv.byType[x.typeOf(server)]++
	lv.total++
	x.low = min(x.low, jobs)
}

func (x *levelIndex) remove(server uint32, jobs int) {
	if !x.all && jobs > 0 || server >= x.reach {
		return
	}
	lv := x.level[jobs]
	lv.set.remove(server)
	lv.byType[x.typeOf(server)]--
	lv.total--
	if lv.total == 0 && jobs > 0 {
		x.level[jobs] = nil
		x.spare = append(x.spare, lv)
	}
}

// move changes a server's number of jobs.
func (x *levelIndex) move(server uint32, from, to int) {
	x.remove(server, from)
	x.add(server, to)
}

func (x *levelIndex) total(jobs int) int {
	if jobs >= len(x.level) || x.level[jobs] == nil {
		return 0
	}
	return x.level[jobs].total
}

// lowest returns the least number of jobs that any server has.
func (x *levelIndex) lowest() int {
	for x.total(x.low) == 0 {
		x.low++
	}
	return x.low
}

// draw returns a uniform server with the given number of jobs, of the fastest type that has one if fastest is set.
func (x *levelIndex) draw(jobs int, fastest bool, seq *rng.Sequence) uint32 {
	lv := x.level[jobs]
	if !fastest {
		return lv.set.nth(uint32(seq.Below(uint64(lv.total))))
	}
	m := 0
	for ; lv.byType[m] == 0; m++ {
	}
	// Faster types have no member, so the members of type m are the first of the set.
	return lv.set.nth(uint32(seq.Below(uint64(lv.byType[m]))))
}

// rankSet is a set of ids with counts for blocks of 512 and of 32768 ids.
type rankSet struct {
	words []uint64
	block []uint16
	super []uint32
}

func newRankSet(n int) rankSet {
	blocks := n/512 + 1
	return rankSet{make([]uint64, 8*blocks), make([]uint16, blocks), make([]uint32, blocks/64+1)}
}

func (s *rankSet) add(id uint32) {
	s.words[id>>6] |= 1 << (id & 63)
	s.block[id>>9]++
	s.super[id>>15]++
}

func (s *rankSet) remove(id uint32) {
	s.words[id>>6] &^= 1 << (id & 63)
	s.block[id>>9]--
	s.super[id>>15]--
}

// nth returns the k-th smallest member, counted from 0. The set must have more than k members.
func (s *rankSet) nth(k uint32) uint32 {
	i := 0
	for ; k >= s.super[i]; i++ {
		k -= s.super[i]
	}
	b := i << 6
	for ; k >= uint32(s.block[b]); b++ {
		k -= uint32(s.block[b])
	}
	w := b << 3
	for {
		n := uint32(bits.OnesCount64(s.words[w]))
		if k < n {
			break
		}
		k -= n
		w++
	}
	word := s.words[w]
	for ; k > 0; k-- {
		word &= word - 1
	}
	return uint32(w<<6 + bits.TrailingZeros64(word))
}
