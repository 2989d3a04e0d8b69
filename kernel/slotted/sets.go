package slotted

// sets holds the servers of each set of queue lengths, by type if the policy asks for types: members[set*kinds+kind].
type sets struct {
	members [][]int32
	kinds   int
	low     []int // servers of each kind in sets below the cut: IDs in memory, for threshold policies
}

func newSets(l *levels, c *classes, byType bool) sets {
	kinds := 1
	if byType {
		kinds = len(c.ends)
	}
	return sets{members: make([][]int32, l.sets()*kinds), kinds: kinds, low: make([]int, kinds)}
}

// kind returns the kind of a server.
func (s *Simulator) kind(n int32) int {
	if s.sets.kinds == 1 {
		return 0
	}
	return s.classes.of(n)
}

// put adds a server to a set.
func (s *Simulator) put(n int32, v *server, set, kind int) {
	list := &s.sets.members[set*s.sets.kinds+kind]
	v.set, v.place = int32(set), int32(len(*list))
	*list = append(*list, n)
	if set < s.levels.cut {
		s.sets.low[kind]++
	}
}

// drop takes a server out of its set.
func (s *Simulator) drop(v *server, kind int) {
	list := &s.sets.members[int(v.set)*s.sets.kinds+kind]
	last := (*list)[len(*list)-1]
	(*list)[v.place] = last
	s.servers[last].place = v.place
	*list = (*list)[:len(*list)-1]
	if int(v.set) < s.levels.cut {
		s.sets.low[kind]--
	}
}

// file moves a server to the set of its queue. One that comes under the threshold will report, except the one that got this slot's batch,
// whose ID has been taken out of memory and which is asked at the end of the slot.
func (s *Simulator) file(n int32, v *server) {
	set := s.levels.set(v.queue)
	if set == int(v.set) {
		return
	}
	if set < s.levels.cut && int(v.set) >= s.levels.cut && n != s.sent {
		s.fresh = append(s.fresh, n)
	}
	kind := s.kind(n)
	s.drop(v, kind)
	s.put(n, v, set, kind)
}

// size returns the number of servers in sets below the cut.
func (s *sets) size() int {
	n := 0
	for _, k := range s.low {
		n += k
	}
	return n
}

// pick returns the server of a kind with the given number among those below the cut.
func (s *sets) pick(kind, number int) int32 {
	for i := kind; ; i += s.kinds {
		if number < len(s.members[i]) {
			return s.members[i][number]
		}
		number -= len(s.members[i])
	}
}
