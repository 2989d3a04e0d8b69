package slotted

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// drained returns the expected sum over slots but the first of the jobs, as the slot starts, of a server that has some jobs at first and
// gets no more.
func drained(jobs int, rate, burst float64) float64 {
	weights := make([]float64, jobs+1) // of 0, 1, 2, ... jobs served in a slot
	if burst > 0 {
		weights[0] = 1 - rate/burst
		if int(burst) <= jobs {
			weights[int(burst)] = rate / burst
		}
	} else {
		for k := range weights {
			weights[k] = distuv.Poisson{Lambda: rate}.Prob(float64(k))
		}
	}
	chance := make([]float64, jobs+1)
	chance[jobs] = 1
	total := 0.0
	for range 400 {
		next := make([]float64, jobs+1)
		for q := 1; q <= jobs; q++ {
			for k := 0; k < q; k++ {
				next[q-k] += chance[q] * weights[k]
			}
		}
		chance = next
		for q, p := range chance {
			total += float64(q) * p
		}
	}
	return total
}

// TestExpectedJobs: the jobs summed over slots that are never looked at, with few and with many key points, have the exact mean, to 5.8
// standard errors.
func TestExpectedJobs(t *testing.T) {
	const runs = 20_000
	for _, c := range []struct {
		jobs        int
		rate, burst float64
	}{{1, 1, 0}, {10, 1, 0}, {60, 3, 0}, {30, 8, 0}, {1, 0.5, 4}, {30, 1, 10}, {60, 2, 3}, {33, 1, 1}} {
		for _, rule := range []policy.Rule{policy.Random, policy.JSQ} {
			t.Run(fmt.Sprintf("%s/jobs=%d/rate=%v/burst=%v", rule, c.jobs, c.rate, c.burst), func(t *testing.T) {
				t.Parallel()
				want := drained(c.jobs, c.rate, c.burst)
				var area moments
				s := start(
					t,
					&System{Types: []kernel.Type{{Rate: c.rate, Count: 1}}, Burst: c.burst, Arrivals: 1, Policy: policy.Policy{Rule: rule}},
				)
				nothing, err := newBatch(&System{Sizes: []int{0}, Probabilities: []float64{1}})
				if err != nil {
					t.Fatal(err)
				}
				s.batch = nothing
				for range runs {
					before := s.area
					s.give(0, uint64(c.jobs))
					s.step()
					for s.servers[0].queue > 0 {
						s.step()
					}
					sum := s.area.Minus(before)
					area.add((float64(sum.Hi)*0x1p64+float64(sum.Lo))/one - float64(c.jobs))
				}
				if z := math.Abs(area.mean()-want) / math.Sqrt(area.variance()+1e-15*want*want); z > 5.8 {
					t.Errorf("%.5g job slots, want %.5g (%.1f standard errors)", area.mean(), want, z)
				}
			})
		}
	}
}

// TestTiesAreUniform: the first batch finds all queues empty, and the seventh, of policies that avoid longer queues, finds one job at each.
func TestTiesAreUniform(t *testing.T) {
	const servers, runs = 6, 6000
	for _, p := range []policy.Policy{
		{Rule: policy.JSQ}, {Rule: policy.SQD, D: 2}, {Rule: policy.SQD, D: 6}, {Rule: policy.SQDM, D: 6, Memory: 2},
		{Rule: policy.SQDM, D: 1, Memory: 2},
		{Rule: policy.JIQ}, {Rule: policy.JBTD, D: 2, Period: 9}, {Rule: policy.JBTGD, D: 2, Period: 9}, {Rule: policy.Random},
	} {
		first, seventh := map[uint64]float64{}, map[uint64]float64{}
		for seed := range uint64(runs) {
			s := start(
				t,
				&System{
					Types:         []kernel.Type{{Rate: 1e-9, Count: servers}},
					Sizes:         []int{1},
					Probabilities: []float64{1},
					Policy:        p,
					Seed:          seed,
				},
			)
			s.step()
			first[uint64(s.sent)]++
			for range servers {
				s.step()
			}
			seventh[uint64(s.sent)]++
		}
		even := map[uint64]float64{}
		for n := range uint64(servers) {
			even[n] = 1e9
		}
		sameLaw(t, p.Rule.String()+": first server", first, even)
		sameLaw(t, p.Rule.String()+": seventh server", seventh, even)
	}
}
