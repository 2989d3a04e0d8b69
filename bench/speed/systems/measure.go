package systems

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
)

// system is a row of a system of the literature by its built-in scenario, and what is known about it.
type system struct {
	name     string // stable
	what     string
	scenario string
	large    []string // settings, besides servers.count, of the run on a million servers
	checks   []check
}

// Config says how much to measure. The zero value measures everything in full.
type Config struct {
	Largest int                // most servers of the large runs; 0 for no limit
	Amount  float64            // about how many jobs, in slotted time how many slots, a run has at most; 0 for as many as it takes
	Tell    func(name string)  // called when a system begins; may be nil
	Found   func(found Result) // called with the result of each system
}

// largeServers is the number of servers of the large runs, largeJobs about how many jobs they simulate under all their policies, and
// largeSlots how many slots in slotted time, where one slot brings nearly as many jobs as there are servers.
const (
	largeServers = 1 << 20
	largeJobs    = 4e6
	largeSlots   = 1e5
)

// Names returns the systems in their order.
func Names() (names []string) {
	for _, y := range systems() {
		names = append(names, y.name)
	}
	return names
}

// Measure takes every system through three runs: its scenario as it is, the same on a million servers, and one or more in a setting whose
// answer is known. With an error it has handed on the systems that are finished.
func Measure(ctx context.Context, cfg Config) error {
	for _, y := range systems() {
		if cfg.Tell != nil {
			cfg.Tell(y.name)
		}
		found, err := cfg.system(ctx, y)
		switch {
		case err != nil && ctx.Err() != nil:
			return ctx.Err() // the experiment's error has the signal, and this one says what every workload says
		case err != nil:
			return fmt.Errorf("%s: %w", y.name, err)
		}
		cfg.Found(*found)
	}
	return nil
}

// system measures one system.
func (cfg Config) system(ctx context.Context, y system) (*Result, error) {
	sc, err := input.BuiltinWith(y.scenario)
	if err != nil {
		return nil, err
	}
	if cfg.Amount > 0 {
		shorten(sc, cfg.Amount/amount(sc))
	}
	result, usual, err := simulate(ctx, sc)
	if err != nil {
		return nil, err
	}
	found := &Result{Name: y.name, What: y.what, Scenario: y.scenario, Engine: engineOf(sc), Default: *usual}
	if found.Large, err = cfg.onMany(ctx, y); err != nil {
		var memory *instance.MemoryError
		if !errors.As(err, &memory) {
			return nil, err
		}
		found.NotLarge = "memory: needs more than is free"
	}
	for _, c := range y.checks {
		r, err := cfg.reference(ctx, y, c, result)
		if err != nil {
			return nil, fmt.Errorf("reference, %s: %w", c.source, err)
		}
		found.References = append(found.References, *r)
	}
	return found, nil
}

// onMany runs a system on a million servers, or as many as the effort allows.
func (cfg Config) onMany(ctx context.Context, y system) (*Run, error) {
	servers := largeServers
	if cfg.Largest > 0 {
		servers = min(servers, cfg.Largest)
	}
	sets := append([]string{fmt.Sprintf("servers.count=%d", servers)}, y.large...)
	sc, err := input.BuiltinWith(y.scenario, sets...)
	if err != nil {
		return nil, err
	}
	want := largeJobs / float64(len(sc.Policies))
	if sc.Model == scenario.Slotted {
		want = largeSlots
	}
	if cfg.Amount > 0 {
		want = min(want, cfg.Amount)
	}
	shorten(sc, want/amount(sc))
	if sc.Model == scenario.Bipartite && sc.Run.Engine == scenario.Full {
		sc.Run.Start = scenario.MeanField // the run is too short to fill empty servers
	}
	_, run, err := simulate(ctx, sc)
	if err != nil {
		return nil, err
	}
	run.Sets = sets
	return run, nil
}

// amount returns how many jobs a run has on average for each policy, in slotted time how many slots.
func amount(sc *scenario.Scenario) float64 {
	length := float64(sc.Run.Replications) * (sc.Run.Warmup + sc.Run.Measure)
	if sc.Model == scenario.Slotted {
		return length
	}
	return length * sc.ArrivalRate()
}

// shorten makes a run shorter by a factor, if that is less than 1.
func shorten(sc *scenario.Scenario, factor float64) {
	if factor >= 1 {
		return
	}
	sc.Run.Warmup *= factor
	sc.Run.Measure *= factor
	if sc.Model == scenario.Slotted {
		sc.Run.Warmup, sc.Run.Measure = math.Ceil(sc.Run.Warmup), math.Ceil(sc.Run.Measure)
	}
}

// engineOf names what simulates a scenario.
func engineOf(sc *scenario.Scenario) string {
	switch {
	case sc.Model != scenario.Bipartite:
		return string(sc.Model)
	case sc.Run.Engine == scenario.Lumped:
		return "lumped"
	}
	return "sharded"
}

// simulate runs a scenario on all cores, all its policies one after the other.
func simulate(ctx context.Context, sc *scenario.Scenario) (*result.Result, *Run, error) {
	r, err := study.Run(ctx, sc, study.Options{})
	if err != nil {
		return nil, nil, err
	}
	run := &Run{Servers: sc.Servers(), Shards: 1, Unit: "job"}
	var wall time.Duration
	for _, o := range r.Outcomes {
		wall += o.Wall
		run.Jobs += o.Simulated
		run.Shards = max(run.Shards, o.Shards)
		run.Building, run.Memory = o.GraphWall.Seconds(), o.Memory.Total()
		if o.Graph != nil {
			run.Graph = o.Graph.Bytes
		}
	}
	run.Policies = len(r.Outcomes)
	run.Seconds = wall.Seconds()
	count := float64(run.Jobs)
	if sc.Model == scenario.Slotted {
		run.Unit, count = "slot", amount(sc)*float64(run.Policies)
	}
	run.PerSecond = count / run.Seconds
	return r, run, nil
}
