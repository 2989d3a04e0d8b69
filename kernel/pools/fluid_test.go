package pools_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/graph/isa"
	"shardq/kernel/policy"
	"shardq/kernel/pools"
)

// TestFluidLimits: 100,000 pools that start empty are near the solution of the differential equation at every time, and near its fixed
// point later. Tasks per pool have a standard deviation of up to sqrt(lambda/n) = 0.005, all of which may be on one level; 5.5 of them are
// allowed.
func TestFluidLimits(t *testing.T) {
	const n, lambda = 100_000, 2.4
	within := 5.5 * math.Sqrt(lambda/n)
	for _, p := range []policy.Policy{{Rule: policy.JSQ}, {Rule: policy.JSQD, D: 2}, {Rule: policy.JSQD, D: 3, Replacement: true},
		{Rule: policy.Random}} {
		d := max(p.D, 1)
		if p.Rule == policy.JSQ {
			d = 0
		}
		const length = 0.05
		var middles []float64 // the mean over a short time is the value at its middle
		for i := range 40 {
			middles = append(middles, length*(float64(i)+0.5))
		}
		limit, err := meanfield.PoolsTrajectory(lambda, d, 0, nil, middles)
		if err != nil {
			t.Fatal(err)
		}
		s, err := pools.New(&pools.System{Pools: n, Rate: 1, Arrivals: lambda * n, Policy: p, Seed: 6}, isa.Best)
		if err != nil {
			t.Fatal(err)
		}
		before := s.Counters()
		for i, m := range limit {
			if err := s.Advance(context.Background(), length*float64(i+1)); err != nil {
				t.Fatal(err)
			}
			now := s.Counters()
			part := now.Since(&before)
			before = now
			for k, want := range m.Tail[0] {
				if got := level(k+1)(&part) / float64(part.Ticks) / n; math.Abs(got-want) > within {
					t.Fatalf("%+v at %v: %.5f of the pools have %d tasks or more, in the limit %.5f", p, m.Time, got, k+1, want)
				}
			}
		}
	}
	field, err := meanfield.PoolsOfD(lambda, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		policy policy.Policy
		limit  []float64
	}{{policy.Policy{Rule: policy.JSQ}, meanfield.PoolsLeast(lambda)}, {policy.Policy{Rule: policy.JSQD, D: 2}, field}} {
		list, _ := measure(t, &pools.System{Pools: n, Rate: 1, Arrivals: lambda * n, Policy: c.policy, Seed: 6}, 9, 1)
		var sum pools.Counters
		for i := range list {
			sum.Add(&list[i])
		}
		for k := range 12 {
			want := 0.0
			if k < len(c.limit) {
				want = c.limit[k]
			}
			if got := level(k+1)(&sum) / float64(sum.Ticks) / n; math.Abs(got-want) > within {
				t.Errorf("%s: %.5f of the pools have %d tasks or more, in the limit %.5f", fmt.Sprintf("%+v", c.policy), got, k+1, want)
			}
		}
	}
}
