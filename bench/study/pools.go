package study

import (
	"context"
	"fmt"
	"math"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// poolsModel is the model of pools of infinitely many servers.
func poolsModel() model {
	return model{
		begins: WarmingUp,
		need: func(sc *scenario.Scenario, _ Options) (instance.Memory, error) {
			return singleNeed(sc, func(p policy.Policy) uint64 { return poolsSystem(sc, p, sc.Run.Seed).Bytes() },
				256+24*levelsOf(sc.Load(), sc.Buffer())), nil
		},
		ready: func(_ context.Context, sc *scenario.Scenario, opt Options) (system, error) {
			return readySingle(sc, opt, func(sc *scenario.Scenario, p policy.Policy) (subject[poolsCounters, *poolsCounters], error) {
				return newPoolsSubject(sc, p, opt.level())
			})
		},
		ranks: func(sc *scenario.Scenario) []string {
			if sc.Buffer() > 0 {
				return []string{"blocking", "found_tasks", "messages_per_job"}
			}
			return []string{"found_tasks", "messages_per_job"}
		},
	}
}

type (
	poolsCounters   = pools.Counters
	poolsEvaluation = evaluation[poolsCounters, *poolsCounters]
)

// poolsSystem returns what the engine of the model of pools runs.
func poolsSystem(sc *scenario.Scenario, p policy.Policy, seed uint64) *pools.System {
	return &pools.System{
		Pools: sc.Servers(), Cap: sc.Buffer(), Rate: instance.Rate(sc), Arrivals: sc.ArrivalRate(), Policy: p, Seed: seed,
	}
}

// poolsSubject is one policy.
type poolsSubject struct {
	sc     *scenario.Scenario
	policy policy.Policy
	level  isa.Level
	tick   float64
	rate   float64
	pools  float64
}

func newPoolsSubject(sc *scenario.Scenario, p policy.Policy, level isa.Level) (subject[poolsCounters, *poolsCounters], error) {
	if err := instance.OneRate(sc); err != nil {
		return nil, err
	}
	probe, err := pools.New(poolsSystem(sc, p, sc.Run.Seed), level)
	if err != nil {
		return nil, err
	}
	s := &poolsSubject{sc: sc, policy: p, level: level, tick: probe.Tick(), rate: instance.Rate(sc), pools: float64(sc.Servers())}
	return s, instance.FitsTicks(longest(&sc.Run), s.tick)
}

func (s *poolsSubject) start(i int) (engine[poolsCounters], error) {
	return pools.New(poolsSystem(s.sc, s.policy, rng.Derive(s.sc.Run.Seed, uint32(i))), s.level)
}

func (s *poolsSubject) finish(int, engine[poolsCounters]) {}
func (s *poolsSubject) area(c *poolsCounters) kernel.Wide { return c.Tasks }
func (s *poolsSubject) slim(*poolsCounters)               {}
func (s *poolsSubject) jobs(c *poolsCounters) result.Jobs {
	return result.Jobs{Arrived: c.Arrived, Admitted: c.Admitted, Blocked: c.Blocked}
}
func (s *poolsSubject) whole(c *poolsCounters) float64 { return float64(float64(c.Ticks) * s.pools) }

func (s *poolsSubject) describe(e *poolsEvaluation, o *result.Outcome) {
	sum := &e.sum
	o.Time = float64(sum.Ticks) * s.tick
	o.Jobs = s.jobs(sum)
	o.Known = known.Values(s.sc, s.policy)
	k := &o.Checks
	k.LoadAsked, k.LoadMeasured, k.NoLittle = s.sc.Load(), float64(sum.Arrived)/float64(o.Time*float64(s.rate*s.pools)), true
	o.Title = fmt.Sprintf(
		"%s: %v pools, %v tasks offered a pool, seed %d",
		s.sc.Name,
		report.Int(s.sc.Servers()),
		result.LoadCell(k.LoadAsked),
		s.sc.Run.Seed,
	)
	o.Messages, o.InParts = s.messages(), true
}

// messages are the same for every task.
func (s *poolsSubject) messages() policy.Messages {
	return policy.Costs(policy.Pools, s.policy, policy.Traffic{Degree: s.pools, Sampled: min(float64(s.policy.D), s.pools)})
}

func (s *poolsSubject) quantities(*poolsEvaluation) []quantity[poolsCounters] {
	tasks := func(c *poolsCounters) float64 { return c.Tasks.Float() }
	arrived := func(c *poolsCounters) float64 { return float64(c.Arrived) }
	admitted := func(c *poolsCounters) float64 { return float64(c.Admitted) }
	perTask := s.messages().Total()
	q := func(key, name, unit string, place result.Place, note string, l law, num,
		den func(*poolsCounters) float64) quantity[poolsCounters] {
		m := result.Measure{Key: key, Name: name, Unit: unit, Place: place, Note: note}
		return quantity[poolsCounters]{Measure: m, law: l, num: num, den: den, watched: place == result.Main}
	}
	return []quantity[poolsCounters]{
		q(
			"mean_number",
			"tasks in system",
			"tasks",
			result.Main,
			"",
			plain,
			tasks,
			func(c *poolsCounters) float64 { return float64(c.Ticks) },
		),
		q("mean_tasks", "tasks a pool", "tasks", result.Tabled, "", plain, tasks, s.whole),
		q("blocking", "loss", result.ShareUnit, result.Main, "of tasks, sent to a full pool", counted,
			func(c *poolsCounters) float64 { return float64(c.Blocked) }, arrived),
		q("mean_response", "mean response", "time", result.Tabled, "time of a task in its pool, by Little's law", plain,
			func(c *poolsCounters) float64 { return float64(c.Tasks.Float() * s.tick) }, admitted),
		q("found_tasks", "tasks found", "tasks", result.Main, "in the pool that a task joins", plain,
			func(c *poolsCounters) float64 { return services(c.Join, 0) }, admitted),
		q("messages_per_job", "messages a task", "messages", result.Hidden, "", plain,
			func(c *poolsCounters) float64 { return float64(perTask * arrived(c)) }, arrived),
	}
}

func (s *poolsSubject) complete(e *poolsEvaluation, o *result.Outcome) {
	limit := known.PoolsTail(s.sc, s.policy)
	sum := &e.sum
	for i := range max(len(sum.Level), len(limit)) {
		share := certain(1)
		if wideAt(sum.Level, i) != s.whole(sum) { // else every pool has so many tasks, as it is with most levels of large pools
			share = e.of(
				&quantity[poolsCounters]{law: partly, num: func(c *poolsCounters) float64 { return wideAt(c.Level, i) }, den: s.whole},
			)
		}
		l := result.Level{AtLeast: i + 1, Share: share, Limit: math.NaN()}
		if limit != nil {
			l.Limit = 0
			if i < len(limit) {
				l.Limit = limit[i]
			}
		}
		o.Levels = append(o.Levels, l)
	}
	e.drift(o, e.numbers())
}

// certain is an estimate without error.
func certain(value float64) stats.Estimate {
	return stats.Estimate{Value: value, Lo: value, Hi: value, Level: 0.95, Lag1: math.NaN()}
}
