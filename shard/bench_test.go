package shard_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"shardq/graph"
	"shardq/kernel/policy"
	"shardq/kernel/systemtest"
	"shardq/shard"
)

// BenchmarkAdvance runs systems with four types at load .8, as many ports as servers, 30 neighbours a port on average, on one shard and on
// one for each of two cores. A job is an arrival with all that it brings about, drawing it and waiting for other shards included.
func BenchmarkAdvance(b *testing.B) {
	for _, servers := range []int{1 << 12, 1 << 17} {
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ} {
			g, err := graph.NewComputed(graph.Config{Ports: servers, Servers: servers, Seed: 1}, graph.MeanDegreeProbability(servers, 30))
			if err != nil {
				b.Fatal(err)
			}
			sys := systemtest.Typical(g, rule)
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
