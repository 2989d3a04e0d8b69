package experiment

import (
	"fmt"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
	"shardq/kernel/policy"
)

// mostRoom is the room for tasks up to which Erlang's formula is worked out, in steps of a few nanoseconds.
const mostRoom = 10_000_000

const (
	manyPools = "limit of many pools (Mukherjee et al. 2020)"
	erlang    = "exact: each pool is one of Erlang's loss systems"
)

// poolsKnown is what theory says about pools.
func poolsKnown(sc *scenario.Scenario, p policy.Policy) []Known {
	known := []Known{{Name: "mean response", Key: "mean_response", Value: 1 / rateOf(sc), Source: "exact: tasks never wait"}}
	room, load, n := sc.Buffer(), sc.Load(), sc.Servers()
	add := func(loss float64, source string) {
		known = append(known,
			Known{Name: "tasks a pool", Key: "mean_tasks", Value: float64(load * (1 - loss)), Source: source},
			Known{Name: "loss", Key: "blocking", Value: loss, Share: true, Source: source})
	}
	switch {
	case room == 0:
		known = append(known,
			Known{Name: "tasks in system", Key: "mean_number", Value: float64(load * float64(n)), Source: "exact under any policy: the total has the Poisson law of this mean"},
			Known{Name: "tasks a pool", Key: "mean_tasks", Value: load, Source: "exact under any policy"},
			Known{Name: "loss", Key: "blocking", Value: 0, Share: true, Source: "exact: there is room for every task"})
	case p.Rule == policy.Random || n == 1:
		add(queue.ErlangB(load, room), erlang)
	case p.Rule == policy.JSQ && n <= mostRoom/room:
		add(queue.ErlangB(float64(load*float64(n)), n*room), "exact: the pools are one of Erlang's loss systems together, which loses a task only if all are full")
	case p.Rule == policy.JSQ:
		add(max(0, 1-float64(room)/load), manyPools)
	default:
		if _, loss, err := meanfield.PoolsOfDLoss(load, p.D, room); err == nil {
			add(loss, manyPools)
		}
	}
	return known
}

// poolsLimit returns the share of pools with at least 1, 2, ... tasks in the limit of many pools, or nil if it is not known.
func poolsLimit(sc *scenario.Scenario, p policy.Policy) []float64 {
	room, load := sc.Buffer(), sc.Load()
	d := p.D
	switch p.Rule {
	case policy.JSQ:
		if room > 0 {
			load = min(load, float64(room))
		}
		return meanfield.PoolsLeast(load)
	case policy.Random:
		d = 1
	}
	var tail []float64
	var err error
	if room > 0 {
		tail, _, err = meanfield.PoolsOfDLoss(load, d, room)
	} else {
		tail, err = meanfield.PoolsOfD(load, d)
	}
	if err != nil {
		return nil
	}
	return tail
}

// ModelKnown returns what theory says about one policy of a scenario of a model other than the bipartite one.
func ModelKnown(sc *scenario.Scenario, p policy.Policy) []Known {
	switch sc.Model {
	case scenario.Slotted:
		return slottedKnown(sc)
	case scenario.Elastic:
		return elasticKnown(sc)
	case scenario.Pools:
		known := poolsKnown(sc, p)
		source := manyPools
		if p.Rule == policy.Random {
			if source = erlang; sc.Buffer() == 0 {
				source = "exact: a Poisson number of tasks in each pool"
			}
		}
		for i, share := range poolsLimit(sc, p) {
			if share > nearly && share < 1-nearly {
				known = append(known, Known{Name: fmt.Sprintf("%d tasks or more", i+1), Key: fmt.Sprintf("tail_%d", i+1), Value: share, Share: true, Source: source})
			}
		}
		return known
	}
	return nil
}

// ModelTheory has a row for everything that theory says about a scenario of a model other than the bipartite one.
func ModelTheory(sc *scenario.Scenario) report.Table {
	var known [][]Known
	for _, p := range sc.Policies {
		known = append(known, ModelKnown(sc, p))
	}
	t := knownTable(sc.Policies, known)
	t.Title = fmt.Sprintf("%s: load %v", sc.Name, report.Number(sc.Load(), 4))
	if len(t.Rows) == 0 {
		t.Notes = append(t.Notes, "nothing is known: the load is at least 1")
	}
	return t
}
