package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"shardq/bench/experiment"
	"shardq/bench/instance"
	"shardq/bench/scenario"
)

// system is a row of the workload systems: a system of the literature by its built-in scenario, and what is known about it.
type system struct {
	name     string // stable
	what     string
	scenario string
	large    []string // settings, besides servers.count, of the run on a million servers
	checks   []check
}

// largeServers is the number of servers of the large runs, largeJobs about how many jobs they simulate under all their policies, and largeSlots how many slots in slotted time, where
// one slot brings nearly as many jobs as there are servers.
const (
	largeServers = 1 << 20
	largeJobs    = 4e6
	largeSlots   = 1e5
)

// SystemNames returns the systems of the workload systems in their order.
func SystemNames() (names []string) {
	for _, y := range systems() {
		names = append(names, y.name)
	}
	return names
}

// runSystems takes every system through three runs: its scenario as it is, the same on a million servers, and one or more in a setting whose answer is known.
func runSystems(ctx context.Context, s *session) error {
	for _, y := range systems() {
		if s.tell != nil {
			s.tell(s.workload, y.name)
		}
		l, err := s.system(ctx, y)
		switch {
		case err != nil && ctx.Err() != nil:
			return ctx.Err() // the experiment's error has the signal, and this one says what every workload says
		case err != nil:
			return fmt.Errorf("%s: %w", y.name, err)
		}
		s.add(*l)
	}
	return nil
}

// system measures one system.
func (s *session) system(ctx context.Context, y system) (*Line, error) {
	sc, err := read(y.scenario, nil)
	if err != nil {
		return nil, err
	}
	if !s.judged {
		shorten(sc, s.quickAmount()/amount(sc))
	}
	result, usual, err := measureSystem(ctx, sc)
	if err != nil {
		return nil, err
	}
	found := &SystemLine{Name: y.name, What: y.what, Scenario: y.scenario, Engine: engineOf(sc), Default: *usual}
	fastest := usual
	if found.Large, err = s.onMany(ctx, y); err != nil {
		var memory *instance.MemoryError
		if !errors.As(err, &memory) {
			return nil, err
		}
		found.NotLarge = "memory: needs more than is free"
	} else {
		fastest = found.Large
	}
	for _, c := range y.checks {
		r, err := s.reference(ctx, y, c, result)
		if err != nil {
			return nil, fmt.Errorf("reference, %s: %w", c.source, err)
		}
		found.References = append(found.References, *r)
	}
	l := &Line{
		Workload: s.workload, Case: fmt.Sprintf("system=%s/scenario=%s/servers=%d", y.name, y.scenario, fastest.Servers), Contestant: found.Engine,
		Shards: fastest.Shards, Rounds: 1, PerSecond: fastest.PerSecond, NsJob: 1e9 / fastest.PerSecond, Unit: fastest.Unit,
		Target: referenceTarget, Met: !found.Failed(), Host: s.host, Version: s.version, System: found,
	}
	l.Least, l.Greatest = l.NsJob, l.NsJob
	return l, nil
}

// onMany runs a system on a million servers, or as many as the effort allows.
func (s *session) onMany(ctx context.Context, y system) (*SystemRun, error) {
	sets := append([]string{fmt.Sprintf("servers.count=%d", s.cut(largeServers))}, y.large...)
	sc, err := read(y.scenario, sets)
	if err != nil {
		return nil, err
	}
	want := largeJobs / float64(len(sc.Policies))
	if sc.Model == scenario.Slotted {
		want = largeSlots
	}
	if !s.judged {
		want = min(want, s.quickAmount())
	}
	shorten(sc, want/amount(sc))
	if sc.Model == scenario.Bipartite && sc.Run.Engine == scenario.Full {
		sc.Run.Start = scenario.MeanField // the run is too short to fill empty servers
	}
	_, run, err := measureSystem(ctx, sc)
	if err != nil {
		return nil, err
	}
	run.Sets = sets
	return run, nil
}

// quickAmount is about how many jobs or slots a run has in sessions that judge no speed.
func (s *session) quickAmount() float64 { return 3 * s.warm }

// read reads a built-in scenario with settings "path=value".
func read(name string, settings []string) (*scenario.Scenario, error) {
	var sets []scenario.Set
	for _, text := range settings {
		set, err := scenario.ParseSet(text)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return scenario.Builtin(name, sets)
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

// measureSystem runs a scenario on all cores, all its policies one after the other.
func measureSystem(ctx context.Context, sc *scenario.Scenario) (*experiment.Result, *SystemRun, error) {
	result, err := experiment.Run(ctx, sc, experiment.Options{})
	if err != nil {
		return nil, nil, err
	}
	run := &SystemRun{Servers: sc.Servers(), Shards: 1, Unit: "job"}
	var wall time.Duration
	for _, o := range result.Outcomes {
		wall += o.Wall
		run.Jobs += o.Simulated
		run.Shards = max(run.Shards, o.Shards)
		run.Building = o.GraphWall.Seconds()
		run.Memory, run.Graph = o.Memory.Total(), o.Graph.Bytes
	}
	for _, f := range result.Findings {
		wall += f.Wall
		run.Jobs += f.Simulated
		run.Memory = f.Memory.Total()
	}
	run.Policies = len(result.Outcomes) + len(result.Findings)
	run.Seconds = wall.Seconds()
	count := float64(run.Jobs)
	if sc.Model == scenario.Slotted {
		run.Unit, count = "slot", amount(sc)*float64(run.Policies)
	}
	run.PerSecond = count / run.Seconds
	return result, run, nil
}
