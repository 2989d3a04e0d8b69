package shard

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"shardq/alloc"
	"shardq/graph"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/systemtest"
)

// isas are the instruction sets that this build and processor can run.
func isas() (names []string) {
	for _, name := range []string{"generic", "avx2", "avx512"} {
		if _, err := kernel.ParseISA(name); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// forceAlone makes the first shard go on alone after windows for which decide says so, until it says otherwise.
func (w *windows[K]) forceAlone(decide func() bool) { w.watch.force = decide }

// TestEngineMatrix: the sequential reference and every combination of shards, windows, form of graph and state, instruction set, arena and
// GOMAXPROCS give one digest, at every
// stop, for systems of every shape. Run it with -rapid.checks=5000 for the long version.
func TestEngineMatrix(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(t *rapid.T) {
		sys := systemtest.Draw(t)
		stops := systemtest.Stops(t)
		cfg := Config{
			Shards: rapid.SampledFrom([]int{1, 2, 3, 7, 16}).Draw(t, "shards"),
			Window: rapid.SampledFrom([]float64{0, 0.7, 3, 20, 500}).Draw(t, "window"),
			ISA:    rapid.SampledFrom(isas()).Draw(t, "isa"),
			State:  rapid.SampledFrom(states).Draw(t, "state"),
			Pin:    rapid.IntRange(0, 9).Draw(t, "pin") == 0,
			Idle:   rapid.SampledFrom(idles).Draw(t, "idle"),
			Arena:  alloc.New(alloc.Config{Backing: rapid.SampledFrom([]alloc.Backing{alloc.Auto, alloc.Heap}).Draw(t, "backing")}),
		}
		defer cfg.Arena.Release()
		runtime.GOMAXPROCS(rapid.IntRange(1, 2).Draw(t, "processors"))
		ref, err := kernel.NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		sim, err := New(systemtest.Form(t, sys), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer sim.Close()
		if e, windows := sim.engine.(interface{ forceAlone(func() bool) }); windows && rapid.Bool().Draw(t, "alone") {
			seq := rng.NewSequence(sys.Seed)
			e.forceAlone(func() bool { return seq.Below(3) == 0 })
		}
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
				t.Fatalf("time %v, %+v: digests differ\nreference %+v\nshards    %+v", until, cfg, ref.Counters(), sim.Counters())
			}
		}
	})
}

// large is the system of the literature's experiments: four types, buffer 5, as many ports as servers.
func large(t testing.TB, servers int, degree, load float64, policy kernel.Policy, buffer int) *kernel.System {
	g, err := graph.Bernoulli(graph.Config{Ports: servers, Servers: servers, Seed: 7, Workers: 2}, degree/float64(servers))
	if err != nil {
		t.Fatal(err)
	}
	sys := &kernel.System{Graph: g, Buffer: buffer, Seed: 11, Policy: policy}
	for _, rate := range []float64{1, 0.5, 0.25, 0.125} {
		sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: servers / 4})
	}
	sys.Arrivals = load * sys.Capacity()
	return sys
}

// TestEngineMatrixLarge: every policy at 2^12 servers, and the main ones up to 2^20, on every number of shards.
func TestEngineMatrixLarge(t *testing.T) {
	type system struct {
		servers int
		degree  float64
		load    float64
		policy  kernel.Policy
		buffer  int
		epochs  float64
	}
	var systems []system
	for rule := range kernel.RuleNames() {
		systems = append(systems, system{1 << 12, 20, 0.9, kernel.Policy{Rule: kernel.Rule(rule), D: 3}, 5, 12.3})
	}
	if !testing.Short() { // the race detector makes these take minutes
		systems = append(systems,
			system{1 << 12, 100, 1.2, kernel.Policy{Rule: kernel.JFSQ}, 0, 3.1},
			system{1 << 12, 6, 0.3, kernel.Policy{Rule: kernel.JFIQ}, 1, 6.6},
			system{1 << 16, 30, 0.8, kernel.Policy{Rule: kernel.JSQ}, 1000, 4.5},
			system{1 << 20, 30, 0.8, kernel.Policy{Rule: kernel.JFSQ}, 5, 3.4},
			system{1 << 20, 10, 0.95, kernel.Policy{Rule: kernel.JFIQ}, 5, 2.2},
		)
	}
	for _, s := range systems {
		t.Run(fmt.Sprintf("servers=%d/policy=%v/buffer=%d", s.servers, s.policy.Rule, s.buffer), func(t *testing.T) {
			sys := large(t, s.servers, s.degree, s.load, s.policy, s.buffer)
			ref, err := kernel.NewReference(sys)
			if err != nil {
				t.Fatal(err)
			}
			until := s.epochs * ref.Plan().Epoch
			tick, err := ref.Plan().Ticks(until)
			if err != nil {
				t.Fatal(err)
			}
			ref.Advance(tick)
			want := ref.Digest()
			packed, err := graph.Pack(nil, sys.Graph, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, shards := range []int{1, 2, 3, 7, 16} {
				for _, window := range []float64{0, 50, 3000} {
					if shards == 1 && window > 0 || shards > 2 && window > 0 && s.servers > 1<<16 {
						continue // one shard has no windows; at this size a few combinations are enough
					}
					for i, isa := range isas() {
						form := *sys
						if i%2 == 1 {
							form.Graph = packed
						}
						sim, err := New(&form, Config{Shards: shards, Window: window, ISA: isa, State: states[i%len(states)], Idle: idles[(i+1)%len(idles)]})
						if err != nil {
							t.Fatal(err)
						}
						if err := sim.Advance(context.Background(), until/3); err != nil {
							t.Fatal(err)
						}
						if err := sim.Advance(context.Background(), until); err != nil {
							t.Fatal(err)
						}
						if got := sim.Digest(); got != want {
							t.Errorf("shards %d, window %v, %s: digest %016x, want %016x", shards, window, isa, got, want)
						}
						sim.Close()
					}
				}
			}
		})
	}
}
