package shard

import (
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel"
)

// TestAdaptStaysWithinLimits: whatever was measured, the next window is at least a tick and at most an epoch, has its least mean number of arrivals
// where an epoch has that many, and moves towards the wanted share by a tenth.
func TestAdaptStaysWithinLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.OneOf(rapid.Uint64Range(1, kernel.TicksPerEpoch), rapid.Uint64Range(1, 1000)).Draw(t, "length")
		claims := rapid.IntRange(0, 1<<20).Draw(t, "claims")
		taken := rapid.IntRange(0, claims).Draw(t, "taken")
		perEpoch := rapid.OneOf(rapid.Float64Range(1e-12, 1<<17), rapid.SampledFrom([]float64{1e-300, minWindow, 1 << 17})).Draw(t, "arrivals")
		next := adapt(length, claims, taken, perEpoch)
		if claims == 0 {
			if next != length {
				t.Fatalf("nothing measured, but %d became %d", length, next)
			}
			return
		}
		if next < 1 || next > kernel.TicksPerEpoch {
			t.Fatalf("a window of %d ticks", next)
		}
		if arrivals := float64(next+1) * perEpoch / kernel.TicksPerEpoch; arrivals < min(minWindow, perEpoch)*(1-1e-9) {
			t.Fatalf("a window of %v arrivals", arrivals)
		}
		share := float64(taken) / float64(claims)
		least := uint64(min(1, minWindow/perEpoch) * kernel.TicksPerEpoch)
		if share > 2*wantTaken && next > max(length, least) || share < wantTaken/2 && next < length {
			t.Fatalf("share %v: from %d to %d", share, length, next)
		}
		if next > max(length+length/10+1, least+1) || next+1 < length-length/10 {
			t.Fatalf("from %d to %d in one step", length, next)
		}
	})
}

// TestAdaptFindsTheShare: under a law of conflicts in proportion to the window, the share taken up settles near the wanted one.
func TestAdaptFindsTheShare(t *testing.T) {
	for _, first := range []uint64{1, kernel.TicksPerEpoch / 1000, kernel.TicksPerEpoch} {
		length := first
		for range 500 {
			claims := 1 << 20
			length = adapt(length, claims, int(0.3*float64(claims)*float64(length)/kernel.TicksPerEpoch), 100_000)
		}
		if share := 0.3 * float64(length) / kernel.TicksPerEpoch; share < wantTaken/1.5 || share > wantTaken*1.5 {
			t.Errorf("from %d: share %v, want about %v", first, share, wantTaken)
		}
	}
}
