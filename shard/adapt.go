package shard

import "shardq/kernel"

// Limits of the window. A longer window shares the barrier among more arrivals but lets more claims meet.
const (
	firstShare = 0.0012 // first guess: arrivals per server
	minWindow  = 32     // arrivals
	wantTaken  = 0.008  // share of claims taken up that a window aims at
)

// adapt returns the length in ticks of a coming window, given the one just done: its length, claims, and claims taken up. perEpoch is the mean number of
// arrivals in an epoch.
func adapt(length uint64, claims, taken int, perEpoch float64) uint64 {
	if claims == 0 {
		return length
	}
	share := float64(taken) / float64(claims)
	factor := 1.0
	switch {
	case share > wantTaken*1.25:
		factor = 0.9
	case share < wantTaken*0.8:
		factor = 1.1
	}
	least := min(1, minWindow/perEpoch) * kernel.TicksPerEpoch
	return uint64(min(max(float64(length)*factor, least, 1), kernel.TicksPerEpoch))
}
