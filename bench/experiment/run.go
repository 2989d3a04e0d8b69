package experiment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
)

// Run runs every policy of a scenario. An error that wraps *fault.InputError was found before anything was simulated. If ctx ends during the run, the error
// wraps fault.ErrInterrupted and the result has what was measured so far, marked as partial; it has no outcome if that was nothing.
func Run(ctx context.Context, sc *scenario.Scenario, opt Options) (result *Result, err error) {
	if isModel(sc) {
		return runModel(ctx, sc, opt)
	}
	need, err := Need(sc, opt)
	if err != nil {
		return nil, err
	}
	if err := need.Check(); err != nil {
		return nil, fault.Input(err)
	}
	portRates, err := sc.PortRates()
	if err != nil {
		return nil, fault.Input(err)
	}
	run := &sc.Run
	length := float64(run.Replications) * (run.Warmup + run.Measure)
	m := newMonitor(opt.Progress, length*float64(len(sc.Policies)), run.Warmup)
	defer m.close()
	arena := alloc.New(alloc.Config{Backing: opt.Backing})
	defer func() { err = errors.Join(err, arena.Release()) }()

	start := time.Now()
	result = &Result{Several: len(sc.Policies) > 1}
	g, err := instance.Graph(ctx, sc, arena)
	if errors.Is(err, fault.ErrInterrupted) {
		result.Partial = true
		return result, err
	}
	if err != nil {
		return nil, fault.Input(err)
	}
	info := instance.Describe(sc, g)
	drawn, err := known.Drawn(sc)
	if err != nil {
		return nil, fault.Input(err)
	}
	graphWall := time.Since(start)
	workers, shards := division(sc, opt)
	for _, p := range sc.Policies {
		if ctx.Err() != nil {
			result.Partial = true
			break
		}
		c := &course{
			sc:      sc,
			sys:     instance.System(sc, g, portRates, p),
			graph:   info,
			cfg:     shardConfig(sc, opt, shards, arena),
			asked:   opt.Shards,
			workers: workers,
			monitor: m,
		}
		if c.traffic, err = known.Traffic(ctx, c.sys, sc.Graph.OnServers()); err != nil {
			result.Partial = true
			break
		}
		o, err := c.evaluate(ctx)
		if err != nil {
			return nil, fmt.Errorf("experiment: policy %v: %w", p, err)
		}
		o.GraphWall, o.Memory = graphWall, need
		o.Theory.Drawn = drawn
		result.Outcomes = append(result.Outcomes, o)
		result.Partial = result.Partial || o.Partial
	}
	if result.Partial {
		return result, fault.Interrupted(ctx)
	}
	return result, nil
}

// evaluate runs all replications. An interruption is no error here but makes the outcome partial.
func (c *course) evaluate(ctx context.Context) (*Outcome, error) {
	if err := errors.Join(c.sys.Validate(), instance.FitsClock(c.sc, c.sys, longest(&c.sc.Run))); err != nil {
		return nil, fault.Input(err)
	}
	c.monitor.policy(c.sys.Policy.String())
	start := time.Now()
	if err := c.run(ctx); err != nil && !fault.Ended(err) {
		return nil, err
	}
	wall := time.Since(start)
	o := c.outcome()
	o.Wall = wall
	return o, nil
}
