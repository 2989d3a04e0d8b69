package elastic

import "shardq/kernel/jump"

// Counters returns a snapshot of all counts since time 0.
func (s *Simulator) Counters() Counters {
	now := s.clock.Now()
	c := Counters{
		Ticks: now, Arrived: s.arrived, Blocked: s.blocked, Admitted: s.arrived - s.blocked,
		Setups: s.setups, Ready: s.ready, SwitchedOff: s.switchedOff, Emptied: s.met[2],
		Idle: s.idle.Integral(now), SettingUp: s.starting.Integral(now), Off: s.off.Integral(now),
	}
	n := 0
	for k := 0; 2*k < len(s.met); k++ {
		c.Departed += s.met[2*k]
		c.Join = append(c.Join, s.met[2*k+1])
		if s.met[2*k+1] > 0 {
			n = k + 1
		}
	}
	c.Join = c.Join[:n:n]
	c.InSystem = c.Admitted - c.Departed
	c.Level, c.Jobs = s.busy.Integrals(now)
	if len(c.Level) > 0 {
		c.Busy = c.Level[0]
	}
	return c
}

// Digest returns the xxhash64 of the state (servers that are idle, in setup, off, with at least 1, 2, ... jobs) and all counters, as
// little-endian 64-bit words. Two runs with the same digest followed the same trajectory.
func (s *Simulator) Digest() uint64 {
	c := s.Counters()
	var w jump.Words
	w.Put(s.idle.N, s.starting.N, s.off.N)
	w.PutLevels(&s.busy)
	w.Put(
		c.Ticks,
		c.Arrived,
		c.Admitted,
		c.Blocked,
		c.Departed,
		c.InSystem,
		c.Setups,
		c.Emptied,
		c.Ready,
		c.SwitchedOff,
		uint64(len(c.Join)),
	)
	w.Put(c.Join...)
	w.PutWide(c.Jobs, c.Busy, c.Idle, c.SettingUp, c.Off)
	w.Put(uint64(len(c.Level)))
	w.PutWide(c.Level...)
	return w.Digest()
}
