package pools

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

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

// Digest returns the xxhash64 of the state (pools with at least 1, 2, ... tasks) and all counters, as little-endian 64-bit words. Two runs with the same
// digest followed the same trajectory.
func (s *Simulator) Digest() uint64 {
	c := s.Counters()
	var buf []byte
	word := func(list ...uint64) {
		for _, v := range list {
			buf = binary.LittleEndian.AppendUint64(buf, v)
		}
	}
	word(uint64(s.levels.Top()))
	for k := range s.levels.Top() {
		word(s.levels.AtLeast(k + 1))
	}
	word(c.Ticks, c.Arrived, c.Admitted, c.Blocked, c.Departed, c.InSystem, uint64(len(c.Join)))
	word(c.Join...)
	word(c.Tasks.Hi, c.Tasks.Lo, uint64(len(c.Level)))
	for _, w := range c.Level {
		word(w.Hi, w.Lo)
	}
	return xxhash.Sum64(buf)
}
