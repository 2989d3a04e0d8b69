package validation

import (
	"context"
	"fmt"
	"math"
	"testing"

	"shardq/bench/oracle"
	"shardq/bench/stats"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

func newPools(t *testing.T, s oracle.Pools, seed uint64) *pools.Simulator {
	t.Helper()
	rule, err := policy.Parse(policy.Pools, s.Policy)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := pools.New(&pools.System{
		Pools: s.Pools, Cap: s.Cap, Rate: s.Rate, Arrivals: s.Arrivals, Seed: seed,
		Policy: policy.Policy{Rule: rule, D: s.D, Replacement: s.Replacement},
	}, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

// followPools runs the engine and compares it with what must come out, exact or simulated.
func followPools(t *testing.T, name string, s oracle.Pools, seed uint64, length float64, want *oracle.PoolsResult) {
	t.Helper()
	sim := newPools(t, s, seed)
	batches := collect(t, sim, (*pools.Counters).Since, 50/s.Rate, length)
	tick := sim.Tick()
	time := func(c *pools.Counters) float64 { return float64(c.Ticks) * tick }
	near(
		t,
		name+": mean number",
		estimate(batches, func(c *pools.Counters) float64 { return c.Tasks.Float() * tick }, time),
		want.MeanNumber,
	)
	near(t, name+": blocking", estimate(batches, func(c *pools.Counters) float64 { return float64(c.Blocked) },
		func(c *pools.Counters) float64 { return float64(c.Arrived) }), want.Blocking)
	for k, tail := range want.Tail {
		if tail.Mean*length*testBatches*s.Rate < rare {
			break
		}
		near(t, fmt.Sprintf("%s: share with %d tasks or more", name, k+1), estimate(batches, func(c *pools.Counters) float64 {
			if k < len(c.Level) {
				return c.Level[k].Float() * tick / float64(s.Pools)
			}
			return kernel.Wide{}.Float()
		}, time), tail)
	}
}

// TestPoolsFollowTheirChain: few pools with small caps, all states of which are known.
func TestPoolsFollowTheirChain(t *testing.T) {
	t.Parallel()
	for i, s := range []oracle.Pools{
		{Pools: 1, Cap: 3, Rate: 1, Arrivals: 2, Policy: oracle.JSQ},
		{Pools: 3, Cap: 4, Rate: 1, Arrivals: 6, Policy: oracle.JSQ},
		{Pools: 4, Cap: 5, Rate: 2, Arrivals: 30, Policy: oracle.JSQ},
		{Pools: 3, Cap: 4, Rate: 1, Arrivals: 6, Policy: oracle.JSQD, D: 2},
		{Pools: 4, Cap: 3, Rate: 1, Arrivals: 8, Policy: oracle.JSQD, D: 3},
		{Pools: 3, Cap: 4, Rate: 0.5, Arrivals: 3, Policy: oracle.JSQD, D: 2, Replacement: true},
		{Pools: 2, Cap: 4, Rate: 0.5, Arrivals: 3, Policy: oracle.JSQD, D: 5, Replacement: true},
		{Pools: 2, Cap: 4, Rate: 0.5, Arrivals: 3, Policy: oracle.JSQD, D: 5},
		{Pools: 4, Cap: 3, Rate: 1, Arrivals: 9, Policy: oracle.JSQD, D: 1},
		{Pools: 4, Cap: 3, Rate: 2, Arrivals: 9, Policy: oracle.Random},
	} {
		want, err := oracle.ExactPools(s)
		if err != nil {
			t.Fatal(err)
		}
		followPools(t, fmt.Sprintf("%+v", s), s, uint64(i+1), 500/s.Rate, want)
	}
}

// TestPoolsFollowTheOracle: more pools, without a cap.
func TestPoolsFollowTheOracle(t *testing.T) {
	t.Parallel()
	for i, s := range []oracle.Pools{
		{Pools: 10, Rate: 1, Arrivals: 25, Policy: oracle.JSQ},
		{Pools: 12, Rate: 1, Arrivals: 20, Policy: oracle.JSQD, D: 2},
		{Pools: 8, Rate: 0.5, Arrivals: 10, Policy: oracle.JSQD, D: 3, Replacement: true},
	} {
		want, err := oracle.SimulatePools(s, oracle.TimeRun{Seed: uint64(i + 1), Warmup: 50, Time: 60, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		followPools(t, fmt.Sprintf("%+v", s), s, uint64(i+1), 300/s.Rate, want)
	}
}

// TestPoolsTotalIsPoisson: without a cap the number of tasks is Poisson under any policy. Looks 9 mean stays apart are independent but for
// e^-9, and chi-square accepts all three with probability 1 - 3e-8.
func TestPoolsTotalIsPoisson(t *testing.T) {
	t.Parallel()
	const mean, looks = 30, 4000
	for i, chosen := range []policy.Policy{{Rule: policy.JSQ}, {Rule: policy.JSQD, D: 2}, {Rule: policy.Random}} {
		sim := newPools(t, oracle.Pools{Pools: 10, Rate: 1, Arrivals: mean, Policy: chosen.Rule.String(), D: chosen.D}, uint64(i+1))
		const least, most = 14, 50 // the tails beyond are one class each
		observed := make([]uint64, most-least+1)
		expected := make([]float64, len(observed))
		for n := range looks {
			if err := sim.Advance(context.Background(), 20+9*float64(n)); err != nil {
				t.Fatal(err)
			}
			c := sim.Counters()
			observed[min(max(int(c.InSystem), least), most)-least]++
		}
		total := 0.0
		for k := range 200 {
			lg, _ := math.Lgamma(float64(k + 1))
			p := looks * math.Exp(float64(k)*math.Log(mean)-mean-lg)
			expected[min(max(k, least), most)-least] += p
			total += p
		}
		if chi, p := stats.ChiSquare(observed, expected); !(p > 1e-8) || math.Abs(total-looks) > 1e-6 {
			t.Errorf("%s: chi-square %.1f, probability %.2g; observed %v", chosen.Rule, chi, p, observed)
		}
		if err := sim.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
