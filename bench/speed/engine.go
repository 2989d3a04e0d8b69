package speed

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"shardq/alloc"
	"shardq/graph"
	"shardq/kernel"
	"shardq/shard"
)

// spec fixes one system of the engine workload.
type spec struct {
	servers int
	degree  float64 // mean; ports = servers
	load    float64
	policy  kernel.Policy
	slice   int // jobs a round
}

// name is key=value/key=value, as benchmarks are named.
func (s spec) name() string {
	return fmt.Sprintf("servers=%d/degree=%g/load=%g/policy=%v", s.servers, s.degree, s.load, s.policy.Rule)
}

// build makes the system: four types with rates 1, 1/2, 1/4, 1/8, a quarter of the servers each, buffer 5.
func (s spec) build(arena *alloc.Arena) (*kernel.System, error) {
	g, err := graph.Bernoulli(graph.Config{Ports: s.servers, Servers: s.servers, Seed: 1, Arena: arena, Workers: runtime.GOMAXPROCS(0)},
		min(1, s.degree/float64(s.servers)))
	if err != nil {
		return nil, err
	}
	sys := &kernel.System{Graph: g, Buffer: 5, Seed: 1, Policy: s.policy}
	for m, rate := range []float64{1, 0.5, 0.25, 0.125} {
		sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: (s.servers + 3 - m) / 4})
	}
	sys.Arrivals = s.load * sys.Capacity()
	return sys, nil
}

// measureEngine times floor, plain loop, and the engine on each number of shards, by turns. Baselines that do not apply are left out.
func measureEngine(ctx context.Context, s spec, shards []int, baselines bool, rounds int) ([]Timing, error) {
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	sys, err := s.build(arena)
	if err != nil {
		return nil, err
	}
	var list []contestant
	if baselines {
		plain := NewPlain(sys)
		plain.Run(8 * s.servers) // to a filled system
		list = append(list, contestant{"plain loop", 1, func(context.Context) (uint64, error) {
			plain.Run(s.slice)
			return uint64(s.slice), nil
		}})
		floor, err := newFloor(sys, arena)
		if err != nil {
			return nil, err
		}
		list = append(list, contestant{"memory floor", 1, func(context.Context) (uint64, error) { return floor.run(s.slice), nil }})
	}
	for _, p := range shards {
		sim, err := shard.New(sys, shard.Config{Shards: p, Arena: arena})
		if err != nil {
			return nil, err
		}
		defer sim.Close()
		if err := sim.Advance(ctx, 8*float64(s.servers)/sys.Arrivals); err != nil {
			return nil, err
		}
		list = append(list, contestant{fmt.Sprintf("engine, %d shard%s", sim.Shards(), plural(sim.Shards())), sim.Shards(), func(ctx context.Context) (uint64, error) {
			_, before := sim.Progress()
			if err := sim.Advance(ctx, sim.Now()+float64(s.slice)/sys.Arrivals); err != nil {
				return 0, err
			}
			_, after := sim.Progress()
			return after - before, nil
		}})
	}
	return compare(ctx, rounds, list)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// floor is the memory floor: rows of random ports fetched and scanned, nothing else.
type floor struct {
	router   *kernel.Router[uint8]
	arrivals []kernel.Arrival
	sum      uint64
}

func newFloor(sys *kernel.System, arena *alloc.Arena) (*floor, error) {
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		return nil, err
	}
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		return nil, err
	}
	state, err := kernel.NewState[uint8](arena, sys.Servers())
	if err != nil {
		return nil, err
	}
	kernel.InitState(sys, layout, state)
	isa, err := kernel.ParseISA("")
	if err != nil {
		return nil, err
	}
	f := &floor{router: kernel.NewRouter(sys, layout, state, isa)}
	gen, err := kernel.NewGenerator(arena, plan, 0, len(plan.Arrivals.Lanes), 0, 0)
	if err != nil {
		return nil, err
	}
	for epoch := uint64(0); len(f.arrivals) < 1<<18; epoch++ {
		gen.Load(epoch)
		f.arrivals = append(f.arrivals, gen.Arrivals...)
	}
	return f, nil
}

func (f *floor) run(jobs int) (done uint64) {
	for done < uint64(jobs) {
		f.sum += f.router.Floor(f.arrivals)
		done += uint64(len(f.arrivals))
	}
	return done
}

// measureBuild times the graph generator.
func measureBuild(ctx context.Context, servers int, degree float64, workers, rounds int) (edges uint64, seconds []float64, err error) {
	for range rounds {
		if err := ctx.Err(); err != nil {
			return 0, nil, err
		}
		arena := alloc.New(alloc.Config{})
		start := time.Now()
		g, err := graph.Bernoulli(graph.Config{Ports: servers, Servers: servers, Seed: 1, Arena: arena, Workers: workers}, degree/float64(servers))
		if err != nil {
			return 0, nil, err
		}
		seconds = append(seconds, time.Since(start).Seconds())
		edges = g.Edges()
		if err := arena.Release(); err != nil {
			return 0, nil, err
		}
	}
	return edges, seconds, nil
}
