package kernel

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Digest returns the xxhash64 of the queue lengths of n servers, as little-endian 32-bit words in the order of ids, then of the phases of
// their jobs in service, a byte each, if phase is not nil, and then all counters as little-endian 64-bit words. Two runs with the same
// digest followed the same trajectory.
func Digest(n int, length func(server int) int, phase []uint8, c *Counters) uint64 {
	h := xxhash.New()
	buf := make([]byte, 0, 1<<16)
	flush := func() {
		h.Write(buf) // never fails
		buf = buf[:0]
	}
	for s := range n {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(length(s)))
		if len(buf) >= 1<<16-8 {
			flush()
		}
	}
	flush()
	h.Write(phase)
	word := func(v uint64) {
		buf = binary.LittleEndian.AppendUint64(buf, v)
		if len(buf) >= 1<<16-8 {
			flush()
		}
	}
	for _, v := range []uint64{c.Ticks, c.Arrived, c.Admitted, c.Blocked, c.Unroutable, c.Departed, c.InSystem, c.Area.Hi, c.Area.Lo} {
		word(v)
	}
	tables := [][][]uint64{c.Join, c.Seen}
	if c.Found != nil {
		tables = append(tables, c.Found)
	}
	for _, table := range tables {
		word(uint64(len(table)))
		for _, row := range table {
			for len(row) > 0 && row[len(row)-1] == 0 {
				row = row[:len(row)-1] // how far a row was allocated must not matter
			}
			word(uint64(len(row)))
			for _, v := range row {
				word(v)
			}
		}
	}
	word(uint64(len(c.Servers)))
	for _, s := range c.Servers {
		word(s.Seen)
		word(s.Busy)
		word(s.Jobs)
		word(s.Joined)
	}
	flush()
	return h.Sum64()
}
