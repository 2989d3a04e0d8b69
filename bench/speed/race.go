package speed

import (
	"context"
	"errors"
	"fmt"

	"shardq/alloc"
	"shardq/bench/speed/plain"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/shard"
)

// race is a set of contestants that run by turns, and the memory that they live in.
type race struct {
	effort
	arena *alloc.Arena
	list  []contestant
	ends  []func() error
}

func (s *session) race() *race { return &race{effort: s.effort, arena: alloc.New(alloc.Config{})} }

// close gives all memory back.
func (r *race) close() (err error) {
	for _, end := range r.ends {
		err = errors.Join(err, end())
	}
	r.list, r.ends = nil, nil
	return errors.Join(err, r.arena.Release())
}

// run compares the contestants.
func (r *race) run(ctx context.Context) ([]Timing, error) { return compare(ctx, r.effort, r.list) }

// advancer is a simulator of any kind.
type advancer interface {
	Advance(ctx context.Context, until float64) error
	Now() float64
	Progress() (now float64, arrived uint64)
	Counters() kernel.Counters
	Close() error
}

// advance lets a simulator run for about as many arrivals as asked, and returns how many came.
func advance(ctx context.Context, sim advancer, rate float64, jobs uint64) (uint64, error) {
	_, before := sim.Progress()
	if err := sim.Advance(ctx, sim.Now()+float64(jobs)/rate); err != nil {
		return 0, err
	}
	_, after := sim.Progress()
	return after - before, nil
}

// sim starts a simulator that is closed with the race, and warms it up.
func (r *race) sim(ctx context.Context, sys *kernel.System, cfg shard.Config) (*shard.Simulator, error) {
	cfg.Arena = r.arena
	sim, err := shard.New(sys, cfg)
	if err != nil {
		return nil, err
	}
	r.ends = append(r.ends, sim.Close)
	return sim, sim.Advance(ctx, r.warmTime(sys))
}

// engine adds the engine on a number of shards, 0 for the program's choice.
func (r *race) engine(ctx context.Context, system string, sys *kernel.System, shards int) error {
	return r.engineISA(ctx, system, sys, shards, isa.Best)
}

// engineISA adds the engine with a given instruction set.
func (r *race) engineISA(ctx context.Context, system string, sys *kernel.System, shards int, level isa.Level) error {
	sim, err := r.sim(ctx, sys, shard.Config{Shards: shards, ISA: level})
	if err != nil {
		return err
	}
	name := fmt.Sprintf("engine, %d shard%s", sim.Shards(), plural(sim.Shards()))
	switch {
	case shards == 0:
		name = fmt.Sprintf("engine, its own choice: %d shard%s", sim.Shards(), plural(sim.Shards()))
	case level != isa.Best:
		name += ", " + level.String()
	}
	r.list = append(r.list, contestant{
		name: name, system: system, shards: sim.Shards(),
		work:   func(ctx context.Context, jobs uint64) (uint64, error) { return advance(ctx, sim, sys.Arrivals, jobs) },
		phases: func() []phaseTimes { return phasesOf(sim) },
	})
	return nil
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// plain adds the plain loop, for a system with a stored graph.
func (r *race) plain(system string, sys *kernel.System) {
	p := plain.NewLoop(sys)
	p.Run(int(r.warmTime(sys) * sys.Arrivals))
	r.list = append(
		r.list,
		contestant{name: "plain loop", system: system, shards: 1, work: func(_ context.Context, jobs uint64) (uint64, error) {
			p.Run(int(jobs))
			return jobs, nil
		}},
	)
}

// floor adds the memory floor.
func (r *race) floor(system string, sys *kernel.System) error {
	f, err := newFloor(sys, r.arena)
	if err != nil {
		return err
	}
	r.list = append(
		r.list,
		contestant{name: "memory floor", system: system, shards: 1, work: func(_ context.Context, jobs uint64) (uint64, error) {
			return f.run(jobs), nil
		}},
	)
	return nil
}
