package study

import (
	"context"
	"math"
	"runtime"
	"strings"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// single is a scenario of a model whose engines run on one core each, without a graph: replications share the cores.
type single[C any, P counters[C]] struct {
	sc      *scenario.Scenario
	note    string // on settings that mean nothing here
	subject func(sc *scenario.Scenario, p policy.Policy) (subject[C, P], error)
}

// readySingle makes such a scenario ready, given how one of its policies becomes a subject.
func readySingle[C any, P counters[C]](
	sc *scenario.Scenario,
	opt Options,
	of func(*scenario.Scenario, policy.Policy) (subject[C, P], error),
) (system, error) {
	s := &single[C, P]{sc: sc, subject: of}
	if idle := opt.idle(); idle != nil {
		s.note = "on one core for each replication; without a meaning in this model: " + strings.Join(idle, ", ")
	}
	return s, nil
}

func (s *single[C, P]) close() error { return nil }

func (s *single[C, P]) run(ctx context.Context, p policy.Policy, m *monitor) (*result.Outcome, error) {
	sub, err := s.subject(s.sc, p)
	if err != nil {
		return nil, fault.Input(err)
	}
	o, err := simulate(ctx, &course[C, P]{sc: s.sc, subject: sub, workers: singleWorkers(s.sc), monitor: m}, p)
	if o != nil {
		o.Note = s.note
	}
	return o, err
}

// singleWorkers is how many replications run at a time.
func singleWorkers(sc *scenario.Scenario) int { return min(sc.Run.Replications, runtime.GOMAXPROCS(0)) }

// singleNeed is the memory of a scenario, given that of a system under a policy and of its counters.
func singleNeed(sc *scenario.Scenario, state func(policy.Policy) uint64, counters uint64) instance.Memory {
	var need instance.Memory
	workers := singleWorkers(sc)
	if openEnded(&sc.Run) {
		workers = sc.Run.Replications // all of them are there until the end
	}
	for _, p := range sc.Policies {
		need.State = max(need.State, uint64(workers)*state(p))
	}
	need.Statistics = countersNeed(sc, counters)
	return need
}

// levelsOf is the number of jobs at a server that is hardly ever exceeded, with so many on average and room for at most so many; 0 is
// unbounded.
func levelsOf(mean float64, room int) uint64 {
	usual := uint64(min(64+mean+10*math.Sqrt(mean), pools.MaxTasks))
	if room == 0 {
		return usual
	}
	return min(usual, uint64(room))
}
