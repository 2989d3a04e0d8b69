package shard

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"shardq/alloc"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// fewPorts is a system of few ports with long rows, computed or stored.
func fewPorts(t testing.TB, computed bool, rule policy.Rule) *kernel.System {
	const servers, ports, probability = 1 << 13, 24, 0.4
	cfg := graph.Config{Ports: ports, Servers: servers, Seed: 5}
	sys := &kernel.System{Buffer: 5, Seed: 9, Policy: policy.Policy{Rule: rule, D: 2}, StartBusy: []float64{0.98, 0.9, 0.5}}
	var err error
	if computed {
		sys.Graph, err = graph.NewComputed(cfg, probability)
	} else {
		sys.Graph, err = graph.Bernoulli(context.Background(), cfg, probability)
	}
	if err != nil {
		t.Fatal(err)
	}
	sys.Types = append(
		sys.Types,
		[]kernel.Type{{Rate: 1, Count: servers / 4}, {Rate: 0.5, Count: servers / 4}, {Rate: 0.25, Count: servers / 2}}...)
	sys.Arrivals = 0.93 * sys.Capacity()
	return sys
}

// TestIdleByPortMatrix: on long rows, where choices come from many words, the digest is that of the definition on any number of shards,
// with copies and with a shared state, in windows that make jobs meet, and when the first shard goes on alone now and then.
func TestIdleByPortMatrix(t *testing.T) {
	for _, rule := range []policy.Rule{policy.JFIQ, policy.JIQ, policy.JIQJSQD} {
		for _, computed := range []bool{false, true} {
			t.Run(fmt.Sprintf("policy=%v/computed=%v", rule, computed), func(t *testing.T) {
				sys := fewPorts(t, computed, rule)
				ref, err := kernel.NewReference(sys)
				if err != nil {
					t.Fatal(err)
				}
				until := 1.3 * ref.Plan().Epoch
				tick, err := ref.Plan().Ticks(until)
				if err != nil {
					t.Fatal(err)
				}
				ref.Advance(tick)
				for i, cfg := range []Config{
					{Shards: 1, Idle: kernel.IdleByPort},
					{Shards: 1, Idle: kernel.IdleByPort, ISA: isa.Generic},
					{Shards: 0},
					{Shards: 2, Idle: kernel.IdleByPort, State: Copies, Window: 60},
					{Shards: 3, Idle: kernel.IdleByPort, State: Shared, Window: 25},
					{Shards: 2, Idle: kernel.IdleByPort, State: Shared, ISA: isa.Generic},
				} {
					cfg.Arena = alloc.New(alloc.Config{})
					sim, err := New(sys, cfg)
					if err != nil {
						t.Fatal(err)
					}
					if e, windows := sim.engine.(interface{ forceAlone(func() bool) }); windows && i%2 == 1 {
						seq := rng.NewSequence(sys.Seed)
						e.forceAlone(func() bool { return seq.Below(3) == 0 })
					}
					for _, part := range []float64{0.4, 1} {
						if err := sim.Advance(context.Background(), part*until); err != nil {
							t.Fatal(err)
						}
					}
					if sim.Digest() != ref.Digest() {
						t.Errorf("%+v: digest %016x, want %016x", cfg, sim.Digest(), ref.Digest())
					}
					if cfg.Shards == 0 && sim.Shards() != 1 {
						t.Errorf("by itself the program takes %d shards", sim.Shards())
					}
					checkMemory(t, sys, cfg, sim)
				}
			})
		}
	}
}

// checkMemory compares the memory of a simulator with the estimate, and closes it.
func checkMemory(t *testing.T, sys *kernel.System, cfg Config, sim *Simulator) {
	t.Helper()
	state := uint64(0)
	for _, use := range cfg.Arena.Usage() {
		if use.Purpose == alloc.State {
			state += use.Bytes
		}
	}
	m, err := Estimate(sys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if state > m.State+m.State/20 || m.State > state+state/20 {
		t.Errorf("%+v: %d bytes of state, estimate %d", cfg, state, m.State)
	}
	if err := sim.Close(); err != nil {
		t.Error(err)
	}
	if use := cfg.Arena.Usage(); len(use) != 0 {
		t.Errorf("%+v: left %v", cfg, use)
	}
	if err := cfg.Arena.Release(); err != nil {
		t.Error(err)
	}
}

// TestIdleByPortAllocatesNothing: an Advance over ten times the time, some hundreds of windows, allocates no more than a short one, but for
// the goroutines of shards that come back after one went on alone.
func TestIdleByPortAllocatesNothing(t *testing.T) {
	for shards := 1; shards <= 2; shards++ {
		sim := begin(t, fewPorts(t, false, policy.JFIQ), Config{Shards: shards, Idle: kernel.IdleByPort, Window: 20})
		at := 0.0
		objects := func(epochs float64) uint64 {
			best := ^uint64(0)
			for range 3 {
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
		objects(0.1)
		short := objects(0.02)
		if long := objects(0.2); long > short+20 {
			t.Errorf("%d shards: %d objects in a short Advance, %d in one ten times as long", shards, short, long)
		}
	}
}
