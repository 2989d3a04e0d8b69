package shard

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"shardq/alloc"
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
	for name, fresh := range steady(t) {
		t.Run(name, func(t *testing.T) {
			sim := fresh()
			at := 40.0
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
	for name, fresh := range steady(t) {
		t.Run(name, func(t *testing.T) {
			sim := fresh()
			heap := func() uint64 {
				var m runtime.MemStats
				runtime.GC()
				runtime.GC()
				runtime.ReadMemStats(&m)
				return m.HeapAlloc
			}
			advance(t, sim, 20)
			before := heap()
			advance(t, sim, 200)
			after := heap()
			runtime.KeepAlive(sim)
			if after > before+16<<10 {
				t.Errorf("%d bytes after 20 epochs, %d after 200", before, after)
			}
		})
	}
}

// TestEstimateOfLargeSystems: where memory matters, at millions of servers, the estimate is within a factor of two of what New and a run take, from the arena
// and from the heap.
func TestEstimateOfLargeSystems(t *testing.T) {
	const n = 1 << 22
	for _, c := range []struct {
		rule           kernel.Rule
		buffer, shards int
	}{{kernel.JSQD, 5, 1}, {kernel.JSQD, 0, 1}, {kernel.JSQD, 5, 2}, {kernel.JSQD, 300, 3}, {kernel.JFSQ, 5, 1}} {
		for _, backing := range []alloc.Backing{alloc.Auto, alloc.Heap} {
			sys := &kernel.System{
				Graph: graph.Complete{L: n, N: n}, Types: []kernel.Type{{Rate: 1, Count: n}}, Buffer: c.buffer, Arrivals: 0.8 * n,
				Policy: kernel.Policy{Rule: c.rule, D: 2},
			}
			arena := alloc.New(alloc.Config{Backing: backing})
			cfg := Config{Shards: c.shards, Arena: arena}
			estimate, err := Estimate(sys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			sim, err := New(sys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			advance(t, sim, 1)
			runtime.GC()
			runtime.ReadMemStats(&after)
			took := after.HeapAlloc - before.HeapAlloc
			for _, use := range arena.Usage() {
				if arena.Huge() > 0 { // mapped, so not on the heap
					took += use.Bytes
				}
			}
			total := estimate.State + estimate.Exchange
			t.Logf("%+v, %v: %d bytes, estimate %d", c, backing, took, total)
			if took > 2*total || total > 2*took {
				t.Errorf("%+v, %v: %d bytes, estimate %d", c, backing, took, total)
			}
			if err := sim.Close(); err != nil {
				t.Error(err)
			}
			if err := arena.Release(); err != nil {
				t.Error(err)
			}
		}
	}
}
