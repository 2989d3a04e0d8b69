package experiment

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// isModel reports whether a scenario is one of another model than the bipartite one.
func isModel(sc *scenario.Scenario) bool { return sc.Model != "" && sc.Model != scenario.Bipartite }

// runModel is Run for the other models. They have engines of their own, on one core each: replications share the cores.
func runModel(ctx context.Context, sc *scenario.Scenario, opt Options) (*Result, error) {
	need, err := modelNeed(sc, opt)
	if err != nil {
		return nil, err
	}
	if err := need.Check(); err != nil {
		return nil, fault.Input(err)
	}
	run := &sc.Run
	m := startMonitor(WarmingUp, opt.Progress, float64(run.Replications)*(run.Warmup+run.Measure)*float64(len(sc.Policies)), run.Warmup)
	defer m.close()
	result := &Result{Several: len(sc.Policies) > 1}
	for _, p := range sc.Policies {
		if ctx.Err() != nil {
			result.Partial = true
			break
		}
		m.policy(p.String())
		start := time.Now()
		f, err := evaluateModel(ctx, sc, p, m)
		if err != nil {
			return nil, fmt.Errorf("experiment: policy %s: %w", p.String(), err)
		}
		f.Wall, f.Memory, f.Note = time.Since(start), need, idleSettings(opt)
		result.Findings = append(result.Findings, f)
		result.Partial = result.Partial || f.Partial
	}
	if result.Partial {
		return result, fault.Interrupted(ctx)
	}
	return result, nil
}

// evaluateModel runs all replications of one policy. An interruption is no error here but makes the findings partial.
func evaluateModel(ctx context.Context, sc *scenario.Scenario, p policy.Policy, m *monitor) (*Findings, error) {
	var f *Findings
	var err error
	switch sc.Model {
	case scenario.Slotted:
		f, err = runSlotted(ctx, sc, p, m)
	case scenario.Elastic:
		f, err = runElastic(ctx, sc, p, m)
	case scenario.Pools:
		f, err = runPools(ctx, sc, p, m)
	default:
		err = fault.Input(fmt.Errorf("experiment: no model %q", sc.Model))
	}
	if err != nil {
		return nil, err
	}
	f.judge()
	return f, nil
}

// idleSettings says which settings mean nothing in the other models, if any was made.
func idleSettings(opt Options) string {
	var idle []string
	for _, s := range []struct {
		name string
		set  bool
	}{
		{"shards", opt.Shards > 0}, {"window", opt.Window != 0}, {"state", opt.State != ""}, {"isa", opt.ISA != ""}, {"pin", opt.Pin}, {"no-huge", opt.Backing == alloc.Heap},
	} {
		if s.set {
			idle = append(idle, s.name)
		}
	}
	if idle == nil {
		return ""
	}
	return "on one core for each replication; without a meaning in this model: " + strings.Join(idle, ", ")
}

// modelNeed estimates the memory of a run.
func modelNeed(sc *scenario.Scenario, opt Options) (instance.Memory, error) {
	if err := opt.Validate(); err != nil {
		return instance.Memory{}, fault.Input(err)
	}
	var need instance.Memory
	counters := uint64(256)
	for _, p := range sc.Policies {
		bytes := uint64(0)
		switch sc.Model {
		case scenario.Slotted:
			bytes = instance.Slotted(sc, p, sc.Run.Seed).Bytes()
		case scenario.Elastic:
			bytes = instance.Elastic(sc, sc.Run.Seed).Bytes()
			counters = max(counters, 256+24*levelsOf(0, sc.Buffer()))
		case scenario.Pools:
			bytes = instance.Pools(sc, p, sc.Run.Seed).Bytes()
			counters = max(counters, 256+24*levelsOf(sc.Load(), sc.Buffer()))
		}
		workers := modelWorkers(sc)
		if openEnded(&sc.Run) {
			workers = sc.Run.Replications // all of them are there until the end
		}
		need.State = max(need.State, uint64(workers)*bytes)
	}
	sets := uint64(sc.Run.Replications)
	if sets < alone {
		sets *= uint64(batches(sc))
	}
	need.Statistics = sets * counters
	return need, nil
}

// levelsOf is the number of jobs at a server that is hardly ever exceeded, with so many on average and room for at most so many; 0 is unbounded.
func levelsOf(mean float64, room int) uint64 {
	usual := uint64(min(64+mean+10*math.Sqrt(mean), pools.MaxTasks))
	if room == 0 {
		return usual
	}
	return min(usual, uint64(room))
}

// runTrials runs the replications of a valid system. An interruption is no error.
func runTrials[C any, P countersOf[C]](ctx context.Context, t *trials[C, P]) error {
	if err := t.run(ctx); err != nil && !fault.Ended(err) {
		return err
	}
	return nil
}

// drift fills in the check of the warm-up, from the mean number in system of consecutive batches.
func (f *Findings) drift(numbers []float64) {
	f.Checks.Drift = math.NaN()
	if !f.Partial { // else the first batches are of more replications than the last
		f.Checks.Drift, f.Checks.Drifting = stats.Drift(numbers)
	}
}
