package study

import (
	"context"
	"errors"
	"fmt"
	"math"

	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/mixture"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/elastic"
	"shardq/kernel/policy"
)

// elasticModel is the model of servers that are switched off when idle and set up when needed.
func elasticModel() model {
	return model{
		begins: WarmingUp,
		need: func(sc *scenario.Scenario, _ Options) (instance.Memory, error) {
			return singleNeed(
				sc,
				func(policy.Policy) uint64 { return elasticSystem(sc, sc.Run.Seed).Bytes() },
				256+24*levelsOf(0, sc.Buffer()),
			), nil
		},
		ready: func(_ context.Context, sc *scenario.Scenario, opt Options) (system, error) {
			return readySingle(sc, opt, func(sc *scenario.Scenario, p policy.Policy) (subject[elasticCounters, *elasticCounters], error) {
				return newElasticSubject(sc, p, opt.level())
			})
		},
		ranks: func(*scenario.Scenario) []string { return []string{"mean_response", "blocking", "messages_per_job"} },
	}
}

type (
	elasticCounters   = elastic.Counters
	elasticEvaluation = evaluation[elasticCounters, *elasticCounters]
)

// elasticSystem returns what the engine of the elastic model runs.
func elasticSystem(sc *scenario.Scenario, seed uint64) *elastic.System {
	return &elastic.System{
		Servers: sc.Servers(), Buffer: sc.Buffer(), Rate: instance.Rate(sc), Arrivals: sc.ArrivalRate(),
		Standby: sc.Elastic.Standby, Setup: sc.Elastic.Setup, Seed: seed,
	}
}

// elasticSubject is one policy.
type elasticSubject struct {
	sc      *scenario.Scenario
	policy  policy.Policy
	level   isa.Level
	tick    float64
	rate    float64
	servers float64
}

func newElasticSubject(sc *scenario.Scenario, p policy.Policy, level isa.Level) (subject[elasticCounters, *elasticCounters], error) {
	if err := errors.Join(policy.Check(policy.Elastic, p.Rule), instance.OneRate(sc)); err != nil {
		return nil, err
	}
	probe, err := elastic.New(elasticSystem(sc, sc.Run.Seed), level)
	if err != nil {
		return nil, err
	}
	s := &elasticSubject{sc: sc, policy: p, level: level, tick: probe.Tick(), rate: instance.Rate(sc), servers: float64(sc.Servers())}
	return s, instance.FitsTicks(longest(&sc.Run), s.tick)
}

func (s *elasticSubject) start(i int) (engine[elasticCounters], error) {
	return elastic.New(elasticSystem(s.sc, rng.Derive(s.sc.Run.Seed, uint32(i))), s.level)
}

func (s *elasticSubject) finish(int, engine[elasticCounters]) {}
func (s *elasticSubject) area(c *elasticCounters) kernel.Wide { return c.Jobs }
func (s *elasticSubject) slim(*elasticCounters)               {}
func (s *elasticSubject) jobs(c *elasticCounters) result.Jobs {
	return result.Jobs{Arrived: c.Arrived, Admitted: c.Admitted, Blocked: c.Blocked}
}

func (s *elasticSubject) describe(e *elasticEvaluation, o *result.Outcome) {
	sum := &e.sum
	o.Time = float64(sum.Ticks) * s.tick
	o.Jobs = s.jobs(sum)
	o.Known = known.Values(s.sc, s.policy)
	k := &o.Checks
	k.LoadAsked, k.LoadMeasured, k.Little = s.sc.Load(), float64(sum.Arrived)/float64(o.Time*float64(s.rate*s.servers)), math.NaN()
	k.Overloaded = s.sc.Buffer() == 0 && k.LoadAsked >= 1
	o.Title = fmt.Sprintf(
		"%s: %v servers switched on and off, load %v, seed %d",
		s.sc.Name,
		report.Int(s.sc.Servers()),
		result.LoadCell(k.LoadAsked),
		s.sc.Run.Seed,
	)
	o.InParts, o.Messages = true, policy.Messages{
		Queries: float64(sum.Setups) / float64(sum.Arrived),
		Reports: float64(sum.Emptied+sum.Ready+sum.SwitchedOff) / float64(sum.Arrived),
		Scheme:  policy.Costs(policy.Elastic, s.policy, policy.Traffic{}).Scheme,
	}
}

// state is a state of a server with what it takes.
type state struct {
	name, key, note string
	power           float64
	of              func(*elasticCounters) *kernel.Wide
}

// states returns all states, busy first.
func (s *elasticSubject) states() []state {
	p := s.sc.Elastic.Power
	return []state{
		{"busy", "busy", "of all servers", p.Busy, func(c *elasticCounters) *kernel.Wide { return &c.Busy }},
		{"idle", "idle", "switched on", p.Idle, func(c *elasticCounters) *kernel.Wide { return &c.Idle }},
		{"in setup", "setup", "", p.Setup, func(c *elasticCounters) *kernel.Wide { return &c.SettingUp }},
		{"off", "off", "", p.Off, func(c *elasticCounters) *kernel.Wide { return &c.Off }},
	}
}

func (s *elasticSubject) admitted(c *elasticCounters) float64 { return float64(c.Admitted) }
func (s *elasticSubject) response(c *elasticCounters) float64 { return services(c.Join, 1) / s.rate }
func (s *elasticSubject) time(c *elasticCounters) float64     { return float64(float64(c.Ticks) * s.tick) }
func (s *elasticSubject) whole(c *elasticCounters) float64 {
	return float64(float64(c.Ticks) * s.servers)
}

