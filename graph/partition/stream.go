package partition

// stream assigns ports one by one, in the order of ids, to the part with the largest (servers of the port already there) times (room left),
// and takes the port's servers that are in no part along while there is room for them. A port without such a part goes to the smallest one.
func (s *splitter) stream() {
	s.ports.clear()
	s.servers.clear()
	for p := range s.ports.part {
		s.buf = s.g.Row(uint32(p), s.buf)
		for _, r := range s.buf {
			s.votes.add(s.servers.part[r])
		}
		to, most := none, uint64(0)
		for _, part := range s.votes.seen {
			score := uint64(s.votes.count[part]) * uint64(s.ports.room-s.ports.size[part])
			if score > most || score == most && score > 0 && part < to {
				to, most = part, score
			}
		}
		s.votes.reset()
		if to == none {
			to = s.ports.smallest()
		}
		s.ports.put(p, to)
		for _, r := range s.buf {
			if s.servers.part[r] == none && s.servers.size[to] < s.servers.room {
				s.servers.put(int(r), to)
			}
		}
	}
	s.attach()
}
