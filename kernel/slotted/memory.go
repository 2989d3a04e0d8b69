package slotted

import (
	"math"
	"unsafe"

	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// Bytes estimates the memory of a run: for each server its state, its place in the calendar and room for two places in sets, and the
// tables.
func (s *System) Bytes() uint64 {
	n := uint64(s.Servers())
	l := newLevels(s)
	kinds := uint64(1)
	if s.Policy.Rule == policy.JBTGD {
		kinds = uint64(len(s.Types))
	}
	bytes := n*(uint64(unsafe.Sizeof(server{}))+2*4) + n/8 + 4*uint64(calendarSize(int(n)))
	bytes += uint64(l.sets()) * kinds * uint64(unsafe.Sizeof([]int32{}))
	if s.Sizes != nil {
		return bytes + 16*uint64(len(s.Sizes))
	}
	// The table of a Poisson law has some 18 sqrt(mean) + 60 entries.
	return bytes + 8*uint64(60+float64(18*math.Sqrt(min(s.Arrivals, rng.MaxPoissonMean))))
}
