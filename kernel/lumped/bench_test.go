package lumped

import (
	"context"
	"fmt"
	"testing"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// BenchmarkAdvance reports events (arrivals and potential departures) and state changes per second. They must not depend on the number of
// servers.
func BenchmarkAdvance(b *testing.B) {
	four := []kernel.Type{{Rate: 1}, {Rate: 0.5}, {Rate: 0.25}, {Rate: 0.125}}
	for _, c := range []struct {
		policy policy.Policy
		types  []kernel.Type
		n      int
	}{
		{policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}, []kernel.Type{{Rate: 1}}, 1000},
		{policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}, []kernel.Type{{Rate: 1}}, 1_000_000},
		{policy.Policy{Rule: policy.JSQD, D: 2, Replacement: true}, []kernel.Type{{Rate: 1}}, 1 << 31},
		{policy.Policy{Rule: policy.JSQD, D: 2}, []kernel.Type{{Rate: 1}}, 1_000_000},
		{policy.Policy{Rule: policy.JSQD, D: 2}, four, 1_000_000},
		{policy.Policy{Rule: policy.JSQD, D: 1000}, four, 1_000_000},
		{policy.Policy{Rule: policy.JFSQ}, four, 1_000_000},
		{policy.Policy{Rule: policy.JIQ}, four, 1_000_000},
		{policy.Policy{Rule: policy.Random}, four, 1_000_000},
	} {
		name := fmt.Sprintf(
			"policy=%v/d=%d/replacement=%v/types=%d/servers=%d",
			c.policy.Rule,
			c.policy.D,
			c.policy.Replacement,
			len(c.types),
			c.n,
		)
		b.Run(name, func(b *testing.B) {
			sys := &kernel.System{Graph: graph.Complete{L: 1, N: c.n}, Policy: c.policy, Seed: 1}
			for _, t := range c.types {
				sys.Types = append(sys.Types, kernel.Type{Rate: t.Rate, Count: c.n / len(c.types)})
			}
			sys.Arrivals = 0.9 * sys.Capacity()
			sys.StartBusy = make([]float64, len(c.types))
			for m := range sys.StartBusy {
				sys.StartBusy[m] = 0.9
			}
			s, err := New(sys, Config{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			total := sys.Arrivals + sys.Capacity()
			if err := s.Advance(context.Background(), 1e6/total); err != nil {
				b.Fatal(err)
			}
			before := s.Counters()
			begin := s.Now()
			b.ReportAllocs()
			for b.Loop() {
				if err := s.Advance(context.Background(), s.Now()+1e5/total); err != nil {
					b.Fatal(err)
				}
			}
			after := s.Counters()
			count := after.Since(&before)
			b.ReportMetric((s.Now()-begin)*total/b.Elapsed().Seconds()/1e6, "Mevents/s")
			b.ReportMetric(float64(count.Admitted+count.Departed)/b.Elapsed().Seconds()/1e6, "Mchanges/s")
		})
	}
}
