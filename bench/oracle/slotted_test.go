package oracle

import (
	"math"
	"testing"
)

func equal(n int, rate float64) []float64 {
	rates := make([]float64, n)
	for r := range rates {
		rates[r] = rate
	}
	return rates
}

// The published curves of Zhou et al. 2017 for ten servers, T = 1000, read off within 1 %: here within 2 % and 5 standard errors.
func TestSlottedPublished(t *testing.T) {
	for _, c := range []struct {
		policy    string
		d, memory int
		load      float64
		want      float64
	}{
		{JIQ, 0, 0, 0.5, 3.02}, {JIQ, 0, 0, 0.9, 6.78}, {SQD, 2, 0, 0.5, 3.52}, {SQD, 2, 0, 0.7, 5.76}, {SQDM, 2, 3, 0.5, 3.05},
		{SQDM, 2, 3, 0.9, 8.08},
		{JBTD, 2, 0, 0.5, 3.10}, {JBTD, 2, 0, 0.7, 4.42}, {JBTD, 10, 0, 0.9, 6.67}, {JSQ, 0, 0, 0.5, 3.01}, {JSQ, 0, 0, 0.9, 5.60},
	} {
		res, err := SimulateSlotted(
			Slotted{Rates: equal(10, 1), Arrivals: 10 * c.load, Policy: c.policy, D: c.d, Memory: c.memory, Period: 1000},
			SlotRun{Seed: 3, Warmup: 3000, Slots: 2000, Batches: 50},
		)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.MeanResponse; math.Abs(got.Mean-c.want) > 0.02*c.want+5*got.SE {
			t.Errorf("%s %d %d, load %v: %+v, published %v", c.policy, c.d, c.memory, c.load, got, c.want)
		}
	}
}

// One server: the mean of max(Q + A - S, 0) in the steady state from the law of Q, by iteration.
func TestSlottedSingleServer(t *testing.T) {
	const load, most = 0.8, 500
	for _, burst := range []int{0, 10} {
		served := func(k int) float64 {
			switch {
			case burst == 0:
				return poissonWeight(1, k)
			case k == burst:
				return 0.1
			case k == 0:
				return 0.9
			}
			return 0
		}
		step := make([]float64, 2*60+1) // law of A - S, between -60 and 60
		for a := range 61 {
			for s := range 61 {
				step[a-s+60] += poissonWeight(load, a) * served(s)
			}
		}
		law := make([]float64, most+1)
		law[0] = 1
		for range 4000 {
			next := make([]float64, most+1)
			for q, p := range law {
				for i, w := range step {
					next[min(max(q+i-60, 0), most)] += p * w
				}
			}
			law = next
		}
		mean := 0.0
		for q, p := range law {
			mean += float64(q) * p
		}
		res, err := SimulateSlotted(Slotted{Rates: equal(1, 1), Burst: burst, Arrivals: load, Policy: Random},
			SlotRun{Seed: 4, Warmup: 2000, Slots: 5000, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		if d := res.MeanNumber.Distance(mean); !(d <= testBound) || law[most] > 1e-8 {
			t.Errorf("burst %d: %+v, exact %v: %.1f standard errors", burst, res.MeanNumber, mean, d)
		}
		if d := res.Idle[0].Distance(law[0]); !(d <= testBound) {
			t.Errorf("burst %d: idle %+v, exact %v", burst, res.Idle[0], law[0])
		}
	}
}

func poissonWeight(mean float64, k int) float64 {
	lg, _ := math.Lgamma(float64(k + 1))
	return math.Exp(float64(k)*math.Log(mean) - mean - lg)
}

// A threshold from all servers every slot finds the shortest queues: with T = 1 the memory has exactly the servers of least queue, so that
// the system is jsq, messages apart.
func TestSlottedThresholdOfAllIsShortest(t *testing.T) {
	rates := []float64{1, 2, 0.5}
	var number []Estimate
	for _, s := range []Slotted{{Policy: JSQ}, {Policy: JBTD, D: 3, Period: 1}, {Policy: SQD, D: 3}, {Policy: SQDM, D: 3, Memory: 2}} {
		s.Rates, s.Sizes, s.Probabilities = rates, []int{0, 6}, []float64{0.6, 0.4}
		res, err := SimulateSlotted(s, SlotRun{Seed: uint64(5 + len(number)), Warmup: 1000, Slots: 1000, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		number = append(number, res.MeanNumber)
		if other := number[0]; math.Abs(other.Mean-res.MeanNumber.Mean) > testBound*math.Hypot(other.SE, res.MeanNumber.SE) {
			t.Errorf("%s: %+v, jsq %+v", s.Policy, res.MeanNumber, other)
		}
		if s.Policy != JBTD && res.Queries != (Estimate{Mean: 3}) {
			t.Errorf("%s: queries %+v", s.Policy, res.Queries)
		}
		if d := res.Queries.Distance(3 / 0.4); s.Policy == JBTD && !(d < testBound) {
			t.Errorf("jbt-d: queries %+v", res.Queries)
		}
	}
}

func TestSimulateSlottedRefuses(t *testing.T) {
	run := SlotRun{Slots: 10, Batches: 2}
	for _, s := range []Slotted{
		{Policy: JSQ}, {Policy: "tabs", Rates: equal(1, 1)}, {Policy: JBTD, Rates: equal(1, 1), D: 1}, {Policy: SQD, Rates: equal(1, 1)},
	} {
		if _, err := SimulateSlotted(s, run); err == nil {
			t.Errorf("%+v accepted", s)
		}
	}
}
