package experiment

import (
	"context"
	"math"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

type poolsTrials = trials[pools.Counters, *pools.Counters]

// runPools runs one policy of the model of pools.
func runPools(ctx context.Context, sc *scenario.Scenario, p policy.Policy, m *monitor) (*Findings, error) {
	if err := instance.OneRate(sc); err != nil {
		return nil, fault.Input(err)
	}
	probe, err := pools.New(instance.Pools(sc, p, sc.Run.Seed))
	if err != nil {
		return nil, fault.Input(err)
	}
	tick := probe.Tick()
	if err := instance.FitsTicks(longest(&sc.Run), tick); err != nil {
		return nil, fault.Input(err)
	}
	t := &poolsTrials{
		sc: sc,
		start: func(seed uint64) (modelEngine[pools.Counters], error) {
			return pools.New(instance.Pools(sc, p, seed))
		},
		area:    func(c *pools.Counters) kernel.Wide { return c.Tasks },
		monitor: m,
	}
	t.look = func() *Findings { return poolsFindings(t, p, tick) }
	if err := runTrials(ctx, t); err != nil {
		return nil, err
	}
	return t.look(), nil
}

// poolsFindings evaluates the replications.
func poolsFindings(t *poolsTrials, p policy.Policy, tick float64) *Findings {
	sc, sum := t.sc, &t.sum
	rate, n := instance.Rate(sc), float64(sc.Servers())
	f := t.findings(p)
	f.Time = float64(sum.Ticks) * tick
	f.Jobs = Jobs{Arrived: sum.Arrived, Admitted: sum.Admitted, Blocked: sum.Blocked}
	f.Known = known.Values(sc, p)
	f.Checks = Checks{LoadAsked: sc.Load(), LoadMeasured: float64(sum.Arrived) / float64(f.Time*float64(rate*n)), Little: math.NaN(), Drift: math.NaN()}
	if !f.HasStatistics() {
		return f
	}
	ticks := func(c *pools.Counters) float64 { return float64(c.Ticks) }
	whole := func(c *pools.Counters) float64 { return float64(float64(c.Ticks) * n) }
	tasks := func(c *pools.Counters) float64 { return c.Tasks.Float() }
	blocked := func(c *pools.Counters) float64 { return float64(c.Blocked) }
	arrived := func(c *pools.Counters) float64 { return float64(c.Arrived) }

	f.add("tasks in system", "mean_number", t.ratio(tasks, ticks), "").Main = true
	f.add("tasks a pool", "mean_tasks", t.ratio(tasks, whole), "")
	f.add("loss", "blocking", t.share(blocked, arrived), "of tasks, sent to a full pool").asShare().Main = true
	f.add("mean response", "mean_response", t.ratio(func(c *pools.Counters) float64 { return float64(c.Tasks.Float() * tick) },
		func(c *pools.Counters) float64 { return float64(c.Admitted) }), "time of a task in its pool, by Little's law")
	f.add("tasks found", "found_tasks", t.ratio(func(c *pools.Counters) float64 { return services(c.Join, 0) },
		func(c *pools.Counters) float64 { return float64(c.Admitted) }), "in the pool that a task joins").Main = true
	limit := known.PoolsTail(sc, p)
	for i := range max(len(sum.Level), len(limit)) {
		share := certain(1)
		if wideAt(sum.Level, i) != whole(sum) { // else every pool has so many tasks, as it is with most levels of large pools
			share = t.part(func(c *pools.Counters) float64 { return wideAt(c.Level, i) }, whole)
		}
		l := Level{i + 1, share, math.NaN()}
		if limit != nil {
			l.Limit = 0
			if i < len(limit) {
				l.Limit = limit[i]
			}
		}
		f.Occupancy = append(f.Occupancy, l)
	}
	switch p.Rule {
	case policy.JSQ:
		f.Messages = Messages{Queries: n, Replies: n, Scheme: "every pool is asked and answers, for each task"}
	case policy.JSQD:
		d := float64(p.D)
		if !p.Replacement {
			d = min(d, n)
		}
		f.Messages = Messages{Queries: d, Replies: d, Scheme: "the sampled pools are asked and answer, for each task"}
	default:
		f.Messages.Scheme = "none"
	}
	f.drift(t.numbers())
	f.gauges = poolsGauges(t, f.Messages.Total())
	return f
}

// certain is an estimate without error.
func certain(value float64) stats.Estimate {
	return stats.Estimate{Value: value, Lo: value, Hi: value, Level: 0.95, Lag1: nan}
}
