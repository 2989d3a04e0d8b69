package shard

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"shardq/graph"
	"shardq/kernel"
)

// steady lists systems in every kind of engine: serial and windows, stored and complete, with keys of every width.
func steady(t *testing.T) map[string]func() *Simulator {
	runs := map[string]func() *Simulator{}
	for _, c := range []struct {
		complete       bool
		rule           kernel.Rule
		buffer, shards int
	}{
		{false, kernel.JFSQ, 3, 1}, {false, kernel.JIQ, 0, 1}, {true, kernel.JFSQ, 3, 1}, {true, kernel.JSQ, 0, 1}, {false, kernel.JSQD, 1000, 1},
		{false, kernel.JFSQ, 3, 2}, {false, kernel.JIQJSQD, 0, 2}, {true, kernel.JSQD, 300, 2}, {false, kernel.JSQ, 3, 3},
	} {
		runs[fmt.Sprintf("%v/complete=%v/buffer=%d/shards=%d", c.rule, c.complete, c.buffer, c.shards)] = func() *Simulator {
			sys := small(t, 400, 10, c.rule)
			sys.Buffer = c.buffer
			sys.Arrivals = 0.7 * sys.Capacity()
			if c.complete {
				sys.Graph = graph.Complete{L: 400, N: 400}
			}
			return begin(t, sys, Config{Shards: c.shards, Window: 150})
		}
	}
	return runs
}

// TestNoAllocationPerEvent: once buffers have their size, an Advance over ten times the time allocates no more than a short one: what it takes for the
// context and for starting the shards, nothing for an event, a window or an epoch.
func TestNoAllocationPerEvent(t *testing.T) {
	for name, make := range steady(t) {
		t.Run(name, func(t *testing.T) {
			sim := make()
			at := 60.0
			advance(t, sim, at)
			objects := func(epochs float64) uint64 {
				best := ^uint64(0)
				for range 4 { // the runtime allocates now and then, and a buffer may still grow
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					at += epochs
					err := sim.Advance(context.Background(), at*sim.plan.Epoch)
					runtime.ReadMemStats(&after)
					if err != nil {
						t.Fatal(err)
					}
					best = min(best, after.Mallocs-before.Mallocs)
				}
				return best
			}
			short := objects(2)
			if long := objects(20); long > short+2 {
				t.Errorf("%d objects in 2 epochs, %d in 20", short, long)
			}
			if limit := uint64(8 + 6*sim.Shards()); short > limit {
				t.Errorf("%d objects for an Advance, want at most %d", short, limit)
			}
		})
	}
}

// TestMemoryIndependentOfLength: the heap after ten times the time is the same.
func TestMemoryIndependentOfLength(t *testing.T) {
	for name, make := range steady(t) {
		t.Run(name, func(t *testing.T) {
			sim := make()
			heap := func() uint64 {
				var m runtime.MemStats
				runtime.GC()
				runtime.GC()
				runtime.ReadMemStats(&m)
				return m.HeapAlloc
			}
			advance(t, sim, 30)
			before := heap()
			advance(t, sim, 300)
			after := heap()
			runtime.KeepAlive(sim)
			if after > before+16<<10 {
				t.Errorf("%d bytes after 30 epochs, %d after 300", before, after)
			}
		})
	}
}
