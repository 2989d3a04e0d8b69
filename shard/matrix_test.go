package shard

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"shardq/kernel"
	"shardq/kernel/systemtest"
)

// TestEngineMatrix: the reference and every number of shards and length of windows give one digest, at every stop.
func TestEngineMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := systemtest.Draw(t)
		stops := systemtest.Stops(t)
		shards := rapid.SampledFrom([]int{1, 2, 3, 7, 16}).Draw(t, "shards")
		window := rapid.SampledFrom([]float64{0, 0.7, 3, 20, 500}).Draw(t, "window")
		ref, err := kernel.NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		sim, err := New(sys, Config{Shards: shards, Window: window})
		if err != nil {
			t.Fatal(err)
		}
		defer sim.Close()
		for _, at := range stops {
			until := ref.Plan().Time(at)
			tick, err := ref.Plan().Ticks(until)
			if err != nil {
				t.Fatal(err)
			}
			ref.Advance(tick)
			if err := sim.Advance(context.Background(), until); err != nil {
				t.Fatal(err)
			}
			if ref.Digest() != sim.Digest() {
				t.Fatalf("time %v, shards %d, window %v: digests differ\nreference %+v\nshards    %+v", until, shards, window, ref.Counters(), sim.Counters())
			}
		}
	})
}
