package partition

// grow bisects the ports again and again: breadth-first search from a far end of what is to be halved, the nearer half to the left. Servers
// follow their ports. Parts differ by at most one port in each bisection, so every part has at most the mean rounded up.
func (s *splitter) grow() {
	b := bisection{splitter: s, order: make([]uint32, len(s.ports.part)), queue: make([]uint32, len(s.ports.part)),
		portSeen: make([]uint32, len(s.ports.part)), serverSeen: make([]uint32, len(s.servers.part))}
	s.ports.clear()
	for p := range b.order {
		b.order[p] = uint32(p)
		s.ports.put(p, 0)
	}
	b.bisect(0, len(b.order), 0, s.k)
	s.servers.clear()
	s.attach()
}

// bisection is the state of grow. What is to be halved is a stretch of order; its ports, and no others, are in the stretch's first part.
type bisection struct {
	*splitter
	order      []uint32
	queue      []uint32
	portSeen   []uint32 // number of the search that last saw the port
	serverSeen []uint32
	searches   uint32
}

// bisect divides order[lo:hi] among parts first .. last-1.
func (b *bisection) bisect(lo, hi, first, last int) {
	if last-first == 1 || lo == hi {
		return
	}
	b.searches++
	far := b.search(lo, lo, b.order[lo], uint32(first))
	b.searches++
	end := b.search(lo, lo, b.queue[far-1], uint32(first))
	for _, p := range b.order[lo:hi] { // what is not connected with the far end
		if b.portSeen[p] != b.searches {
			end = b.search(lo, end, p, uint32(first))
		}
	}
	copy(b.order[lo:hi], b.queue[lo:hi])

	middle := (first + last + 1) / 2
	// In the end the part with index i gets what lies between i and i+1 times the mean, whatever way the halves are taken.
	cut := b.border(middle)
	for _, p := range b.order[cut:hi] {
		b.ports.put(int(p), uint32(middle))
	}
	b.bisect(lo, cut, first, middle)
	b.bisect(cut, hi, middle, last)
}

// border returns where in order the ports of a part begin.
func (b *bisection) border(part int) int {
	return int(uint64(len(b.order)) * uint64(part) / uint64(b.k))
}

// search visits the ports of a part that hang together with start, nearest first, and appends them to the queue, which begins at lo and has
// reached end. It returns the queue's new end.
func (b *bisection) search(lo, end int, start, part uint32) int {
	next := end
	b.queue[end] = start
	b.portSeen[start] = b.searches
	for end++; next < end; next++ {
		b.buf = b.g.Row(b.queue[next], b.buf)
		for _, r := range b.buf {
			if b.serverSeen[r] == b.searches {
				continue
			}
			b.serverSeen[r] = b.searches
			for _, p := range b.sample.of(r) {
				if b.portSeen[p] != b.searches && b.ports.part[p] == part {
					b.portSeen[p] = b.searches
					b.queue[end] = p
					end++
				}
			}
		}
	}
	return end
}
