package experiment

import (
	"context"
	"fmt"
	"math"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/mixture"
	"shardq/kernel"
	"shardq/kernel/elastic"
	"shardq/kernel/policy"
)

type elasticTrials = trials[elastic.Counters, *elastic.Counters]

// runElastic runs one policy of the elastic model.
func runElastic(ctx context.Context, sc *scenario.Scenario, p policy.Policy, m *monitor) (*Findings, error) {
	if err := policy.Check(policy.Elastic, p.Rule); err != nil {
		return nil, fault.Input(fmt.Errorf("experiment: %w", err))
	}
	if err := instance.OneRate(sc); err != nil {
		return nil, fault.Input(err)
	}
	probe, err := elastic.New(instance.Elastic(sc, sc.Run.Seed))
	if err != nil {
		return nil, fault.Input(err)
	}
	tick := probe.Tick()
	if err := instance.FitsTicks(longest(&sc.Run), tick); err != nil {
		return nil, fault.Input(err)
	}
	t := &elasticTrials{
		sc: sc,
		start: func(seed uint64) (modelEngine[elastic.Counters], error) {
			return elastic.New(instance.Elastic(sc, seed))
		},
		area:    func(c *elastic.Counters) kernel.Wide { return c.Jobs },
		monitor: m,
	}
	t.look = func() *Findings { return elasticFindings(t, p, tick) }
	if err := runTrials(ctx, t); err != nil {
		return nil, err
	}
	return t.look(), nil
}

// elasticFindings evaluates the replications.
func elasticFindings(t *elasticTrials, p policy.Policy, tick float64) *Findings {
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
	admitted := func(c *elastic.Counters) float64 { return float64(c.Admitted) }
	arrived := func(c *elastic.Counters) float64 { return float64(c.Arrived) }
	ticks := func(c *elastic.Counters) float64 { return float64(c.Ticks) }
	time := func(c *elastic.Counters) float64 { return float64(float64(c.Ticks) * tick) }
	servers := func(c *elastic.Counters) float64 { return float64(float64(c.Ticks) * n) }
	response := func(c *elastic.Counters) float64 { return services(c.Join, 1) / rate }

	f.add("mean response", "mean_response", t.ratio(response, admitted), "of admitted jobs").Main = true
	f.add("mean waiting", "mean_waiting", t.ratio(func(c *elastic.Counters) float64 { return services(c.Join, 0) / rate }, admitted), "")
	f.add("mean service", "mean_service", t.ratio(func(c *elastic.Counters) float64 { return admitted(c) / rate }, admitted), "")
	all := mixture.Erlang{Rates: []float64{rate}, Join: [][]uint64{sum.Join}}
	for i, q := range quantiles {
		value := all.Quantile(q.Share)
		below := t.ratio(func(c *elastic.Counters) float64 {
			if c.Admitted == 0 {
				return 0
			}
			return float64(admitted(c) * mixture.Erlang{Rates: []float64{rate}, Join: [][]uint64{c.Join}}.CDF(value))
		}, admitted)
		note := ""
		if i == 0 {
			note = "of the response time"
		}
		f.add(q.Name+" quantile", "response_quantiles."+q.Name, stats.Quantile(q.Share, below, all.Quantile), note)
	}
	f.add("blocking", "blocking", t.share(func(c *elastic.Counters) float64 { return float64(c.Blocked) }, arrived),
		"lost at a full server, or because no server was idle or busy").asShare().Main = true
	f.add("jobs in system", "mean_number", t.ratio(func(c *elastic.Counters) float64 { return c.Jobs.Float() }, ticks), "")
	states := elasticStates(sc)
	for _, s := range states {
		f.add(s.name, "states."+s.key, t.part(func(c *elastic.Counters) float64 { return s.of(c).Float() }, servers), s.note).asShare().Main = true
	}
	f.add("setups", "setups_per_time", t.ratio(func(c *elastic.Counters) float64 { return float64(c.Setups) }, time), "begun, a unit of time")
	power := func(from int) func(c *elastic.Counters) float64 {
		return func(c *elastic.Counters) float64 {
			sum := 0.0
			for _, s := range states[from:] {
				sum += float64(s.power * s.of(c).Float())
			}
			return sum
		}
	}
	f.add("power", "power", t.ratio(power(0), servers), "mean of a server").Main = true
	f.add("wasted power", "wasted_power", t.ratio(power(1), servers), "of this, taken by servers that are not busy")
	fluid := meanfield.ElasticRest(sc.Load(), sc.Elastic.Standby, sc.Elastic.Setup)
	for k := range sum.Level {
		share := t.part(func(c *elastic.Counters) float64 { return wideAt(c.Level, k) }, servers)
		limit := math.NaN()
		if sc.Load() < 1 {
			if limit = 0; k < len(fluid.Tail) {
				limit = fluid.Tail[k]
			}
		}
		f.Occupancy = append(f.Occupancy, Level{k + 1, share, limit})
	}
	f.Messages = Messages{
		Queries: float64(sum.Setups) / float64(sum.Arrived),
		Reports: float64(sum.Emptied+sum.Ready+sum.SwitchedOff) / float64(sum.Arrived),
		Scheme:  "a server reports when it becomes idle and when it is switched off; a setup is one order, counted as a query",
	}
	little := t.ratio(func(c *elastic.Counters) float64 { return float64(c.Jobs.Float()*tick) - response(c) }, time)
	f.Checks.Little = 0
	if little.Value != 0 {
		f.Checks.Little = little.Value / little.StdErr
	}
	f.drift(t.numbers())
	f.gauges = elasticGauges(t)
	return f
}

// elasticState is a state of a server with what it takes.
type elasticState struct {
	name, key, note string
	power           float64
	of              func(*elastic.Counters) *kernel.Wide
}

// elasticStates returns all states, busy first.
func elasticStates(sc *scenario.Scenario) []elasticState {
	p := sc.Elastic.Power
	return []elasticState{
		{"busy", "busy", "of all servers", p.Busy, func(c *elastic.Counters) *kernel.Wide { return &c.Busy }},
		{"idle", "idle", "switched on", p.Idle, func(c *elastic.Counters) *kernel.Wide { return &c.Idle }},
		{"in setup", "setup", "", p.Setup, func(c *elastic.Counters) *kernel.Wide { return &c.SettingUp }},
		{"off", "off", "", p.Off, func(c *elastic.Counters) *kernel.Wide { return &c.Off }},
	}
}

// services is the number of services, times over all admitted jobs, that a job waits for: those of the jobs that it found, and its own if own is 1.
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
