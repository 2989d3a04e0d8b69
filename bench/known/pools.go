package known

import (
	"fmt"

	"shardq/bench/instance"
	"shardq/kernel/policy"

	"shardq/bench/scenario"
	"shardq/bench/theory/meanfield"
	"shardq/bench/theory/queue"
)

// mostRoom is the room for tasks up to which Erlang's formula is worked out, in steps of a few nanoseconds.
const mostRoom = 10_000_000

const (
	manyPools = "limit of many pools (Mukherjee et al. 2020)"
	erlang    = "exact: each pool is one of Erlang's loss systems"
)

// poolsValues is what theory says about pools.
func poolsValues(sc *scenario.Scenario, p policy.Policy) []Value {
	values := []Value{{Name: "mean response", Key: "mean_response", Value: 1 / instance.Rate(sc), Source: "exact: tasks never wait"}}
	room, load, n := sc.Buffer(), sc.Load(), sc.Servers()
	add := func(loss float64, source string) {
		values = append(values,
			Value{Name: "tasks a pool", Key: "mean_tasks", Value: float64(load * (1 - loss)), Source: source},
			Value{Name: "loss", Key: "blocking", Value: loss, Share: true, Source: source})
	}
	switch {
	case room == 0:
		values = append(
			values,
			Value{
				Name:   "tasks in system",
				Key:    "mean_number",
				Value:  float64(load * float64(n)),
				Source: "exact under any policy: the total has the Poisson law of this mean",
			},
			Value{Name: "tasks a pool", Key: "mean_tasks", Value: load, Source: "exact under any policy"},
			Value{Name: "loss", Key: "blocking", Value: 0, Share: true, Source: "exact: there is room for every task"},
		)
	case p.Rule == policy.Random || n == 1:
		add(queue.ErlangB(load, room), erlang)
	case p.Rule == policy.JSQ && n <= mostRoom/room:
		add(
			queue.ErlangB(float64(load*float64(n)), n*room),
			"exact: the pools are one of Erlang's loss systems together, which loses a task only if all are full",
		)
	case p.Rule == policy.JSQ:
		add(max(0, 1-float64(room)/load), manyPools)
	default:
		if _, loss, err := meanfield.PoolsOfDLoss(load, p.D, room); err == nil {
			add(loss, manyPools)
		}
	}
	return values
}

// PoolsTail returns the share of pools with at least 1, 2, ... tasks in the limit of many pools, or nil if it is not known.
func PoolsTail(sc *scenario.Scenario, p policy.Policy) []float64 {
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

// poolsLevels has the levels that some pools reach and others do not in the limit of many pools.
func poolsLevels(sc *scenario.Scenario, p policy.Policy) []Value {
	source := manyPools
	if p.Rule == policy.Random {
		if source = erlang; sc.Buffer() == 0 {
			source = "exact: a Poisson number of tasks in each pool"
		}
	}
	var values []Value
	for i, share := range PoolsTail(sc, p) {
		if share > Nearly && share < 1-Nearly {
			values = append(
				values,
				Value{
					Name:   fmt.Sprintf("%d tasks or more", i+1),
					Key:    fmt.Sprintf("tail_%d", i+1),
					Value:  share,
					Share:  true,
					Source: source,
				},
			)
		}
	}
	return values
}
