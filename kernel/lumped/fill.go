package lumped

import (
	"fmt"

	"shardq/graph/rng"
	"shardq/kernel"
)

// fill makes the classes with their jobs of time 0.
func (s *Simulator) fill(sys *kernel.System) error {
	first := uint32(0)
	key := rng.NewKey(sys.Seed, startStream)
	for m, t := range sys.Types {
		c := newClass(first, uint32(t.Count), firstRoom(sys))
		if sys.StartBusy != nil {
			law, err := rng.NewBinomial(t.Count, sys.StartBusy[m])
			if err != nil {
				return fmt.Errorf("lumped: servers of type %d busy at time 0: %w", m, err)
			}
			busy := law.Count(key.Uint64(uint32(m), 0, 0))
			c.tail[1] = uint32(busy)
			s.start += uint64(busy)
		}
		first += c.n
		s.classes = append(s.classes, c)
		s.ends = append(s.ends, first)
	}
	return nil
}

// firstRoom returns the number of jobs that rows have room for at time 0.
func firstRoom(sys *kernel.System) int {
	if sys.Buffer == 0 {
		return 62
	}
	return min(sys.Buffer, 62)
}

// rank begins to keep counts over all types.
func (s *Simulator) rank() {
	s.all = make([]uint32, len(s.classes[0].tail))
	for i := range s.classes {
		for k, n := range s.classes[i].tail {
			s.all[k] += n
		}
	}
	for s.all[s.low+1] == s.servers {
		s.low++
	}
}

// Bytes returns the memory that New would take, in bytes, the graph excluded. Unbounded queues are taken to stay below 63 jobs.
func Bytes(sys *kernel.System) uint64 {
	const block, tick, entry = 16, 4, 4 + 2*8
	events := uint64(EpochEvents + EpochEvents/4) // beyond the largest count
	return events*(block+2*tick) + tick<<sortBits + uint64(len(sys.Types))*uint64(max(firstRoom(sys)+2, scanned+1))*entry
}
