package lumped

import "shardq/graph/rng"

// sample draws d servers, a pair from the words of the event and more from its sequence, and returns type and number of jobs of one with
// the fewest. The order of drawing is uniform, so the first of the shortest settles ties uniformly; that holds with replacement too, since
// exchanging two tied servers maps samples onto equally likely ones.
func (s *Simulator) sample(b *rng.Block, seq *rng.Sequence) (m, k int) {
	if s.d > 2 {
		return s.sampleMany(seq)
	}
	first, second := s.pair.draw(b[2], b[3])
	m, k = s.at(first)
	if n, j := s.at(second); j < k {
		return n, j
	}
	return m, k
}

// sampleMany numbers the servers in the order of rising queues, those already drawn last if they are not replaced. Whoever was drawn has at
// least k jobs, the fewest so far, and only servers with fewer matter: they are the first all the same, so nobody need remember who was
// drawn.
func (s *Simulator) sampleMany(seq *rng.Sequence) (m, k int) {
	left, shorter := s.servers, s.servers // servers to draw from, and those of them with fewer than k jobs
	for range s.d {
		rank := below(seq, left)
		if !s.replacement {
			left--
		}
		if rank >= shorter {
			continue
		}
		k = s.low
		for rank >= s.servers-s.all[k+1] {
			k++
		}
		m, shorter = 0, s.servers-s.all[k]
		for rank -= shorter; rank >= s.classes[m].with(k); m++ {
			rank -= s.classes[m].with(k)
		}
		if k == s.low {
			break // nothing is shorter
		}
	}
	return m, k
}
