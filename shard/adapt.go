package shard

import (
	"math"

	"shardq/kernel"
)

// Limits of the window.
const (
	firstShare = 0.0012 // first guess: arrivals per server
	minWindow  = 32     // arrivals
	// dearness is what the end of a window costs (a barrier, and the time that shards differ by) against what it costs to route a claim
	// again.
	dearness = 5
	memory   = 0.98 // weight of the windows before the last one in what is known of conflicts
)

// pace finds the length of windows. A longer window shares the cost of its end among more arrivals, but the share of claims that meet
// another and are routed again grows in proportion to it. With a cost of a window's end of dearness conflicts and conflicts share*arrivals
// = rate*arrivals^2, the cost per arrival is least at sqrt(dearness/rate) arrivals.
type pace struct {
	taken, pairs float64 // claims taken up, and squares of claims, of past windows, fading
}

// next returns the length in ticks of a coming window, given the one just done: its length, claims, and claims taken up. perEpoch is the
// mean number of arrivals in an epoch, ends how many barriers a window has.
func (p *pace) next(length uint64, claims, taken int, perEpoch float64, ends int) uint64 {
	if claims == 0 {
		return length
	}
	p.taken = memory*p.taken + float64(taken)
	p.pairs = memory*p.pairs + float64(claims)*float64(claims)
	want := math.Inf(1)
	if p.taken > 0 {
		want = math.Sqrt(float64(dearness*ends) * p.pairs / p.taken)
	}
	ticks := want / perEpoch * kernel.TicksPerEpoch
	least := min(1, minWindow/perEpoch) * kernel.TicksPerEpoch
	ticks = min(max(ticks, 0.9*float64(length)), 1.1*float64(length)+1) // step by step
	return uint64(min(max(ticks, least, 1), kernel.TicksPerEpoch))
}
