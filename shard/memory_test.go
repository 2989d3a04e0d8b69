package shard

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"shardq/alloc"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// steady lists systems in every kind of engine: serial and windows, every form of the graph, with keys of every width, in copies and
// shared, with idle bits and without, in step and alone.
func steady(t *testing.T) map[string]func() *Simulator {
	runs := map[string]func() *Simulator{}
	for _, c := range []struct {
		form           string
		rule           policy.Rule
		buffer, shards int
		state          State
		idle           kernel.IdleWay
		alone          bool
	}{
		{form: "stored", rule: policy.JFSQ, buffer: 3, shards: 1}, {form: "stored", rule: policy.JIQ, shards: 1},
		{form: "complete", rule: policy.JFSQ, buffer: 3, shards: 1}, {form: "complete", rule: policy.JSQ, shards: 1},
		{form: "stored", rule: policy.JSQD, buffer: 1000, shards: 1}, {form: "packed", rule: policy.JFSQ, buffer: 3, shards: 1},
		{form: "computed", rule: policy.JSQ, buffer: 3, shards: 1}, {form: "computed", rule: policy.JFIQ, buffer: 1000, shards: 1,
			idle: kernel.IdleByRow},
		{form: "stored", rule: policy.JFSQ, buffer: 3, shards: 2}, {form: "stored", rule: policy.JIQJSQD, shards: 2},
		{form: "complete", rule: policy.JSQD, buffer: 300, shards: 2}, {form: "stored", rule: policy.JSQ, buffer: 3, shards: 3},
		{form: "packed", rule: policy.JFSQ, buffer: 3, shards: 2}, {form: "computed", rule: policy.JFSQ, buffer: 3, shards: 2},
		{form: "computed", rule: policy.JIQJSQD, shards: 2, state: Shared, idle: kernel.IdleByRow},
		{form: "packed", rule: policy.JFIQ, buffer: 3, shards: 3, idle: kernel.IdleByRow},
		{form: "stored", rule: policy.JFIQ, buffer: 3, shards: 2, state: Shared, idle: kernel.IdleByRow},
		{form: "stored", rule: policy.JFSQ, buffer: 3, shards: 3, state: Shared}, {form: "stored", rule: policy.JFSQ, buffer: 3, shards: 2,
			alone: true},
		{form: "packed", rule: policy.JFIQ, buffer: 3, shards: 2, state: Shared, idle: kernel.IdleByRow, alone: true},
	} {
		name := fmt.Sprintf(
			"%v/graph=%s/buffer=%d/shards=%d/state=%s/idle=%s/alone=%v",
			c.rule,
			c.form,
			c.buffer,
			c.shards,
			c.state,
			c.idle,
			c.alone,
		)
		runs[name] = func() *Simulator {
			sys := small(t, 400, 10, c.rule)
			sys.Buffer = c.buffer
			sys.Arrivals = 0.7 * sys.Capacity()
			var err error
			switch c.form {
			case "complete":
				sys.Graph = graph.Complete{L: 400, N: 400}
			case "packed":
				sys.Graph, err = graph.Pack(context.Background(), nil, sys.Graph, 1)
			case "computed":
				sys.Graph, err = graph.NewComputed(graph.Config{Ports: 800, Servers: 400, Seed: 9}, 0.03)
			}
			if err != nil {
				t.Fatal(err)
			}
			sim := begin(t, sys, Config{Shards: c.shards, Window: 150, State: c.state, Idle: c.idle})
			if e, windows := sim.engine.(interface{ forceAlone(func() bool) }); windows && c.alone {
				e.forceAlone(func() bool { return true }) // from the second window on
			}
			return sim
		}
	}
	return runs
}

