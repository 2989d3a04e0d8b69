package shard

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"shardq/alloc"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/systemtest"
)

// states and idles are the values of Config.State and Config.Idle.
var (
	states = []State{"", Copies, Shared}
	idles  = []kernel.IdleWay{"", kernel.IdleByKey, kernel.IdleByRow, kernel.IdleByPort}
)

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
			ISA:    rapid.SampledFrom(isa.Levels()).Draw(t, "isa"),
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
func large(t testing.TB, servers int, degree, load float64, policy policy.Policy, buffer int) *kernel.System {
	g, err := graph.Bernoulli(
		context.Background(),
		graph.Config{Ports: servers, Servers: servers, Seed: 7, Workers: 2},
		degree/float64(servers),
	)
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

// TestEngineMatrixModels: graphs on servers, two classes and service in phases, with windows that have many events on one server.
func TestEngineMatrixModels(t *testing.T) {
	const n = 1 << 12
	erdosRenyi, err := graph.ErdosRenyi(context.Background(), graph.Config{Ports: n, Servers: n, Seed: 3}, 6./n)
	if err != nil {
		t.Fatal(err)
	}
	ring, err := graph.Ring(n, 4)
	if err != nil {
		t.Fatal(err)
	}
	torus, err := graph.Torus([]int{16, 16, 16})
	if err != nil {
		t.Fatal(err)
	}
	bernoulli := large(t, n, 12, 0.9, policy.Policy{}, 5).Graph
	clique := graph.Complete{L: n, N: n}
	one, two, four := []float64{1}, []float64{1, 0.25}, []float64{1, 0.5, 0.25, 0.125}
	supermarket := policy.Policy{Rule: policy.Supermarket, D: 2}
	classes := policy.Policy{Rule: policy.TwoClass, DFast: 2, DSlow: 3, PFast: 0.8, PSlow: 0.6}
	hyper := &kernel.Phases{Start: []float64{0.9, 0.1}, Rates: []float64{1.8, 0.2}}
	erlang := &kernel.Phases{Start: []float64{1, 0}, Rates: []float64{2, 2}, Routing: [][]float64{{0, 1}, {0, 0}}}
	for _, c := range []struct {
		name   string
		graph  graph.Graph
		rates  []float64
		buffer int
		policy policy.Policy
		law    *kernel.Phases
	}{
		{"jsq on erdos-renyi", erdosRenyi, one, 0, policy.Policy{Rule: policy.JSQ}, nil},
		{"supermarket on erdos-renyi", erdosRenyi, one, 0, supermarket, nil},
		{"jsq on a ring", ring, one, 0, policy.Policy{Rule: policy.JSQ}, nil},
		{"supermarket on a torus", torus, one, 100, policy.Policy{Rule: policy.Supermarket, D: 3, Replacement: true}, nil},
		{"supermarket on a clique", clique, one, 0, supermarket, nil},
		{"two classes, complete", clique, two, 50, classes, nil},
		{"two classes", bernoulli, two, 5, classes, hyper},
		{"jfsq, hyper-exponential", bernoulli, four, 5, policy.Policy{Rule: policy.JFSQ}, hyper},
		{"jfiq, hyper-exponential", bernoulli, four, 0, policy.Policy{Rule: policy.JFIQ}, hyper},
		{"jiq-jsq-d, erlang", bernoulli, four, 5, policy.Policy{Rule: policy.JIQJSQD, D: 2}, erlang},
		{"jsq on a torus, erlang", torus, one, 0, policy.Policy{Rule: policy.JSQ}, erlang},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := &kernel.System{Graph: c.graph, Buffer: c.buffer, Seed: 17, Policy: c.policy, Service: c.law}
			for _, rate := range c.rates {
				sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: n / len(c.rates)})
			}
			sys.Arrivals = 0.9 * sys.Capacity()
			ref, err := kernel.NewReference(sys)
			if err != nil {
				t.Fatal(err)
			}
			until := 5.3 * ref.Plan().Epoch
			tick, err := ref.Plan().Ticks(until)
			if err != nil {
				t.Fatal(err)
			}
			ref.Advance(tick)
			want := ref.Digest()
			for i, cfg := range []Config{
				{Shards: 1}, {Shards: 2}, {Shards: 2, Window: 400, State: Shared}, {Shards: 3, Window: 30, Idle: kernel.IdleByRow},
				{Shards: 7, State: Shared}, {Shards: 16, Window: 2000},
			} {
				if cfg.Idle != "" && !kernel.AsksForIdle(sys) {
					cfg.Idle = ""
				}
				cfg.ISA = isa.Levels()[i%len(isa.Levels())]
				sim, err := New(sys, cfg)
				if err != nil {
					t.Fatal(err)
				}
				for _, at := range []float64{until / 3, until} {
					if err := sim.Advance(context.Background(), at); err != nil {
						t.Fatal(err)
					}
				}
				if got := sim.Digest(); got != want {
					t.Errorf("%+v: digest %016x, want %016x", cfg, got, want)
				}
				sim.Close()
			}
		})
	}
}

// TestEngineMatrixLarge: every policy at 2^12 servers, and the main ones up to 2^20, on every number of shards.
func TestEngineMatrixLarge(t *testing.T) {
	type system struct {
		servers int
		degree  float64
		load    float64
		policy  policy.Policy
		buffer  int
		epochs  float64
	}
	var systems []system
	for rule := range int(policy.Supermarket) {
		systems = append(systems, system{1 << 12, 20, 0.9, policy.Policy{Rule: policy.Rule(rule), D: 3}, 5, 12.3})
	}
	if !testing.Short() { // the race detector makes these take minutes
		systems = append(systems,
			system{1 << 12, 100, 1.2, policy.Policy{Rule: policy.JFSQ}, 0, 3.1},
			system{1 << 12, 6, 0.3, policy.Policy{Rule: policy.JFIQ}, 1, 6.6},
			system{1 << 16, 30, 0.8, policy.Policy{Rule: policy.JSQ}, 1000, 4.5},
			system{1 << 20, 30, 0.8, policy.Policy{Rule: policy.JFSQ}, 5, 3.4},
			system{1 << 20, 10, 0.95, policy.Policy{Rule: policy.JFIQ}, 5, 2.2},
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
			packed, err := graph.Pack(context.Background(), nil, sys.Graph, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, shards := range []int{1, 2, 3, 7, 16} {
				for _, window := range []float64{0, 50, 3000} {
					if shards == 1 && window > 0 || shards > 2 && window > 0 && s.servers > 1<<16 {
						continue // one shard has no windows; at this size a few combinations are enough
					}
					for i, level := range isa.Levels() {
						form := *sys
						if i%2 == 1 {
							form.Graph = packed
						}
						sim, err := New(
							&form,
							Config{Shards: shards, Window: window, ISA: level, State: states[i%len(states)], Idle: idles[(i+1)%len(idles)]},
						)
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
							t.Errorf("shards %d, window %v, %v: digest %016x, want %016x", shards, window, level, got, want)
						}
						sim.Close()
					}
				}
			}
		})
	}
}
