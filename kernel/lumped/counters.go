package lumped

import "shardq/kernel"

// Counters returns a snapshot of all counts since time 0. There are none of single servers.
func (s *Simulator) Counters() kernel.Counters {
	c := kernel.Counters{Ticks: s.now, Arrived: s.arrived, Blocked: s.blocked}
	for i := range s.classes {
		join, seen := every2nd(s.classes[i].met[1:]), every2nd(s.classes[i].met)
		c.Join, c.Seen = append(c.Join, join), append(c.Seen, seen)
		for _, n := range join {
			c.Admitted += n
		}
		for k, n := range seen {
			if k > 0 {
				c.Departed += n
			}
		}
	}
	c.InSystem = s.start + c.Admitted - c.Departed
	// Each job present at time 0 or admitted at t adds (now - t) to the integral, each departure at t takes (now - t) off.
	c.Area = kernel.WideProduct(c.InSystem, s.now).Minus(s.netTicks)
	return c
}

// every2nd returns entries 0, 2, 4, ... without the zeros at the end.
func every2nd(row []uint64) (out []uint64) {
	n := 0
	for i := 0; i < len(row); i += 2 {
		out = append(out, row[i])
		if row[i] > 0 {
			n = len(out)
		}
	}
	return out[:n:n]
}

// Digest returns the xxhash64 of the state and all counters: for each type a list of the servers with at least 0, 1, 2, ... jobs that ends
// with 0, in the place where kernel.Digest has queue lengths, and the counters.
func (s *Simulator) Digest() uint64 {
	var counts []uint32
	for i := range s.classes {
		for _, n := range s.classes[i].tail {
			counts = append(counts, n)
			if n == 0 {
				break
			}
		}
	}
	c := s.Counters()
	return kernel.Digest(len(counts), func(i int) int { return int(counts[i]) }, nil, &c)
}
