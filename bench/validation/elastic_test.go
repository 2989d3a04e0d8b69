package validation

import (
	"fmt"
	"testing"

	"shardq/bench/oracle"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/elastic"
)

// followElastic runs the engine and compares it with what must come out, exact or simulated.
func followElastic(t *testing.T, name string, s oracle.Elastic, seed uint64, length float64, want *oracle.ElasticResult) {
	t.Helper()
	sim, err := elastic.New(&elastic.System{
		Servers: s.Servers, Buffer: s.Buffer, Rate: s.Rate, Arrivals: s.Arrivals, Standby: s.Standby, Setup: s.Setup, Seed: seed,
	}, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	batches := collect(t, sim, (*elastic.Counters).Since, 200, length)
	tick := sim.Tick()
	time := func(c *elastic.Counters) float64 { return float64(c.Ticks) * tick }
	share := func(of func(c *elastic.Counters) kernel.Wide) oracle.Estimate {
		return estimate(batches, func(c *elastic.Counters) float64 { return of(c).Float() * tick / float64(s.Servers) }, time)
	}
	lost := func(c *elastic.Counters) float64 { return float64(c.Blocked) }
	jobs := func(c *elastic.Counters) float64 { return c.Jobs.Float() * tick }
	near(t, name+": mean number", estimate(batches, jobs, time), want.MeanNumber)
	near(
		t,
		name+": mean response",
		estimate(batches, jobs, func(c *elastic.Counters) float64 { return float64(c.Admitted) }),
		want.MeanResponse,
	)
	near(t, name+": blocking", estimate(batches, lost, func(c *elastic.Counters) float64 { return float64(c.Arrived) }), want.Blocking)
	near(t, name+": busy", share(func(c *elastic.Counters) kernel.Wide { return c.Busy }), want.Busy)
	near(t, name+": idle", share(func(c *elastic.Counters) kernel.Wide { return c.Idle }), want.Idle)
	near(t, name+": in setup", share(func(c *elastic.Counters) kernel.Wide { return c.SettingUp }), want.SettingUp)
	near(t, name+": off", share(func(c *elastic.Counters) kernel.Wide { return c.Off }), want.Off)
	near(t, name+": setups", estimate(batches, func(c *elastic.Counters) float64 { return float64(c.Setups) }, time), want.Setups)
	for k, tail := range want.Tail {
		if tail.Mean*length*testBatches*s.Rate < rare {
			break
		}
		near(t, fmt.Sprintf("%s: share with %d jobs or more", name, k+1), share(func(c *elastic.Counters) kernel.Wide {
			if k < len(c.Level) {
				return c.Level[k]
			}
			return kernel.Wide{}
		}), tail)
	}
}

// TestElasticFollowsItsChain: few servers with small buffers, all states of which are known.
func TestElasticFollowsItsChain(t *testing.T) {
	t.Parallel()
	for i, s := range []oracle.Elastic{
		{Servers: 1, Buffer: 4, Rate: 1, Arrivals: 0.8, Standby: 0.5, Setup: 0.7},
		{Servers: 1, Buffer: 1, Rate: 1, Arrivals: 2, Standby: 3, Setup: 0.2},
		{Servers: 2, Buffer: 3, Rate: 2, Arrivals: 2.5, Standby: 1, Setup: 0.3},
		{Servers: 3, Buffer: 4, Rate: 1, Arrivals: 1.5, Standby: 0.2, Setup: 2},
		{Servers: 3, Buffer: 2, Rate: 1, Arrivals: 3.5, Standby: 20, Setup: 0.1},
		{Servers: 4, Buffer: 3, Rate: 1, Arrivals: 2, Standby: 5, Setup: 0.5},
		{Servers: 4, Buffer: 2, Rate: 1, Arrivals: 3.5, Standby: 0, Setup: 1},
	} {
		want, err := oracle.ExactElastic(s)
		if err != nil {
			t.Fatal(err)
		}
		followElastic(t, fmt.Sprintf("%+v", s), s, uint64(i+1), 1000, want)
	}
}

// TestElasticFollowsTheOracle: more servers, one with unlimited queues.
func TestElasticFollowsTheOracle(t *testing.T) {
	t.Parallel()
	for i, s := range []oracle.Elastic{
		{Servers: 12, Rate: 1, Arrivals: 6, Standby: 0.5, Setup: 0.5},
		{Servers: 30, Buffer: 5, Rate: 0.5, Arrivals: 12, Standby: 0.1, Setup: 0.1},
	} {
		want, err := oracle.SimulateElastic(s, oracle.TimeRun{Seed: uint64(i + 1), Warmup: 200, Time: 60, Batches: testBatches})
		if err != nil {
			t.Fatal(err)
		}
		followElastic(t, fmt.Sprintf("%+v", s), s, uint64(i+1), 300, want)
	}
}
