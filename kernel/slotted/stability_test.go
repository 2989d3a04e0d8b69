package slotted

import (
	"fmt"
	"testing"

	"shardq/bench/stats"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestVerdictsOfTwoPools is the figure of five servers of rate 1 and five of rate 10 in Zhou et al. 2017: sq-2 and jiq leave their stable
// regions, jbtg-2 does not.
func TestVerdictsOfTwoPools(t *testing.T) {
	for _, c := range []struct {
		policy policy.Policy
		load   float64
		want   stats.Verdict
	}{
		{policy.Policy{Rule: policy.SQD, D: 2}, 0.3, stats.Stable},
		{policy.Policy{Rule: policy.SQD, D: 2}, 0.6, stats.Growing},
		{policy.Policy{Rule: policy.JIQ}, 0.6, stats.Stable},
		{policy.Policy{Rule: policy.JIQ}, 0.9, stats.Growing},
		{policy.Policy{Rule: policy.JBTGD, D: 2, Period: 1000}, 0.9, stats.Stable},
		{policy.Policy{Rule: policy.JSQ}, 0.9, stats.Stable},
	} {
		t.Run(fmt.Sprintf("%s/load=%v", c.policy.Rule, c.load), func(t *testing.T) {
			t.Parallel()
			sys := &System{
				Types:    []kernel.Type{{Rate: 10, Count: 5}, {Rate: 1, Count: 5}},
				Arrivals: c.load * 55,
				Policy:   c.policy,
				Seed:     4,
			}
			s := start(t, sys)
			const batches, length = 128, 800
			advance(t, s, 20*length)
			series := make([]float64, batches)
			before := s.Counters()
			for i := range series {
				advance(t, s, float64((21+i)*length))
				now := s.Counters()
				part := now.Since(&before)
				series[i], before = part.Area.Float()/length, now
			}
			got := stats.Stability(series)
			t.Logf("%+v, %.1f jobs in the end", got, series[batches-1])
			if got.Verdict != c.want {
				t.Errorf("%v, want %v", got.Verdict, c.want)
			}
		})
	}
}
