package shard

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel"
)

// TestPaceStaysWithinLimits: whatever was measured, the next window is at least a tick and at most an epoch, has its least mean number of
// arrivals where an epoch has that many, and is at most a tenth longer or shorter.
func TestPaceStaysWithinLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.OneOf(rapid.Uint64Range(1, kernel.TicksPerEpoch), rapid.Uint64Range(1, 1000)).Draw(t, "length")
		perEpoch := rapid.OneOf(rapid.Float64Range(1e-12, 1<<17), rapid.SampledFrom([]float64{1e-300, minWindow, 1 << 17})).
			Draw(t, "arrivals")
		var p pace
		for range rapid.IntRange(1, 10).Draw(t, "windows") {
			claims := rapid.IntRange(0, 1<<20).Draw(t, "claims")
			taken := rapid.IntRange(0, claims).Draw(t, "taken")
			next := p.next(length, claims, taken, perEpoch, 1)
			if claims == 0 {
				if next != length {
					t.Fatalf("nothing measured, but %d became %d", length, next)
				}
				continue
			}
			if next < 1 || next > kernel.TicksPerEpoch {
				t.Fatalf("a window of %d ticks", next)
			}
			if arrivals := float64(next+1) * perEpoch / kernel.TicksPerEpoch; arrivals < min(minWindow, perEpoch)*(1-1e-9) {
				t.Fatalf("a window of %v arrivals", arrivals)
			}
			least := uint64(min(1, minWindow/perEpoch) * kernel.TicksPerEpoch)
			if next > max(length+length/10+2, least+1) || next+1 < length-length/10-1 {
				t.Fatalf("from %d to %d in one step", length, next)
			}
			length = next
		}
	})
}

// TestPaceFindsTheBest: under a law of conflicts in proportion to the window, the window settles where ends and conflicts cost the same,
// from any start.
func TestPaceFindsTheBest(t *testing.T) {
	const rate, perEpoch = 1e-5, 100_000
	for _, ends := range []int{1, 3} {
		want := math.Sqrt(float64(dearness*ends)/rate) / perEpoch * kernel.TicksPerEpoch
		for _, length := range []uint64{1 << 22, kernel.TicksPerEpoch / 1000, kernel.TicksPerEpoch} {
			first := length
			var p pace
			for range 500 {
				claims := float64(length) / kernel.TicksPerEpoch * perEpoch
				length = p.next(length, int(claims), int(rate*claims*claims), perEpoch, ends)
			}
			if got := float64(length); got < want/1.2 || got > want*1.2 {
				t.Errorf("%d ends, from %d: %v ticks, want about %v", ends, first, got, want)
			}
		}
	}
}

// TestPaceWithoutConflicts: if claims never meet, windows grow to an epoch.
func TestPaceWithoutConflicts(t *testing.T) {
	length := uint64(kernel.TicksPerEpoch / 1000)
	var p pace
	for range 200 {
		length = p.next(length, 1000, 0, 1e5, 1)
	}
	if length != kernel.TicksPerEpoch {
		t.Errorf("%d ticks", length)
	}
}
