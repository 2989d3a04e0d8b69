package oracle

import (
	"math/rand/v2"
	"slices"
)

// choose returns the server that a job of port l is
// sent to when server r holds jobs(r) jobs; it may be full.
//
// The neighbours are looked at in a uniformly random order and the first of the
// best is taken, which settles every tie uniformly. That holds for a sample with
// replacement too: which of two equally long neighbours is drawn first does not
// depend on which of them it is. (Supermarket, whose own server is not exchangeable
// with the others, shuffles the different servers of the sample.)
func (s *System) choose(l int, jobs func(r int) int, rng *rand.Rand) int {
	neighbours := s.Ports[l].Neighbours
	order := make([]int, len(neighbours))
	for i, j := range rng.Perm(len(neighbours)) {
		order[i] = neighbours[j]
	}
	switch s.Policy {
	case JFSQ:
		return first(order, func(a, b int) bool {
			return jobs(a) < jobs(b) || jobs(a) == jobs(b) && s.Rates[a] > s.Rates[b]
		})
	case JSQ:
		return first(order, func(a, b int) bool { return jobs(a) < jobs(b) })
	case JFIQ: // an idle server beats a busy one, and among the idle the faster wins
		return first(order, func(a, b int) bool {
			return jobs(a) == 0 && (jobs(b) > 0 || s.Rates[a] > s.Rates[b])
		})
	case JIQ:
		return first(order, func(a, b int) bool { return jobs(a) == 0 && jobs(b) > 0 })
	case Fastest:
		return first(order, func(a, b int) bool { return s.Rates[a] > s.Rates[b] })
	case Random:
		return order[0]
	case Supermarket:
		sample := []int{l}
		for _, r := range s.sample(others(neighbours, l), s.D-1, s.Replacement, rng) {
			if !slices.Contains(sample, r) {
				sample = append(sample, r)
			}
		}
		rng.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
		return first(sample, func(a, b int) bool { return jobs(a) < jobs(b) })
	case TwoClass:
		fast, slow := s.classes(neighbours)
		fast = s.sample(fast, s.DFast, false, rng)
		slow = s.sample(slow, s.DSlow, false, rng)
		shorter := func(a, b int) bool { return jobs(a) < jobs(b) }
		if len(fast) == 0 {
			return first(slow, shorter)
		}
		if len(slow) == 0 {
			return first(fast, shorter)
		}
		f, sl := first(fast, shorter), first(slow, shorter)
		switch u := rng.Float64(); {
		case jobs(f) == 0:
			return f
		case jobs(sl) == 0 && u < s.PSlow:
			return sl
		case jobs(sl) == 0:
			return f
		case u < s.PFast:
			return f
		default:
			return sl
		}
	case JIQJSQD:
		for _, r := range order {
			if jobs(r) == 0 {
				return r
			}
		}
	}
	return first(s.sample(neighbours, s.D, s.Replacement, rng), func(a, b int) bool { return jobs(a) < jobs(b) })
}

// sample draws d of the servers, in random order; without replacement at most all of them.
func (s *System) sample(servers []int, d int, replacement bool, rng *rand.Rand) []int {
	var drawn []int
	if replacement {
		for range d {
			if len(servers) > 0 {
				drawn = append(drawn, servers[rng.IntN(len(servers))])
			}
		}
		return drawn
	}
	for _, j := range rng.Perm(len(servers))[:min(d, len(servers))] {
		drawn = append(drawn, servers[j])
	}
	return drawn
}

// first returns the earliest entry that no other entry beats.
func first(order []int, beats func(a, b int) bool) int {
	best := order[0]
	for _, r := range order[1:] {
		if beats(r, best) {
			best = r
		}
	}
	return best
}
