package shard

import (
	"context"
	"testing"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestManyWrongKeys: two ports and an overloaded system in windows of a whole epoch: nearly every job finds most of the servers that it may
// use worse than the state says. The result is that of the reference, in time that does not explode with the number of wrong keys.
func TestManyWrongKeys(t *testing.T) {
	const n = 400
	for _, rule := range []policy.Rule{policy.JIQ, policy.JFSQ, policy.JIQJSQD} {
		g, err := graph.NewComputedRegular(graph.Config{Ports: 2, Servers: n, Seed: 3}, n/2)
		if err != nil {
			t.Fatal(err)
		}
		sys := &kernel.System{
			Graph: g, Types: []kernel.Type{{Rate: 1, Count: n / 2}, {Rate: 0.5, Count: n / 2}}, Buffer: 3, Seed: 5,
			Policy: policy.Policy{Rule: rule, D: 3},
		}
		sys.Arrivals = 1.2 * sys.Capacity()
		ref, err := kernel.NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		until := 1.2 * ref.Plan().Epoch
		tick, err := ref.Plan().Ticks(until)
		if err != nil {
			t.Fatal(err)
		}
		ref.Advance(tick)
		for _, cfg := range []Config{{Shards: 2, Window: 1e6}, {Shards: 3, Window: 500, State: Shared},
			{Shards: 2, Window: 1e6, Idle: kernel.IdleByRow}} {
			sim, err := New(sys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			if err := sim.Advance(context.Background(), until); err != nil {
				t.Fatal(err)
			}
			if sim.Digest() != ref.Digest() {
				t.Errorf("%v, %+v: digests differ", rule, cfg)
			}
			sim.Close()
		}
	}
}
