package experiment

import (
	"shardq/bench/instance"
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/elastic"
	"shardq/kernel/pools"
	"shardq/kernel/slotted"
)

// gauge is a quantity of one policy by which policies are compared: the sum of num over the sum of den, batch by batch and replication by replication, with
// the batches of all policies at the same times.
type gauge struct {
	name, key string // in reports and in JSON
	share     bool   // of counted events: num and den are counts, shown in per cent
	num, den  [][]float64
}

// value returns the estimate of one policy alone.
func (g *gauge) value() stats.Estimate {
	if g.share {
		return stats.PoolShare(g.num, g.den, stats.Config{})
	}
	return stats.Pool(g.num, g.den, stats.Config{})
}

// gauges returns what policies of the bipartite model are compared by.
func (c *course) gauges(e *estimator) []gauge {
	arrived := func(k *kernel.Counters) float64 { return float64(k.Arrived) }
	list := []gauge{{"mean response", "mean_response", false, e.series(e.response), e.series(admitted)}}
	if c.sys.Buffer > 0 {
		list = append(list, gauge{
			"blocking", "blocking", true, e.series(func(k *kernel.Counters) float64 { return float64(k.Blocked) }),
			e.series(func(k *kernel.Counters) float64 { return float64(k.Arrived - k.Unroutable) }),
		})
	}
	return append(list, gauge{
		"messages a job", "messages_per_job", false,
		e.series(func(k *kernel.Counters) float64 {
			return float64(known.Communication(c.sys.Policy, c.traffic, k).Total() * arrived(k))
		}), e.series(arrived),
	})
}

// slottedGauges returns what policies of the slotted model are compared by. A growing system has no mean response.
func slottedGauges(t *slottedTrials, grows bool) []gauge {
	arrived := t.series(func(c *slotted.Counters) float64 { return float64(c.Arrived) })
	response := gauge{"mean response", "mean_response", false, t.series(func(c *slotted.Counters) float64 { return c.Area.Float() }), arrived}
	if grows {
		response.num, response.den = nil, nil
	}
	return []gauge{response, {
		"messages a job", "messages_per_job", false, t.series(func(c *slotted.Counters) float64 { return float64(c.Queries + c.Replies + c.Reports) }), arrived,
	}}
}

// elasticGauges returns what policies of the elastic model are compared by.
func elasticGauges(t *elasticTrials) []gauge {
	rate := instance.Rate(t.sc)
	arrived := t.series(func(c *elastic.Counters) float64 { return float64(c.Arrived) })
	return []gauge{
		{
			"mean response", "mean_response", false, t.series(func(c *elastic.Counters) float64 { return services(c.Join, 1) / rate }),
			t.series(func(c *elastic.Counters) float64 { return float64(c.Admitted) }),
		},
		{"blocking", "blocking", true, t.series(func(c *elastic.Counters) float64 { return float64(c.Blocked) }), arrived},
		{
			"messages a job", "messages_per_job", false,
			t.series(func(c *elastic.Counters) float64 { return float64(c.Setups + c.Emptied + c.Ready + c.SwitchedOff) }), arrived,
		},
	}
}

// poolsGauges returns what policies of pools are compared by: all of them have the same mean response unless tasks are lost.
func poolsGauges(t *poolsTrials, perTask float64) []gauge {
	count := func(c *pools.Counters) float64 { return float64(c.Arrived) }
	arrived := t.series(count)
	list := []gauge{
		{
			"tasks found", "found_tasks", false, t.series(func(c *pools.Counters) float64 { return services(c.Join, 0) }),
			t.series(func(c *pools.Counters) float64 { return float64(c.Admitted) }),
		},
		{"messages a task", "messages_per_job", false, t.series(func(c *pools.Counters) float64 { return float64(perTask * count(c)) }), arrived},
	}
	if t.sc.Buffer() > 0 {
		loss := gauge{"loss", "blocking", true, t.series(func(c *pools.Counters) float64 { return float64(c.Blocked) }), arrived}
		list = append([]gauge{loss}, list...)
	}
	return list
}

// contender is one policy of a comparison.
type contender struct {
	name    string
	digest  string
	gauges  []gauge
	partial bool
}

// contenders returns the policies of a result in its order.
func (r *Result) contenders() (list []contender) {
	for _, o := range r.Outcomes {
		list = append(list, contender{o.Policy.String(), o.digest(), o.gauges, o.Partial})
	}
	for _, f := range r.Findings {
		list = append(list, contender{f.Policy.String(), shownDigest(f.Digests), f.gauges, f.Partial})
	}
	return list
}

// policyCount returns how many policies a scenario has.
func policyCount(sc *scenario.Scenario) int { return len(sc.Policies) }
