package lumped

import "shardq/kernel"

// handle takes the events of the loaded epoch up to the one with index last.
func (s *Simulator) handle(epoch uint64, last int) {
	st := &s.stream
	blocks, ticks := st.blocks[s.next:last], st.ticks[s.next:last]
	arrivals := st.high[0]
	net, netOffsets := 0, int64(0) // admissions less real departures, and the same of their offsets
	for i := range blocks {
		b, offset := &blocks[i], int64(ticks[i])
		kind := 0
		if word := b[1]; word >= arrivals {
			kind = countUpTo(st.high, word)
			if st.high[kind-1] == word {
				kind = st.settle(s.next+i, word)
			}
		}
		if kind > 0 {
			// Whether the server is busy is as good as random and known late, so there is no branch on it.
			c := &s.classes[kind-1]
			k := c.jobs(c.pick(b[2], b[3]))
			c.met[2*k]++
			gone := min(k, 1)
			c.tail[k] -= uint32(gone)
			net -= gone
			netOffsets -= offset & -int64(gone)
			if s.all != nil && k > 0 {
				s.all[k]--
				s.low = min(s.low, k-1)
			}
			continue
		}
		s.arrived++
		m, k := s.route(b)
		if k >= s.buffer {
			s.blocked++
			continue
		}
		c := &s.classes[m]
		if k+2 >= len(c.tail) {
			c.grow()
		}
		c.tail[k+1]++
		c.met[2*k+1]++
		net++
		netOffsets += offset
		if s.all != nil {
			s.admit(k)
		}
	}
	s.done(epoch, last, net, netOffsets)
}

// done closes a part of an epoch.
func (s *Simulator) done(epoch uint64, last, net int, netOffsets int64) {
	s.next = last
	s.netTicks = s.netTicks.Plus(wide(netOffsets))
	if net >= 0 {
		s.netTicks = s.netTicks.Plus(kernel.WideProduct(uint64(net), epoch<<32))
	} else {
		s.netTicks = s.netTicks.Minus(kernel.WideProduct(uint64(-net), epoch<<32))
	}
}

// wide returns x modulo 2^128.
func wide(x int64) kernel.Wide { return kernel.Wide{Hi: uint64(x >> 63), Lo: uint64(x)} }

// admit keeps the counts over all types when a job joins a server with k jobs.
func (s *Simulator) admit(k int) {
	if k+2 >= len(s.all) {
		s.all = append(s.all, make([]uint32, len(s.all))...)
	}
	s.all[k+1]++
	if k == s.low && s.all[k+1] == s.servers {
		s.low++
	}
}
