package oracle

import "math/rand/v2"

// choose returns the server that a job of a port with the given neighbours is
// sent to when server r holds jobs(r) jobs; it may be full.
//
// The neighbours are looked at in a uniformly random order and the first of the
// best is taken, which settles every tie uniformly. That holds for a sample with
// replacement too: which of two equally long neighbours is drawn first does not
// depend on which of them it is.
func (s *System) choose(neighbours []int, jobs func(r int) int, rng *rand.Rand) int {
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
	case JIQJSQD:
		for _, r := range order {
			if jobs(r) == 0 {
				return r
			}
		}
	}
	sample := order[:min(s.D, len(order))]
	if s.Replacement {
		sample = make([]int, s.D)
		for i := range sample {
			sample[i] = neighbours[rng.IntN(len(neighbours))]
		}
	}
	return first(sample, func(a, b int) bool { return jobs(a) < jobs(b) })
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
