package shard_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/shard"
)

// BenchmarkAdvance runs systems with four types at load .8, as many ports as servers, 30 neighbours a port on average, on one shard and on one for each of
// two cores. A job is an arrival with all that it brings about, drawing it and waiting for other shards included.
func BenchmarkAdvance(b *testing.B) {
	for _, servers := range []int{1 << 12, 1 << 17} {
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ} {
			g, err := graph.NewComputed(graph.Config{Ports: servers, Servers: servers, Seed: 1}, graph.MeanDegreeProbability(servers, 30))
			if err != nil {
				b.Fatal(err)
			}
			sys := &kernel.System{Graph: g, Buffer: 5, Policy: policy.Policy{Rule: rule}, Seed: 1, StartBusy: []float64{1, 0.9, 0.6, 0.3}}
			for _, rate := range []float64{1, 0.5, 0.25, 0.125} {
				sys.Types = append(sys.Types, kernel.Type{Rate: rate, Count: servers / 4})
			}
			sys.Arrivals = 0.8 * sys.Capacity()
			for _, shards := range []int{1, 2} {
				b.Run(fmt.Sprintf("servers=%d/degree=30/graph=computed/policy=%v/shards=%d", servers, rule, shards), func(b *testing.B) {
					if shards > runtime.GOMAXPROCS(0) {
						b.Skip("needs a core for each shard")
					}
					sim, err := shard.New(sys, shard.Config{Shards: shards})
					if err != nil {
						b.Fatal(err)
					}
					defer sim.Close()
					const jobs = 1e5 // about, for each time round
					advance := func() {
						if err := sim.Advance(context.Background(), sim.Now()+jobs/sys.Arrivals); err != nil {
							b.Fatal(err)
						}
					}
					advance()
					before := sim.Counters()
					b.ReportAllocs()
					for b.Loop() {
						advance()
					}
					after := sim.Counters()
					arrived := float64(after.Since(&before).Arrived)
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/arrived, "ns/job")
					b.ReportMetric(arrived/b.Elapsed().Seconds(), "jobs/s")
				})
			}
		}
	}
}
