package study

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// Run runs every policy of a scenario. An error that wraps *fault.InputError was found before anything was simulated. If ctx ends during
// the run, the error wraps fault.ErrInterrupted and the result has what was measured so far, marked as partial; it has no outcome if that
// was nothing. The same goes for a policy that fails: the result has those before it.
func Run(ctx context.Context, sc *scenario.Scenario, opt Options) (r *result.Result, err error) {
	need, err := Need(sc, opt)
	if err != nil {
		return nil, err
	}
	if err := need.Check(); err != nil {
		return nil, fault.Input(err)
	}
	r = &result.Result{Scenario: sc, ISA: opt.level().Resolve().String()}
	if r.Inputs, err = result.InputsOf(ctx, sc); err != nil {
		r.Partial = ctx.Err() != nil
		return r, fault.Input(fault.Interruption(ctx, err))
	}
	run := &sc.Run
	mo := modelOf(sc.Model)
	m := startMonitor(mo.begins, opt.Progress, float64(run.Replications)*(run.Warmup+run.Measure)*float64(len(sc.Policies)), run.Warmup)
	defer m.close()
	sys, err := mo.ready(ctx, sc, opt)
	if errors.Is(err, fault.ErrInterrupted) {
		r.Partial = true
		return r, err
	}
	if err != nil {
		return nil, fault.Input(err)
	}
	defer func() { err = errors.Join(err, sys.close()) }()
	for _, p := range sc.Policies {
		if ctx.Err() != nil {
			r.Partial = true
			break
		}
		o, err := caught(func() (*result.Outcome, error) { return sys.run(ctx, p, m) })
		switch {
		case errors.Is(err, fault.ErrInterrupted):
			r.Partial = true
		case err != nil:
			r.Partial = true
			return r, fmt.Errorf("study: policy %s: %w", p, err)
		default:
			o.Memory = need
			r.Outcomes = append(r.Outcomes, o)
			r.Partial = r.Partial || o.Partial
		}
	}
	if r.Partial {
		return r, fmt.Errorf("%w (%w)", fault.ErrInterrupted, context.Cause(ctx))
	}
	return r, nil
}

// caught keeps a panic in one policy from losing the others.
func caught(run func() (*result.Outcome, error)) (o *result.Outcome, err error) {
	defer fault.Caught(&err)
	return run()
}

// Need estimates the memory that Run would take, before anything is built.
func Need(sc *scenario.Scenario, opt Options) (instance.Memory, error) {
	if err := opt.Validate(); err != nil {
		return instance.Memory{}, fault.Input(err)
	}
	need, err := modelOf(sc.Model).need(sc, opt)
	return need, fault.Input(err)
}

// system is a scenario made ready to run: what its policies share.
type system interface {
	// run simulates one policy. An interruption makes the outcome partial and is no error, unless it came before the simulation began.
	run(ctx context.Context, p policy.Policy, m *monitor) (*result.Outcome, error)
	close() error
}

// model is how the scenarios of a model are run.
type model struct {
	begins Phase // what a run is doing first
	need   func(sc *scenario.Scenario, opt Options) (instance.Memory, error)
	ready  func(ctx context.Context, sc *scenario.Scenario, opt Options) (system, error)
	ranks  func(sc *scenario.Scenario) []string // keys of the measures that policies are compared by, the most important one first
}

// modelOf returns how a model is run. A model is registered here.
func modelOf(m scenario.Model) model {
	switch m {
	case scenario.Slotted:
		return slottedModel()
	case scenario.Elastic:
		return elasticModel()
	case scenario.Pools:
		return poolsModel()
	}
	return bipartiteModel()
}

// RankedBy returns the keys of the measures that the policies of a scenario can be compared by, the most important one first.
func RankedBy(sc *scenario.Scenario) []string { return modelOf(sc.Model).ranks(sc) }

// simulate advances the replications of a course and evaluates them. An interruption makes the outcome partial.
func simulate[C any, P counters[C]](ctx context.Context, c *course[C, P], p policy.Policy) (*result.Outcome, error) {
	c.monitor.policy(p.String())
	start := time.Now()
	if err := c.run(ctx); err != nil && !fault.Ended(err) {
		return nil, err
	}
	wall := time.Since(start)
	o := c.outcome(p)
	o.Wall = wall
	return o, nil
}
