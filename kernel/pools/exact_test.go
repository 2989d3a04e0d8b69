package pools_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/bench/theory/queue"
	"shardq/graph/isa"
	"shardq/kernel/jump/jumptest"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// measure runs a system for a warm-up and 64 batches, which together last for the given time, and returns the counts of each batch.
func measure(t *testing.T, sys *pools.System, warmup, time float64) (list []pools.Counters, tick float64) {
	t.Helper()
	const batches = 64
	s, err := pools.New(sys, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var before pools.Counters
	for b := range batches + 1 {
		if err := s.Advance(context.Background(), warmup+float64(b)*time/batches); err != nil {
			t.Fatal(err)
		}
		now := s.Counters()
		if b > 0 {
			list = append(list, now.Since(&before))
		}
		before = now
	}
	return list, s.Tick()
}

func arrived(c *pools.Counters) float64  { return float64(c.Arrived) }
func admitted(c *pools.Counters) float64 { return float64(c.Admitted) }
func blocked(c *pools.Counters) float64  { return float64(c.Blocked) }
func departed(c *pools.Counters) float64 { return float64(c.Departed) }
func ticks(c *pools.Counters) float64    { return float64(c.Ticks) }
func tasks(c *pools.Counters) float64    { return c.Tasks.Float() }

// level returns the integral of the number of pools with at least i tasks.
func level(i int) func(c *pools.Counters) float64 {
	return func(c *pools.Counters) float64 {
		if i > len(c.Level) {
			return 0
		}
		return c.Level[i-1].Float()
	}
}

// choices calls f with each pool that a task may go to and its probability: every ordered sample in turn.
func choices(p policy.Policy, x []int, f func(pool int, probability float64)) {
	least := func(list []int, probability float64) {
		var best []int
		for _, r := range list {
			if len(best) > 0 && x[r] < x[best[0]] {
				best = nil
			}
			if (len(best) == 0 || x[r] == x[best[0]]) && !slices.Contains(best, r) {
				best = append(best, r)
			}
		}
		for _, r := range best {
			f(r, probability/float64(len(best)))
		}
	}
	d := p.D
	switch p.Rule {
	case policy.JSQ:
		d, p.Replacement = len(x), false
	case policy.Random:
		d = 1
	}
	if !p.Replacement {
		d = min(d, len(x))
	}
	var sample func(list []int, probability float64)
	sample = func(list []int, probability float64) {
		if len(list) == d {
			least(list, probability)
			return
		}
		var left []int
		for r := range x {
			if p.Replacement || !slices.Contains(list, r) {
				left = append(left, r)
			}
		}
		for _, r := range left {
			sample(append(list[:len(list):len(list)], r), probability/float64(len(left)))
		}
	}
	sample(nil, 1)
}

// everyPolicy has each policy, with several samples.
var everyPolicy = []policy.Policy{
	{Rule: policy.JSQ}, {Rule: policy.Random},
	{Rule: policy.JSQD, D: 1}, {Rule: policy.JSQD, D: 2}, {Rule: policy.JSQD, D: 3}, {Rule: policy.JSQD, D: 9},
	{
		Rule:        policy.JSQD,
		D:           1,
		Replacement: true,
	}, {Rule: policy.JSQD, D: 2, Replacement: true}, {Rule: policy.JSQD, D: 4, Replacement: true},
}

// TestExactChains: levels, losses and where tasks join, against the stationary law of the chain of single pools.
func TestExactChains(t *testing.T) {
	for _, p := range everyPolicy {
		for _, sys := range []pools.System{
			{Pools: 1, Cap: 3, Rate: 1, Arrivals: 2},
			{Pools: 2, Cap: 4, Rate: 0.5, Arrivals: 2.5},
			{Pools: 3, Cap: 2, Rate: 1, Arrivals: 2},
			{Pools: 3, Cap: 3, Rate: 2, Arrivals: 15},
		} {
			sys.Policy, sys.Seed = p, 7
			what := fmt.Sprintf("%+v: ", sys)
			admission, join := 0.0, make([]float64, sys.Cap)
			chain := jumptest.NewChain(sys.Pools, sys.Cap+1, func(x []int, to func([]int, float64)) {
				move := func(r, change int, rate float64) {
					y := slices.Clone(x)
					y[r] += change
					to(y, rate)
				}
				for r, n := range x {
					if n > 0 {
						move(r, -1, sys.Rate*float64(n))
					}
				}
				choices(p, x, func(r int, probability float64) {
					if x[r] < sys.Cap {
						move(r, 1, sys.Arrivals*probability)
					}
				})
			})
			law := chain.Stationary()
			for x, weight := range law {
				state := chain.State(x)
				choices(p, state, func(r int, probability float64) {
					if state[r] < sys.Cap {
						admission += weight * probability
						join[state[r]] += weight * probability
					}
				})
			}
			list, tick := measure(t, &sys, 100, 2e5/sys.Arrivals)
			agree := func(name string, num, den func(c *pools.Counters) float64, want float64) {
				t.Helper()
				jumptest.Agree(t, what+name, jumptest.Ratio(list, num, den), want)
			}
			time := func(c *pools.Counters) float64 { return float64(c.Ticks) * tick }
			sum := 0.0
			for i := 1; i <= sys.Cap; i++ {
				n := chain.Mean(law, func(x []int) (n float64) {
					for _, k := range x {
						if k >= i {
							n++
						}
					}
					return n
				})
				sum += n
				agree(fmt.Sprintf("pools with %d tasks or more", i), level(i), ticks, n)
				joined := func(c *pools.Counters) float64 {
					if i > len(c.Join) {
						return 0
					}
					return float64(c.Join[i-1])
				}
				agree(fmt.Sprintf("joins with %d tasks", i-1), joined, admitted, join[i-1]/admission)
			}
			agree("arrivals", arrived, time, sys.Arrivals)
			agree("departures", departed, time, sys.Rate*sum)
			agree("tasks", tasks, ticks, sum)
			agree("loss", blocked, arrived, 1-admission)
		}
	}
}

// TestErlang: with a cap, one pool is Erlang's loss system, pools chosen at random are one each, and JSQ loses a task only if all are full,
// like one pool with all their room.
func TestErlang(t *testing.T) {
	for _, c := range []struct {
		pools, cap      int
		policy          policy.Policy
		offered         float64
		servers, places float64
	}{
		{1, 10, policy.Policy{Rule: policy.JSQD, D: 2}, 8, 8, 10},
		{1, 100, policy.Policy{Rule: policy.Random}, 110, 110, 100},
		{50, 4, policy.Policy{Rule: policy.Random}, 150, 3, 4},
		{10, 5, policy.Policy{Rule: policy.JSQ}, 45, 45, 50},
		{10, 5, policy.Policy{Rule: policy.JSQD, D: 10}, 45, 45, 50},
	} {
		sys := &pools.System{Pools: c.pools, Cap: c.cap, Rate: 2, Arrivals: 2 * c.offered, Policy: c.policy, Seed: 9}
		list, _ := measure(t, sys, 30, 4e5/sys.Arrivals)
		want := queue.ErlangB(c.servers, int(c.places))
		jumptest.Agree(t, fmt.Sprintf("%+v: loss", *sys), jumptest.Ratio(list, blocked, arrived), want)
		jumptest.Agree(t, fmt.Sprintf("%+v: tasks", *sys), jumptest.Ratio(list, tasks, ticks), c.offered*(1-want))
	}
}

// TestPoissonTotal: without a cap each task comes and goes on its own, so that the total is Poisson whatever the policy. Samples are 20
// mean stays apart.
func TestPoissonTotal(t *testing.T) {
	for _, p := range everyPolicy {
		for _, c := range []struct {
			pools int
			mean  float64
		}{{1, 3}, {7, 12}, {100_000, 30}} {
			s, err := pools.New(&pools.System{Pools: c.pools, Rate: 4, Arrivals: 4 * c.mean, Policy: p, Seed: 2}, isa.Best)
			if err != nil {
				t.Fatal(err)
			}
			const samples = 600
			counts, weights := make([]int, 100), make([]float64, 100)
			for k := range weights {
				weights[k] = distuv.Poisson{Lambda: c.mean}.Prob(float64(k))
			}
			for i := range samples {
				if err := s.Advance(context.Background(), 5*float64(i+1)); err != nil {
					t.Fatal(err)
				}
				now := s.Counters()
				counts[now.InSystem]++
			}
			jumptest.ChiSquare(t, fmt.Sprintf("%+v of %d pools", p, c.pools), counts, weights)
		}
	}
}

// TestUniformPools: a random pool has a Poisson number of tasks, of 100 on average.
func TestUniformPools(t *testing.T) {
	list, _ := measure(t, &pools.System{Pools: 20, Rate: 1, Arrivals: 2000, Policy: policy.Policy{Rule: policy.Random}, Seed: 3}, 30, 400)
	law := distuv.Poisson{Lambda: 100}
	for _, i := range []int{80, 90, 100, 101, 110, 125} {
		jumptest.Agree(
			t,
			fmt.Sprintf("pools with %d tasks or more", i),
			jumptest.Ratio(list, level(i), ticks),
			20*(1-law.CDF(float64(i-1))),
		)
	}
	if n := len(list[0].Level); n > 100+int(8*math.Sqrt(100)) {
		t.Errorf("a pool had %d tasks", n)
	}
}
