package partition

// A pass that moves less than one in so many ports and servers is the last.
const settled = 1000

// refine improves the current division until a pass changes little, and offers what comes of it to keep. Every server must be in a part,
// and every port.
func (s *splitter) refine(passes int) {
	s.keep(s.cut())
	for range passes {
		moves := s.moveServers()
		more, cut := s.movePorts()
		s.keep(cut)
		if moves += more; moves <= (len(s.ports.part)+len(s.servers.part))/settled {
			return
		}
	}
}

// moveServers lets every server go where most of its sampled ports are. It returns the number of moves.
func (s *splitter) moveServers() (moves int) {
	for r, own := range s.servers.part {
		for _, p := range s.sample.of(uint32(r)) {
			s.votes.add(s.ports.part[p])
		}
		if to := s.votes.winner(own, &s.servers); to != own {
			s.servers.put(r, to)
			moves++
		}
		s.votes.reset()
	}
	return moves
}

// movePorts lets every port go where most of its servers are. It returns the number of moves, and of remote edges after them.
func (s *splitter) movePorts() (moves int, cut uint64) {
	for p, own := range s.ports.part {
		s.buf = s.g.Row(uint32(p), s.buf)
		for _, r := range s.buf {
			s.votes.add(s.servers.part[r])
		}
		to := s.votes.winner(own, &s.ports)
		if to != own {
			s.ports.put(p, to)
			moves++
		}
		cut += uint64(len(s.buf)) - uint64(s.votes.count[to])
		s.votes.reset()
	}
	return moves, cut
}

// cut returns the number of remote edges.
func (s *splitter) cut() (cut uint64) {
	for p, part := range s.ports.part {
		s.buf = s.g.Row(uint32(p), s.buf)
		for _, r := range s.buf {
			if s.servers.part[r] != part {
				cut++
			}
		}
	}
	return cut
}

// attach puts every server that is in no part where most of its sampled ports are, and where there is no room into the smallest part.
func (s *splitter) attach() {
	for r, own := range s.servers.part {
		if own != none {
			continue
		}
		for _, p := range s.sample.of(uint32(r)) {
			s.votes.add(s.ports.part[p])
		}
		to := s.votes.winner(none, &s.servers)
		if to == none {
			to = s.servers.smallest()
		}
		s.servers.put(r, to)
		s.votes.reset()
	}
}
