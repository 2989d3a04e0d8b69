package pools

import (
	"context"
	"fmt"
	"testing"

	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// BenchmarkAdvance reports events per second. They must not depend on the number of pools.
func BenchmarkAdvance(b *testing.B) {
	for _, c := range []struct {
		policy policy.Policy
		load   float64 // tasks per pool
		pools  int
	}{
		{policy.Policy{Rule: policy.JSQ}, 3.5, 1_000},
		{policy.Policy{Rule: policy.JSQ}, 3.5, 1_000_000_000},
		{policy.Policy{Rule: policy.JSQ}, 100, 1_000},
		{policy.Policy{Rule: policy.JSQD, D: 2}, 3.5, 1_000},
		{policy.Policy{Rule: policy.JSQD, D: 2}, 3.5, 1_000_000},
		{policy.Policy{Rule: policy.JSQD, D: 2}, 3.5, 1_000_000_000},
		{policy.Policy{Rule: policy.JSQD, D: 2}, 100, 1_000},
		{policy.Policy{Rule: policy.JSQD, D: 100}, 100, 1_000},
		{policy.Policy{Rule: policy.Random}, 100, 1_000},
	} {
		b.Run(fmt.Sprintf("policy=%s/d=%d/load=%g/pools=%d", c.policy.Rule, c.policy.D, c.load, c.pools), func(b *testing.B) {
			sys := &System{Pools: c.pools, Rate: 1, Arrivals: c.load * float64(c.pools), Policy: c.policy, Seed: 1}
			s, err := New(sys, isa.Best)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			now, step := 0.0, 1e5/sys.Arrivals
			count := func() uint64 { c := s.Counters(); return c.Arrived + c.Departed }
			advance := func(step float64) {
				now += step
				if err := s.Advance(context.Background(), now); err != nil {
					b.Fatal(err)
				}
			}
			advance(min(7, 10*step)) // the small ones get close to their stationary state
			if c.pools == 1_000 {
				advance(7)
			}
			before := count()
			b.ReportAllocs()
			for b.Loop() {
				advance(step)
			}
			b.ReportMetric(float64(count()-before)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}
