package shard

import "shardq/kernel"

// Occupancy returns the number of servers with at least 1, 2, ... jobs at this moment. It looks at every server. It must not be called
// while Advance runs.
func (s *Simulator) Occupancy() []uint64 { return s.engine.Occupancy() }

// Occupancy returns the number of servers with at least 1, 2, ... jobs.
func (w *windows[K]) Occupancy() []uint64 {
	state := w.workers[0].state // of all servers, as in every worker
	return kernel.Occupancy(len(state), func(i int) int { return int(state[i] >> w.layout.TypeBits) })
}
