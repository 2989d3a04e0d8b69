package slotted

import (
	"context"
	"fmt"
	"math"
	"testing"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// advance fails the test on an error.
func advance(t testing.TB, s *Simulator, until float64) {
	t.Helper()
	if err := s.Advance(context.Background(), until); err != nil {
		t.Fatal(err)
	}
}

func start(t testing.TB, sys *System) *Simulator {
	t.Helper()
	s, err := New(sys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// measure returns the counts of a run after its warm-up.
func measure(t testing.TB, sys *System, warmup, slots float64) Counters {
	t.Helper()
	s := start(t, sys)
	advance(t, s, warmup)
	before := s.Counters()
	advance(t, s, warmup+slots)
	after := s.Counters()
	return after.Since(&before)
}

func response(sys *System, c *Counters) float64 {
	return c.Area.Float() / float64(c.Slots) / sys.MeanBatch()
}

func messages(c *Counters) float64 {
	return float64(c.Queries+c.Replies+c.Reports) / float64(c.Batches)
}

// TestPublishedResponse is the table of mean response times of ten servers of rate 1 in Zhou et al. 2017, read off the curves (T = 1000).
// Below .97 the values must be within 2 %, to which the noise of these runs adds. At .97 and .99 runs that are long enough for a comparison
// take minutes: over 6e7 slots at .99 this engine has jiq 39.5, sq-d 30.7, jbt-2 27.3, jbt-10 21.0, which is 2 to 5 % below the curves.
func TestPublishedResponse(t *testing.T) {
	loads := []float64{.3, .5, .7, .9, .93, .95}
	for _, c := range []struct {
		policy policy.Policy
		want   []float64
	}{
		{policy.Policy{Rule: policy.JIQ}, []float64{2.03, 3.02, 4.07, 6.78, 8.37, 10.42}},
		{policy.Policy{Rule: policy.SQD, D: 2}, []float64{2.12, 3.52, 5.76, 11.49, 13.63, 15.73}},
		{policy.Policy{Rule: policy.SQDM, D: 2, Memory: 3}, []float64{2.03, 3.05, 4.39, 8.08, 9.75, 11.40}},
		{policy.Policy{Rule: policy.JBTD, D: 2, Period: 1000}, []float64{2.03, 3.10, 4.42, 7.87, 9.20, 10.82}},
		{policy.Policy{Rule: policy.JBTD, D: 10, Period: 1000}, []float64{2.02, 3.01, 4.07, 6.67, 7.94, 9.25}},
		{policy.Policy{Rule: policy.JSQ}, []float64{2.03, 3.01, 4.04, 5.60, 6.19, 6.85}},
	} {
		t.Run(fmt.Sprintf("%s/d=%d", c.policy.Rule, c.policy.D), func(t *testing.T) {
			t.Parallel()
			for i, load := range loads {
				slots := 5e4
				if load > 0.8 {
					slots = 3e5
				}
				if testing.Short() && load > 0.8 {
					continue
				}
				sys := &System{Types: []kernel.Type{{Rate: 1, Count: 10}}, Arrivals: 10 * load, Policy: c.policy, Seed: 8}
				counts := measure(t, sys, slots/10, slots)
				// The noise allowed for is 2 % of the response at .95 in 3e5 slots, and falls with 1-load.
				tolerance := 0.02 + 0.02*min(1, 0.05/(1-load))
				got := response(sys, &counts)
				t.Logf("load %v: %.3f, published %.2f (%+.1f %%)", load, got, c.want[i], 100*(got/c.want[i]-1))
				if math.Abs(got/c.want[i]-1) > tolerance {
					t.Errorf("load %v: mean response %.3f, published %.2f", load, got, c.want[i])
				}
			}
		})
	}
}

// TestPublishedMessages is the table of messages per slot with an arrival at load .99 of the same paper. They are within 3 % of the table,
// to which the noise of these runs adds 2 %, or 5 % with long periods. Only jiq is not: the table has .178, but this engine has .165 with a
// standard error of .001, and the plain definition in direct_test.go has .168 with one of .002.
func TestPublishedMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("long runs")
	}
	periods := []int{10, 100, 1000}
	for _, c := range []struct {
		d    int
		want []float64
	}{
		{2, []float64{1.377, .869, .773}},
		{5, []float64{1.796, .787, .649}},
		{10, []float64{2.634, .755, .535}},
	} {
		for i, period := range periods {
			t.Run(fmt.Sprintf("jbt/d=%d/period=%d", c.d, period), func(t *testing.T) {
				t.Parallel()
				sys := &System{
					Types:    []kernel.Type{{Rate: 1, Count: 10}},
					Arrivals: 9.9,
					Policy:   policy.Policy{Rule: policy.JBTD, D: c.d, Period: period},
					Seed:     2,
				}
				slots := 2e5
				if period == 1000 {
					slots = 8e5
				}
				counts := measure(t, sys, 5e4, slots)
				got := messages(&counts)
				t.Logf("%.3f, published %.3f (%+.1f %%)", got, c.want[i], 100*(got/c.want[i]-1))
				tolerance := 0.05
				if period == 1000 {
					tolerance = 0.08
				}
				if math.Abs(got/c.want[i]-1) > tolerance {
					t.Errorf("%.3f messages per slot, published %.3f", got, c.want[i])
				}
			})
		}
	}
}

// TestTwoPools is five servers of rate 1 and five of rate 10 at load .9, against long runs of an independent program, except for jbt-2:
// that program had 16.8, but over 2.4e7 slots this engine has 17.9 with a standard error of .2, and the plain definition in direct_test.go
// 18.0 with one of .2. Its queues are so long that the run here is off by some 5 % itself.
func TestTwoPools(t *testing.T) {
	for _, c := range []struct {
		policy policy.Policy
		want   float64
		slots  float64
		within float64
	}{
		{policy.Policy{Rule: policy.JSQ}, 4.94, 2e5, 0.05},
		{policy.Policy{Rule: policy.SQDM, D: 2, Memory: 3}, 12.9, 4e5, 0.05},
		{policy.Policy{Rule: policy.JBTD, D: 2, Period: 1000}, 17.9, 1e6, 0.12},
		{policy.Policy{Rule: policy.JBTGD, D: 2, Period: 1000}, 6.10, 2e5, 0.05},
		{policy.Policy{Rule: policy.JBTGD, D: 10, Period: 1000}, 5.74, 2e5, 0.05},
	} {
		t.Run(fmt.Sprintf("%s/d=%d", c.policy.Rule, c.policy.D), func(t *testing.T) {
			t.Parallel()
			slots := c.slots
			if testing.Short() {
				t.Skip("long runs")
			}
			sys := &System{Types: []kernel.Type{{Rate: 10, Count: 5}, {Rate: 1, Count: 5}}, Arrivals: 0.9 * 55, Policy: c.policy, Seed: 3}
			counts := measure(t, sys, slots/10, slots)
			got := response(sys, &counts)
			t.Logf("%.3f, want %.2f (%+.1f %%)", got, c.want, 100*(got/c.want-1))
			if math.Abs(got/c.want-1) > c.within {
				t.Errorf("mean response %.3f, want %.2f", got, c.want)
			}
		})
	}
}
