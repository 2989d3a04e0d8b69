package pools

import "shardq/kernel/jump"

// Counters returns a snapshot of all counts since time 0.
func (s *Simulator) Counters() Counters {
	now := s.clock.Now()
	c := Counters{
		Ticks: now, Arrived: s.arrived, Blocked: s.blocked, Admitted: s.arrived - s.blocked, Departed: s.departed, InSystem: s.tasks,
	}
	n := len(s.joined)
	for n > 0 && s.joined[n-1] == 0 {
		n--
	}
	c.Join = append(c.Join, s.joined[:n]...)
	c.Level, c.Tasks = s.levels.Integrals(now)
	return c
}

// Digest returns the xxhash64 of the state (pools with at least 1, 2, ... tasks) and all counters, as little-endian 64-bit words. Two runs
// with the same digest followed the same trajectory.
func (s *Simulator) Digest() uint64 {
	c := s.Counters()
	var w jump.Words
	w.PutLevels(&s.levels)
	w.Put(c.Ticks, c.Arrived, c.Admitted, c.Blocked, c.Departed, c.InSystem, uint64(len(c.Join)))
	w.Put(c.Join...)
	w.PutWide(c.Tasks)
	w.Put(uint64(len(c.Level)))
	w.PutWide(c.Level...)
	return w.Digest()
}
