package elastic

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"shardq/kernel"
)

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

// Digest returns the xxhash64 of the state (servers that are idle, in setup, off, with at least 1, 2, ... jobs) and all counters, as little-endian 64-bit
// words. Two runs with the same digest followed the same trajectory.
func (s *Simulator) Digest() uint64 {
	c := s.Counters()
	var buf []byte
	word := func(list ...uint64) {
		for _, v := range list {
			buf = binary.LittleEndian.AppendUint64(buf, v)
		}
	}
	wide := func(list ...kernel.Wide) {
		for _, w := range list {
			word(w.Hi, w.Lo)
		}
	}
	word(s.idle.N, s.starting.N, s.off.N, uint64(s.busy.Top()))
	for k := range s.busy.Top() {
		word(s.busy.AtLeast(k + 1))
	}
	word(c.Ticks, c.Arrived, c.Admitted, c.Blocked, c.Departed, c.InSystem, c.Setups, c.Emptied, c.Ready, c.SwitchedOff, uint64(len(c.Join)))
	word(c.Join...)
	wide(c.Jobs, c.Busy, c.Idle, c.SettingUp, c.Off)
	word(uint64(len(c.Level)))
	wide(c.Level...)
	return xxhash.Sum64(buf)
}
