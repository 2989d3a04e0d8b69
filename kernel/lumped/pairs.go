package lumped

// handlePairs is handle for the shorter of two sampled servers, all of one type. Servers are numbered in the order of falling queues, so
// the shorter is the one with the larger number; a potential departure is a sample of one. Whether an event is an arrival is as good as
// random, so there is no branch on that either.
func (s *Simulator) handlePairs(epoch uint64, last int) {
	st, c, pair := &s.stream, &s.classes[0], &s.pair
	blocks, ticks := st.blocks[s.next:last], st.ticks[s.next:last]
	cut := st.high[0]
	tail, met, room := c.tail, c.met, min(s.buffer, len(c.tail)-2)
	arrived, net, netOffsets := uint64(0), int64(0), int64(0)
	for i := range blocks {
		b := &blocks[i]
		arrival := (uint64(b[1]) - uint64(cut)) >> 63 // 1 or 0
		if b[1] == cut {
			arrival = uint64(1 - st.settle(s.next+i, cut))
		}
		u, v := pair.draw(b[2], b[3])
		server := max(u, v&-uint32(arrival))
		k := scan((*[scanned + 1]uint32)(tail), uint64(server))
		if k == scanned {
			k = uint64(c.long(server))
		}
		arrived += arrival
		if k >= uint64(room) && arrival > 0 {
			if k >= uint64(s.buffer) {
				s.blocked++
				continue
			}
			c.grow()
			tail, met, room = c.tail, c.met, min(s.buffer, len(c.tail)-2)
		}
		met[2*k+arrival]++
		change := int64(2*arrival-1) & -int64(arrival|min(k, 1)) // of the number of jobs: 1, -1, or 0 if a departure strikes an idle server
		tail[k+arrival] += uint32(change)
		net += change
		netOffsets += change * int64(ticks[i])
	}
	s.arrived += arrived
	s.done(epoch, last, int(net), netOffsets)
}