// TestNoAllocationPerEvent: once buffers have their size, an Advance over ten times the time allocates no more than a short one: what it
// takes for the context and for starting the shards, nothing for an event, a window or an epoch.
func TestNoAllocationPerEvent(t *testing.T) {
	for name, fresh := range steady(t) {
		t.Run(name, func(t *testing.T) {
			sim := fresh()
			at := 40.0
			advance(t, sim, at)
			// raw is the fewest objects of an Advance, net the fewest without those that starting shards anew may have taken: shards come
			// back after one was alone whenever another program has had a core. The allowance is a bound, so raw is at least what an
			// Advance takes and net at most that.
			objects := func(epochs float64) (raw, net uint64) {
				raw, net = ^uint64(0), ^uint64(0)
				for range 4 { // the runtime allocates now and then, and a buffer may still grow
					var before, after runtime.MemStats
					alone := sim.Stats().Alone
					runtime.ReadMemStats(&before)
					at += epochs
					err := sim.Advance(context.Background(), at*sim.plan.Epoch)
					runtime.ReadMemStats(&after)
					if err != nil {
						t.Fatal(err)
					}
					restarts := (sim.Stats().Alone - alone) * uint64(6*sim.Shards())
					mallocs := after.Mallocs - before.Mallocs
					raw = min(raw, mallocs)
					net = min(net, mallocs-min(restarts, mallocs))
				}
				return raw, net
			}
			short, start := objects(2)
			if _, long := objects(20); long > short+2 {
				t.Errorf("%d objects in 2 epochs, %d in 20", short, long)
			}
			if limit := uint64(8 + 6*sim.Shards()); start > limit {
				t.Errorf("%d objects for an Advance, want at most %d", start, limit)
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

// TestEstimateOfLargeSystems: where memory matters, at millions of servers, the estimate is within a factor of two of what New and a run
// take, from the arena and from the heap.
func TestEstimateOfLargeSystems(t *testing.T) {
	const n = 1 << 22
	for _, c := range []struct {
		rule           policy.Rule
		buffer, shards int
	}{{policy.JSQD, 5, 1}, {policy.JSQD, 0, 1}, {policy.JSQD, 5, 2}, {policy.JSQD, 300, 3}, {policy.JFSQ, 5, 1}} {
		for _, backing := range []alloc.Backing{alloc.Auto, alloc.Heap} {
			sys := &kernel.System{
				Graph: graph.Complete{L: n, N: n}, Types: []kernel.Type{{Rate: 1, Count: n}}, Buffer: c.buffer, Arrivals: 0.8 * n,
				Policy: policy.Policy{Rule: c.rule, D: 2},
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

// TestEstimateOfState: the keys and idle bits that New takes from the arena, and the events, are what the estimate says, in every form of
// the state, whatever the form of the graph. On the heap nothing is rounded up to pages.
func TestEstimateOfState(t *testing.T) {
	const n = 1 << 18
	for _, form := range []string{"stored", "packed", "computed"} {
		sys := &kernel.System{
			Buffer: 5,
			Policy: policy.Policy{Rule: policy.JFIQ},
			Types:  []kernel.Type{{Rate: 2, Count: n / 2}, {Rate: 1, Count: n / 2}},
		}
		sys.Arrivals = 0.8 * sys.Capacity()
		computed, err := graph.NewComputedRegular(graph.Config{Ports: n, Servers: n, Seed: 3}, 4)
		if err != nil {
			t.Fatal(err)
		}
		switch form {
		case "stored":
			sys.Graph, err = computed.Stored(context.Background(), nil)
		case "packed":
			sys.Graph, err = graph.Pack(context.Background(), nil, computed, 2)
		default:
			sys.Graph = computed
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			state  State
			idle   kernel.IdleWay
			shards int
			bits   uint64 // of state for each server, all shards together
		}{
			{"", kernel.IdleByKey, 1, 8}, {"", kernel.IdleByRow, 1, 9}, {Copies, kernel.IdleByKey, 3, 24},
			{Copies, kernel.IdleByRow, 3, 27},
			{Shared, kernel.IdleByKey, 3, 8}, {Shared, kernel.IdleByRow, 3, 9},
		} {
			arena := alloc.New(alloc.Config{Backing: alloc.Heap})
			cfg := Config{Shards: c.shards, Arena: arena, State: c.state, Idle: c.idle}
			estimate, err := Estimate(sys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			if estimate.State != n*c.bits/8 {
				t.Errorf("%+v: estimate %d bytes of state, want %d", c, estimate.State, n*c.bits/8)
			}
			sim, err := New(sys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			use := map[alloc.Purpose]uint64{}
			for _, u := range arena.Usage() {
				use[u.Purpose] += u.Bytes
			}
			if took := use[alloc.State]; took < estimate.State || took > estimate.State+estimate.State/100 {
				t.Errorf("%s, %+v: %d bytes of state, estimate %d", form, c, took, estimate.State)
			}
			if took := use[alloc.Exchange]; took > estimate.Exchange+4096 ||
				took < estimate.Exchange/8 { // lists of claims do not come from the arena, which gives whole cache lines
				t.Errorf("%s, %+v: %d bytes of events, estimate %d", form, c, took, estimate.Exchange)
			}
			if use[alloc.Graph] != 0 {
				t.Errorf("%s, %+v: %d bytes of graph", form, c, use[alloc.Graph])
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
