package figures

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"shardq/bench/fault"
	"shardq/bench/picture"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/elastic"
	"shardq/kernel/lumped"
)

// transientLevels is the number of levels that a transient keeps.
const transientLevels = 6

// look is what one replication showed at all times: shares of servers by what they do.
type look struct {
	shares  map[string][]float64
	arrived uint64
}

// transient looks at a system at the given times, over all replications of a scenario: at the shares of servers with at least 1, 2, ...
// jobs where every port reaches all servers and these have one rate, and at their states in the elastic model.
func transient(ctx context.Context, sc *scenario.Scenario, times []float64) (*Record, error) {
	watch := watchElastic
	if sc.Model != scenario.Elastic {
		watch = watchOccupancy
		if len(sc.Policies) != 1 || len(sc.Types()) != 1 || sc.Graph.Kind != scenario.Complete {
			return nil, fmt.Errorf("figures: a transient of %s: want one policy, one rate and a complete graph", sc.Name)
		}
	}
	looks := make([]look, sc.Run.Replications)
	errs := make([]error, len(looks))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range looks {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			defer fault.Caught(&errs[i])
			looks[i], errs[i] = watch(ctx, sc, rng.Derive(sc.Run.Seed, uint32(i)), times)
		})
	}
	wg.Wait()
	out := &Record{Values: map[string]picture.Value{}, Series: map[string][]picture.Value{}}
	for i, err := range errs {
		if err != nil {
			return nil, err
		}
		out.Simulated += looks[i].arrived
	}
	for key := range looks[0].shares {
		list := make([]picture.Value, len(times))
		for t := range times {
			var shares []float64
			for i := range looks {
				shares = append(shares, looks[i].shares[key][t])
			}
			list[t] = pooled(shares)
		}
		out.Series[key] = list
	}
	return out, nil
}

// watchOccupancy is one replication of the bipartite model.
func watchOccupancy(ctx context.Context, sc *scenario.Scenario, seed uint64, times []float64) (look, error) {
	l := look{shares: map[string][]float64{}}
	sim, err := lumped.New(&kernel.System{
		Graph: graph.Complete{L: 1, N: sc.Servers()}, Types: sc.Types(), Buffer: sc.Buffer(), Arrivals: sc.ArrivalRate(),
		Policy: sc.Policies[0], Seed: seed,
	}, lumped.Config{})
	if err != nil {
		return l, err
	}
	defer sim.Close()
	n := float64(sc.Servers())
	for _, t := range times {
		if err := sim.Advance(ctx, t); err != nil {
			return l, err
		}
		seen := sim.Occupancy()
		for k := range transientLevels {
			share := 0.0
			if k < len(seen) {
				share = float64(seen[k]) / n
			}
			l.shares[tailKey(k+1)] = append(l.shares[tailKey(k+1)], share)
		}
	}
	_, l.arrived = sim.Progress()
	return l, nil
}

// watched is the length of time around each moment over which states of elastic servers are averaged. The mean differs from the value in
// the middle by its second derivative times the square of this, over 24.
const watched = 0.1

// watchElastic is one replication of the elastic model.
func watchElastic(ctx context.Context, sc *scenario.Scenario, seed uint64, times []float64) (look, error) {
	l := look{shares: map[string][]float64{}}
	sim, err := elastic.New(&elastic.System{
		Servers: sc.Servers(), Buffer: sc.Buffer(), Rate: sc.Types()[0].Rate, Arrivals: sc.ArrivalRate(),
		Standby: sc.Elastic.Standby, Setup: sc.Elastic.Setup, Seed: seed,
	}, isa.Best)
	if err != nil {
		return l, err
	}
	states := map[string]func(*elastic.Counters) kernel.Wide{
		"busy":  func(c *elastic.Counters) kernel.Wide { return c.Busy },
		"idle":  func(c *elastic.Counters) kernel.Wide { return c.Idle },
		"setup": func(c *elastic.Counters) kernel.Wide { return c.SettingUp },
		"off":   func(c *elastic.Counters) kernel.Wide { return c.Off },
	}
	for _, t := range times {
		if err := sim.Advance(ctx, t-watched/2); err != nil {
			return l, err
		}
		before := sim.Counters()
		if err := sim.Advance(ctx, t+watched/2); err != nil {
			return l, err
		}
		after := sim.Counters()
		length := float64(after.Ticks-before.Ticks) * float64(sc.Servers())
		for key, of := range states {
			l.shares[key] = append(l.shares[key], (of(&after).Float()-of(&before).Float())/length)
		}
		l.arrived = after.Arrived
	}
	return l, nil
}
