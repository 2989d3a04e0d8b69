package slotted

// memory is what the dispatcher knows between slots: exactly the servers with queues up to the threshold. For at the end of a slot each of
// them that was not in memory reports, a new threshold drops the others, and queues only fall until a batch comes, which takes the ID out.
// So the memory is the sets below the cut, and what has to be counted is who reports.

// endSlot draws a new threshold if one is due, and counts the reports of the slot that has just ended.
func (s *Simulator) endSlot() {
	if s.sent != none && int(s.servers[s.sent].set) < s.levels.cut {
		s.fresh = append(s.fresh, s.sent)
	}
	if samplesThreshold(s.policy) && s.now%uint64(s.policy.Period) == 0 {
		s.sampleThreshold()
	} else {
		s.count.Reports += uint64(len(s.fresh))
	}
	s.fresh = s.fresh[:0]
}

// sampleThreshold takes the least queue of D servers as the threshold.
func (s *Simulator) sampleThreshold() {
	draws := s.source.sample(s.now)
	sample := s.sampled(&draws, s.policy.D)
	s.count.Queries += uint64(len(sample))
	s.count.Replies += uint64(len(sample))
	least := uint64(MaxQueue)
	for _, n := range sample {
		least = min(least, s.look(n))
	}
	s.setThreshold(least)
}

// setThreshold moves the threshold at the end of a slot and counts the reports.
func (s *Simulator) setThreshold(threshold uint64) {
	before := s.levels.threshold
	if threshold == before {
		s.count.Reports += uint64(len(s.fresh))
		return
	}
	known := s.sets.size() - len(s.fresh)
	if s.levels.split != none {
		s.join(2 * s.levels.split)
	}
	s.levels.divide(threshold)
	if s.levels.split != none {
		s.divide(2*s.levels.split + 1)
	}
	for kind := range s.sets.low {
		s.sets.low[kind] = 0
		for set := range s.levels.cut {
			s.sets.low[kind] += len(s.sets.members[set*s.sets.kinds+kind])
		}
	}
	if threshold > before { // the IDs known stay
		s.count.Reports += uint64(s.sets.size() - known)
		return
	}
	for _, n := range s.fresh {
		if int(s.servers[n].set) < s.levels.cut {
			s.count.Reports++
		}
	}
}

// join puts the lower part of a divided level to the upper one. The key points of the upper one, at the old threshold, stay: passing one
// that no longer matters does no harm.
func (s *Simulator) join(set int) {
	for kind := range s.sets.kinds {
		list := &s.sets.members[set*s.sets.kinds+kind]
		for _, n := range *list {
			s.append(n, set+1, kind)
		}
		*list = (*list)[:0]
	}
}

// divide moves the servers of a level with queues up to the threshold to its lower part, and plans the others down to the threshold.
// Forgetting the key point of a server that has just been looked at is exact: nothing has depended on it but that it is still to come,
// which the queue says too.
func (s *Simulator) divide(set int) {
	for kind := range s.sets.kinds {
		list := &s.sets.members[set*s.sets.kinds+kind]
		all := *list
		*list = all[:0]
		for _, n := range all {
			if s.look(n) <= s.levels.threshold {
				s.append(n, set-1, kind)
				continue
			}
			s.append(n, set, kind)
			if v := &s.servers[n]; v.target != s.levels.threshold {
				s.replan(n, v, rethreshold)
			}
		}
	}
}

// append adds a server to a set without a count.
func (s *Simulator) append(n int32, set, kind int) {
	list := &s.sets.members[set*s.sets.kinds+kind]
	s.servers[n].set, s.servers[n].place = int32(set), int32(len(*list))
	*list = append(*list, n)
}

// replan forgets the key point of a busy server that has been looked at, and draws another.
func (s *Simulator) replan(n int32, v *server, purpose uint32) {
	s.calendar.remove(s.servers, n)
	s.unexpect(v)
	s.plan(n, v, purpose)
}
