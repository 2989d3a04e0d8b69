package experiment

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"shardq/alloc"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel/elastic"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
	"shardq/kernel/slotted"
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
		return nil, input(err)
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
		return result, fmt.Errorf("%w (%w)", ErrInterrupted, context.Cause(ctx))
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
		err = input(fmt.Errorf("experiment: no model %q", sc.Model))
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
func modelNeed(sc *scenario.Scenario, opt Options) (Memory, error) {
	if err := opt.Validate(); err != nil {
		return Memory{}, input(err)
	}
	var need Memory
	counters := uint64(256)
	for _, p := range sc.Policies {
		bytes := uint64(0)
		switch sc.Model {
		case scenario.Slotted:
			bytes = slottedSystem(sc, p, sc.Run.Seed).Bytes()
		case scenario.Elastic:
			bytes = elasticSystem(sc, sc.Run.Seed).Bytes()
			counters = max(counters, 256+24*levelsOf(0, sc.Buffer()))
		case scenario.Pools:
			bytes = poolsSystem(sc, p, sc.Run.Seed).Bytes()
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

// slottedSystem, elasticSystem and poolsSystem return what the engine of a model runs.
func slottedSystem(sc *scenario.Scenario, p policy.Policy, seed uint64) *slotted.System {
	sys := &slotted.System{
		Types:  sc.Types(),
		Policy: p,
		Seed:   seed,
	}
	if sc.Service.Law == "bursty" {
		sys.Burst = sc.Service.Burst
	}
	if sc.Port.BatchSizes != nil {
		sys.Sizes, sys.Probabilities = sc.Port.BatchSizes, sc.Port.BatchProbabilities
	} else {
		sys.Arrivals = sc.ArrivalRate()
	}
	return sys
}

func elasticSystem(sc *scenario.Scenario, seed uint64) *elastic.System {
	return &elastic.System{
		Servers: sc.Servers(), Buffer: sc.Buffer(), Rate: rateOf(sc), Arrivals: sc.ArrivalRate(),
		Standby: sc.Elastic.Standby, Setup: sc.Elastic.Setup, Seed: seed,
	}
}

func poolsSystem(sc *scenario.Scenario, p policy.Policy, seed uint64) *pools.System {
	return &pools.System{
		Pools: sc.Servers(), Cap: sc.Buffer(), Rate: rateOf(sc), Arrivals: sc.ArrivalRate(),
		Policy: p, Seed: seed,
	}
}

// rateOf returns the one service rate of a scenario of a model that has no more.
func rateOf(sc *scenario.Scenario) float64 { return sc.Types()[0].Rate }

// oneRate refuses servers of several rates.
func oneRate(sc *scenario.Scenario) error {
	if types := sc.Types(); len(types) != 1 {
		return fmt.Errorf("experiment: %d service rates, but servers of the model %s are alike: want one rate", len(types), sc.Model)
	}
	return nil
}

// runTrials runs the replications of a valid system. An interruption is no error.
func runTrials[C any, P countersOf[C]](ctx context.Context, t *trials[C, P]) error {
	if err := t.run(ctx); err != nil && !ended(err) {
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

// fitsTicks refuses a run whose end a clock of 63 bits of ticks cannot tell.
func fitsTicks(sc *scenario.Scenario, tick float64) error {
	length := longest(&sc.Run)
	if last := float64(0x1p63 * tick); !(length < last) {
		return fmt.Errorf("experiment: a run of %g units of time is too long for the clock of this system, which ends at %.4g", length, last)
	}
	return nil
}
