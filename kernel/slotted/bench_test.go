package slotted

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"shardq/kernel"
	"shardq/kernel/policy"
)

var warm = flag.Bool("warm", false, "benchmarks run a system for two slots a server before they measure it")

// BenchmarkStep reports slots per second. In a system that has been running for some slots a server (-warm) they are for most policies the
// same with many servers and with few, apart from caches.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		policy  policy.Policy
		servers int
	}{
		{policy.Policy{Rule: policy.JIQ}, 10}, {policy.Policy{Rule: policy.JIQ}, 1000}, {policy.Policy{Rule: policy.JIQ}, 1_000_000},
		{policy.Policy{Rule: policy.JBTD, D: 2, Period: 1000}, 10}, {policy.Policy{Rule: policy.JBTD, D: 2, Period: 1000}, 1000},
		{policy.Policy{Rule: policy.JBTD, D: 2, Period: 1000}, 1_000_000}, {policy.Policy{Rule: policy.JBTD, D: 2, Period: 1_000_000},
			1_000_000}, {policy.Policy{Rule: policy.JBTD, D: 10, Period: 1000}, 1_000_000},
		{policy.Policy{Rule: policy.SQD, D: 2}, 1_000_000}, {policy.Policy{Rule: policy.SQDM, D: 2, Memory: 3}, 1_000_000},
		{policy.Policy{Rule: policy.Random}, 1_000_000},
		{policy.Policy{Rule: policy.JSQ}, 1_000_000},
	} {
		for _, burst := range []float64{0, 10} {
			b.Run(
				fmt.Sprintf("policy=%s/d=%d/period=%d/burst=%v/servers=%d", c.policy.Rule, c.policy.D, c.policy.Period, burst, c.servers),
				func(b *testing.B) {
					types := []kernel.Type{{Rate: 1, Count: c.servers}}
					s, err := New(&System{Types: types, Burst: burst, Arrivals: 0.9 * float64(c.servers), Policy: c.policy, Seed: 1})
					if err != nil {
						b.Fatal(err)
					}
					if *warm {
						advance(b, s, 2*float64(c.servers))
					}
					start := s.now
					b.ReportAllocs()
					for b.Loop() {
						if err := s.Advance(context.Background(), float64(s.now)+100); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(s.now-start)/b.Elapsed().Seconds(), "slots/s")
				},
			)
		}
	}
}
