package slotted

import (
	"cmp"
	"slices"

	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// choose returns the server that gets the slot's batch, and counts the messages that the choice costs.
func (s *Simulator) choose(draws *rng.Sequence) int32 {
	switch s.policy.Rule {
	case policy.JSQ:
		s.count.Queries += uint64(len(s.servers))
		s.count.Replies += uint64(len(s.servers))
		return s.shortest(draws)
	case policy.SQD, policy.SQDM:
		sample := s.sampled(draws, s.policy.D)
		s.count.Queries += uint64(len(sample))
		s.count.Replies += uint64(len(sample))
		if s.policy.Rule == policy.SQDM {
			return s.remember(draws, sample)
		}
		return s.least(draws, sample)
	case policy.Random:
		return int32(draws.Below(uint64(len(s.servers))))
	}
	ids := s.sets.size()
	if ids == 0 {
		s.count.EmptyMemory++
	}
	switch {
	case s.policy.Rule == policy.JBTGD:
		return s.weighted(draws, ids > 0)
	case ids == 0:
		return int32(draws.Below(uint64(len(s.servers))))
	}
	return s.sets.pick(0, int(draws.Below(uint64(ids))))
}

// least returns the server of the shortest queue, ties uniform.
func (s *Simulator) least(draws *rng.Sequence, among []int32) int32 {
	best, length, ties := int32(none), uint64(0), uint64(0)
	for _, n := range among {
		q := s.look(n)
		switch {
		case best == none || q < length:
			best, length, ties = n, q, 1
		case q == length:
			if ties++; draws.Below(ties) == 0 {
				best = n
			}
		}
	}
	return best
}

// shortest returns the server of the shortest queue of all: it is in the lowest set that has members.
func (s *Simulator) shortest(draws *rng.Sequence) int32 {
	for set := 1; ; set += 2 {
		switch list := s.sets.members[set]; {
		case len(list) == 0:
		case set == 1: // idle
			return list[draws.Below(uint64(len(list)))]
		default:
			return s.least(draws, list)
		}
	}
}

// candidate is a server known to the dispatcher with its queue, and a random number that decides ties.
type candidate struct {
	server int32
	queue  uint64
	tie    uint64
}

// remember returns the server of the shortest queue among the sample and the servers remembered, and remembers the shortest of them. A
// server that is both counts once.
func (s *Simulator) remember(draws *rng.Sequence, sample []int32) int32 {
	list := s.candidates[:0]
	add := func(n int32) { list = append(list, candidate{n, s.look(n), draws.Next()}) }
	for _, n := range sample {
		s.marks.add(n)
		add(n)
	}
	for _, n := range s.remembered {
		if !s.marks.has(n) {
			add(n)
		}
	}
	for _, n := range sample {
		s.marks.remove(n)
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.queue, b.queue), cmp.Compare(a.tie, b.tie), cmp.Compare(a.server, b.server))
	})
	s.candidates = list
	s.remembered = s.remembered[:0]
	for _, c := range list[:min(len(list), s.policy.Memory)] {
		s.remembered = append(s.remembered, c.server)
	}
	return list[0].server
}

// weighted returns a server by its rate, in memory or of all.
func (s *Simulator) weighted(draws *rng.Sequence, inMemory bool) int32 {
	count := func(kind int) int {
		switch {
		case inMemory:
			return s.sets.low[kind]
		case kind == 0:
			return int(s.classes.ends[0])
		}
		return int(s.classes.ends[kind] - s.classes.ends[kind-1])
	}
	sum := 0.0
	for kind, rate := range s.classes.rates {
		sum += float64(rate * float64(count(kind)))
	}
	x := float64(draws.Unit() * sum)
	chosen := none
	for kind, rate := range s.classes.rates {
		if count(kind) == 0 {
			continue
		}
		chosen = kind // the last one also takes what rounding leaves over
		if x -= float64(rate * float64(count(kind))); x < 0 {
			break
		}
	}
	number := int(draws.Below(uint64(count(chosen))))
	if inMemory {
		return s.sets.pick(chosen, number)
	}
	return s.classes.ends[chosen] - 1 - int32(number)
}

// sampled returns d distinct servers, uniformly (Floyd's algorithm), or all if there are no more. The list is good until the next call.
func (s *Simulator) sampled(draws *rng.Sequence, d int) []int32 {
	n := len(s.servers)
	s.sample = s.sample[:0]
	if d >= n {
		for i := range n {
			s.sample = append(s.sample, int32(i))
		}
		return s.sample
	}
	for last := n - d; last < n; last++ {
		x := int32(draws.Below(uint64(last + 1)))
		if s.marks.has(x) {
			x = int32(last)
		}
		s.marks.add(x)
		s.sample = append(s.sample, x)
	}
	for _, x := range s.sample {
		s.marks.remove(x)
	}
	return s.sample
}

// marks is a set of servers, empty between two choices.
type marks []uint64

func newMarks(servers int) marks { return make(marks, (servers+63)/64) }
func (m marks) has(n int32) bool { return m[n>>6]>>(n&63)&1 == 1 }
func (m marks) add(n int32)      { m[n>>6] |= 1 << (n & 63) }
func (m marks) remove(n int32)   { m[n>>6] &^= 1 << (n & 63) }