func (s *elasticSubject) quantities(e *elasticEvaluation) []quantity[elasticCounters] {
	arrived := func(c *elasticCounters) float64 { return float64(c.Arrived) }
	perJob := func(key, name string, place result.Place, note string, f func(*elasticCounters) float64) quantity[elasticCounters] {
		m := result.Measure{Key: key, Name: name, Unit: "time", Place: place, Note: note}
		return quantity[elasticCounters]{Measure: m, num: f, den: s.admitted, watched: place == result.Main}
	}
	list := []quantity[elasticCounters]{
		perJob("mean_response", "mean response", result.Main, "of admitted jobs", s.response),
		perJob("mean_waiting", "mean waiting", result.Tabled, "", func(c *elasticCounters) float64 { return services(c.Join, 0) / s.rate }),
		perJob("mean_service", "mean service", result.Tabled, "", func(c *elasticCounters) float64 { return s.admitted(c) / s.rate }),
	}
	list = append(list, s.quantiles(e)...)
	add := func(key, name, unit string, place result.Place, note string, l law, num, den func(*elasticCounters) float64) {
		m := result.Measure{Key: key, Name: name, Unit: unit, Place: place, Note: note}
		list = append(list, quantity[elasticCounters]{Measure: m, law: l, num: num, den: den, watched: place == result.Main})
	}
	add("blocking", "blocking", result.ShareUnit, result.Main, "lost at a full server, or because no server was idle or busy", counted,
		func(c *elasticCounters) float64 { return float64(c.Blocked) }, arrived)
	add("mean_number", "jobs in system", "jobs", result.Tabled, "", plain,
		func(c *elasticCounters) float64 { return c.Jobs.Float() }, func(c *elasticCounters) float64 { return float64(c.Ticks) })
	states := s.states()
	for _, st := range states {
		add(
			st.key,
			st.name,
			result.ShareUnit,
			result.Main,
			st.note,
			partly,
			func(c *elasticCounters) float64 { return st.of(c).Float() },
			s.whole,
		)
	}
	add(
		"setups_per_time",
		"setups",
		"1/time",
		result.Tabled,
		"begun, a unit of time",
		plain,
		func(c *elasticCounters) float64 { return float64(c.Setups) },
		s.time,
	)
	power := func(from int) func(c *elasticCounters) float64 {
		return func(c *elasticCounters) float64 {
			sum := 0.0
			for _, st := range states[from:] {
				sum += float64(st.power * st.of(c).Float())
			}
			return sum
		}
	}
	add("power", "power", "power", result.Main, "mean of a server", plain, power(0), s.whole)
	add("wasted_power", "wasted power", "power", result.Tabled, "of this, taken by servers that are not busy", plain, power(1), s.whole)
	add("messages_per_job", "messages a job", "messages", result.Hidden, "", plain,
		func(c *elasticCounters) float64 { return float64(c.Setups + c.Emptied + c.Ready + c.SwitchedOff) }, arrived)
	return list
}

// quantiles are those of the response time.
func (s *elasticSubject) quantiles(e *elasticEvaluation) (list []quantity[elasticCounters]) {
	law := func(c *elasticCounters) mixture.Erlang {
		return mixture.Erlang{Rates: []float64{s.rate}, Join: [][]uint64{c.Join}}
	}
	for i, q := range result.Quantiles() {
		m := result.Measure{Key: q.Key(), Name: q.Name + " quantile", Unit: "time", Place: result.Tabled}
		if i == 0 {
			m.Note = "of the response time"
		}
		list = append(list, quantity[elasticCounters]{
			Measure: m,
			estimate: func() stats.Estimate {
				if e.sum.Admitted == 0 {
					return stats.Unknown()
				}
				all := law(&e.sum)
				table := all.At(all.Quantile(q.Share))
				below := e.series(func(c *elasticCounters) float64 { return table.Sum([][]uint64{c.Join}) })
				return stats.Quantile(q.Share, stats.Pool(below, e.series(s.admitted), e.cfg), all.Quantile)
			},
			single: func(c *elasticCounters) float64 { return law(c).Quantile(q.Share) },
		})
	}
	return list
}

func (s *elasticSubject) complete(e *elasticEvaluation, o *result.Outcome) {
	fluid := meanfield.ElasticRest(s.sc.Load(), s.sc.Elastic.Standby, s.sc.Elastic.Setup)
	for k := range e.sum.Level {
		share := e.of(
			&quantity[elasticCounters]{law: partly, num: func(c *elasticCounters) float64 { return wideAt(c.Level, k) }, den: s.whole},
		)
		limit := math.NaN()
		if s.sc.Load() < 1 {
			if limit = 0; k < len(fluid.Tail) {
				limit = fluid.Tail[k]
			}
		}
		o.Levels = append(o.Levels, result.Level{AtLeast: k + 1, Share: share, Limit: limit})
	}
	o.Checks.Little = e.littleOf(func(c *elasticCounters) float64 { return float64(c.Jobs.Float()*s.tick) - s.response(c) }, s.time)
	e.drift(o, e.numbers())
}

// services is the number of services, times over all admitted jobs, that a job waits for: those of the jobs that it found, and its own if
// own is 1.
func services(join []uint64, own uint64) float64 {
	sum := uint64(0)
	for k, n := range join {
		sum += n * (uint64(k) + own)
	}
	return float64(sum)
}

// wideAt is entry k of a row that may be shorter.
func wideAt(row []kernel.Wide, k int) float64 {
	if k >= len(row) {
		return 0
	}
	return row[k].Float()
}
