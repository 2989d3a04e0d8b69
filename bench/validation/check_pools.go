package validation

import (
	"context"
	"fmt"
	"math"

	"shardq/bench/oracle"
	"shardq/bench/theory/queue"
	"shardq/graph/isa"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// poolRow compares the measure of a key with a known value.
type poolRow func(key, what, source string, want float64) CheckRow

// poolParts are pools of infinitely many servers, and servers that are switched off.
func poolParts() (parts []part, err error) {
	const jobs = 4e6
	model := func(model string, n int, buffer string, load float64, policy string) string {
		return fmt.Sprintf("model: %s\nservers: {count: %d, buffer: %s, types: [{share: 1, rate: 1}]}\nports: {load: %v}\npolicy: %s\n"+
			"run: {warmup: 200, measure: %v}\n", model, n, buffer, load, policy, jobs/float64(load*float64(n)))
	}
	add := func(name, text string, quick bool, rows func(get poolRow) ([]CheckRow, error)) {
		parts = append(parts, part{poolGroup, name, quick, jobs, func(ctx context.Context, e effort) ([]CheckRow, error) {
			res, err := e.runText(ctx, name, text, jobs)
			if err != nil {
				return nil, err
			}
			return rows(func(key, what, source string, want float64) CheckRow {
				m, _ := res.Outcomes[0].Measure(key)
				return valueRow(name, what, source, want, 0, 0, m.Estimate)
			})
		}})
	}
	const chain = "stationary equations"
	for _, policy := range []string{"{name: jsq}", "{name: jsq-d, d: 2}", "{name: random}"} {
		add("100 pools without a cap, "+policy, model("pools", 100, "inf", 2.5, policy), true, func(get poolRow) ([]CheckRow, error) {
			return []CheckRow{get("mean_number", "mean number", "Poisson law of all tasks", 250)}, nil
		})
	}
	for _, room := range []int{1, 3, 8} {
		add(fmt.Sprintf("one pool with a cap of %d", room), model("pools", 1, fmt.Sprint(room), 2.5, "{name: jsq}"), true,
			func(get poolRow) ([]CheckRow, error) {
				return []CheckRow{get("blocking", "loss", "Erlang's formula", queue.ErlangB(2.5, room))}, nil
			})
	}
	for _, s := range []oracle.Pools{
		{Pools: 4, Cap: 3, Rate: 1, Arrivals: 10, Policy: oracle.JSQ},
		{Pools: 4, Cap: 3, Rate: 1, Arrivals: 8, Policy: oracle.JSQD, D: 2},
		{Pools: 3, Cap: 4, Rate: 1, Arrivals: 6, Policy: oracle.JSQD, D: 2, Replacement: true},
	} {
		policy := "{name: " + s.Policy
		if s.D > 0 {
			policy += fmt.Sprintf(", d: %d, replacement: %v", s.D, s.Replacement)
		}
		policy += "}"
		text := model("pools", s.Pools, fmt.Sprint(s.Cap), s.Arrivals/float64(s.Pools), policy)
		add(fmt.Sprintf("%d pools with a cap of %d, %s", s.Pools, s.Cap, policy), text, true,
			func(get poolRow) ([]CheckRow, error) {
				exact, err := oracle.ExactPools(s)
				if err != nil {
					return nil, err
				}
				return []CheckRow{
					get("mean_number", "mean number", chain, exact.MeanNumber.Mean),
					get("blocking", "loss", chain, exact.Blocking.Mean),
				}, nil
			})
	}
	for _, s := range []oracle.Elastic{
		{Servers: 4, Buffer: 4, Rate: 1, Arrivals: 2.8, Standby: 0.1, Setup: 0.1},
		{Servers: 3, Buffer: 4, Rate: 1, Arrivals: 1.5, Standby: 0.2, Setup: 2},
	} {
		name := fmt.Sprintf("tabs, %d servers, load %v", s.Servers, s.Arrivals/float64(s.Servers))
		text := model("elastic", s.Servers, fmt.Sprint(s.Buffer), s.Arrivals/float64(s.Servers), "{name: tabs}") +
			fmt.Sprintf("elastic: {standby_rate: %v, setup_rate: %v}\n", s.Standby, s.Setup)
		add(name, text, true, func(get poolRow) ([]CheckRow, error) {
			exact, err := oracle.ExactElastic(s)
			if err != nil {
				return nil, err
			}
			return []CheckRow{
				get(
					"mean_response",
					"mean response",
					chain,
					exact.MeanResponse.Mean,
				), get("blocking", "blocking", chain, exact.Blocking.Mean),
				get("busy", "busy", chain, exact.Busy.Mean), get("idle", "idle", chain, exact.Idle.Mean),
				get("setup", "in setup", chain, exact.SettingUp.Mean), get("off", "off", chain, exact.Off.Mean),
			}, nil
		})
	}
	for _, p := range []policy.Policy{{Rule: policy.JSQ}, {Rule: policy.JSQD, D: 2}, {Rule: policy.Random}} {
		name := "10 pools without a cap, " + p.Rule.String()
		parts = append(parts, part{poolGroup, name, true, 1e6, func(ctx context.Context, e effort) ([]CheckRow, error) {
			row, err := poissonRow(ctx, e, name, p)
			return []CheckRow{row}, err
		}})
	}
	return parts, nil
}

// poissonRow compares the number of tasks in pools without a cap with the Poisson law, which it has under any policy. Looks nine mean stays
// apart are independent but for e^-9.
func poissonRow(ctx context.Context, e effort, name string, p policy.Policy) (row CheckRow, err error) {
	const mean, looks, apart = 30, 4000, 9
	sim, err := pools.New(&pools.System{Pools: 10, Rate: 1, Arrivals: mean, Policy: p, Seed: e.seed}, isa.Best)
	if err != nil {
		return row, err
	}
	defer sim.Close()
	const least, most = 14, 50 // what lies beyond counts in these
	cell := func(k int) int { return min(max(k, least), most) - least }
	observed, expected := make([]uint64, most-least+1), make([]float64, most-least+1)
	for n := range looks {
		if err := sim.Advance(ctx, 20+apart*float64(n)); err != nil {
			return row, err
		}
		c := sim.Counters()
		observed[cell(int(c.InSystem))]++
	}
	for k := range 200 {
		lg, _ := math.Lgamma(float64(k + 1))
		expected[cell(k)] += float64(looks * math.Exp(float64(float64(k)*math.Log(mean))-mean-lg))
	}
	return lawRow(name, "law of the number of tasks", "Poisson, mean 30; chi-square", observed, expected), nil
}
