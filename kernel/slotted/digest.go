package slotted

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"
)

// Digest returns the xxhash64 of the state and all counters, as little-endian 64-bit words. Two runs with the same digest followed the same
// trajectory.
func (s *Simulator) Digest() uint64 {
	h := xxhash.New()
	buf := make([]byte, 0, 1<<16)
	word := func(list ...uint64) {
		for _, x := range list {
			buf = binary.LittleEndian.AppendUint64(buf, x)
		}
		if len(buf) > 1<<16-256 {
			h.Write(buf) // never fails
			buf = buf[:0]
		}
	}
	for i := range s.servers {
		v := &s.servers[i]
		word(v.queue)
		if v.queue > 0 {
			word(v.target, v.from, math.Float64bits(v.gap))
		}
	}
	for _, list := range s.sets.members {
		word(uint64(len(list)))
		for _, n := range list {
			word(uint64(n))
		}
	}
	word(uint64(len(s.remembered)))
	for _, n := range s.remembered {
		word(uint64(n))
	}
	c := s.Counters()
	word(s.levels.threshold, s.total.Hi, s.total.Lo, s.slopes.Hi, s.slopes.Lo, s.area.Hi, s.area.Lo)
	word(c.Slots, c.Arrived, c.Batches, c.EmptyMemory, c.Queries, c.Replies, c.Reports)
	h.Write(buf)
	return h.Sum64()
}
