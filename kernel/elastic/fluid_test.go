package elastic_test

import (
	"context"
	"math"
	"testing"

	"shardq/bench/theory/meanfield"
	"shardq/graph/isa"
	"shardq/kernel/elastic"
)

// TestFluidLimit: 100,000 servers that start idle are within 0.025 of the solution of the differential equation at every time, and of its
// fixed point in the end. The number of arrivals alone has a standard deviation of up to sqrt(0.6*6/100,000) = 0.006 of the servers. With
// 100 times as many servers the largest deviation is a tenth of that here, 0.001.
func TestFluidLimit(t *testing.T) {
	const n, lambda, standby, setup = 100_000, 0.6, 0.7, 0.4
	s, err := elastic.New(&elastic.System{Servers: n, Rate: 1, Arrivals: lambda * n, Standby: standby, Setup: setup, Seed: 8}, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	const length = 0.1
	var middles []float64 // the mean over a short time is the value at its middle
	for i := range 60 {
		middles = append(middles, length*(float64(i)+0.5))
	}
	limit, err := meanfield.ElasticTrajectory(lambda, standby, setup, 0, meanfield.Elastic{}, middles)
	if err != nil {
		t.Fatal(err)
	}
	before := s.Counters()
	check := func(what string, part *elastic.Counters, state []float64) {
		for name, v := range map[string][2]float64{"off": {off(part), state[0]}, "in setup": {starting(part), state[1]},
			"busy":          {busy(part), state[2]},
			"with two jobs": {level(2)(part), state[3]}, "with three jobs": {level(3)(part), state[4]}} {
			if got := v[0] / float64(part.Ticks) / n; math.Abs(got-v[1]) > 0.025 {
				t.Errorf("%s: %.5f of the servers %s, in the limit %.5f", what, got, name, v[1])
			}
		}
	}
	for i, m := range limit {
		if err := s.Advance(context.Background(), length*float64(i+1)); err != nil {
			t.Fatal(err)
		}
		now := s.Counters()
		part := now.Since(&before)
		before = now
		check("on the way", &part, []float64{m.Off, m.Setup, m.Tail[0][0], m.Tail[0][1], m.Tail[0][2]})
	}
	if err := s.Advance(context.Background(), 25); err != nil {
		t.Fatal(err)
	}
	before = s.Counters()
	if err := s.Advance(context.Background(), 30); err != nil {
		t.Fatal(err)
	}
	now := s.Counters()
	part := now.Since(&before)
	fixed := meanfield.ElasticRest(lambda, standby, setup)
	check("in the end", &part, []float64{fixed.Off, fixed.Setup, fixed.Busy(), 0, 0})
	if got := jobs(&part) / float64(part.Ticks) / n / lambda; math.Abs(got-1) > 0.02 {
		t.Errorf("a response of %.4f, in the limit 1", got)
	}
}
