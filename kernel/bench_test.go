package kernel_test

import (
	"context"
	"fmt"
	"testing"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/kernel/systemtest"
)

// BenchmarkAdvance runs the definition and the fast way to run it on one core: systems with four types at load .8, as many ports as
// servers, 30 neighbours a port on average. A job is an arrival with all that it brings about.
func BenchmarkAdvance(b *testing.B) {
	for _, servers := range []int{1 << 12, 1 << 16} {
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ} {
			g, err := graph.Bernoulli(
				context.Background(),
				graph.Config{Ports: servers, Servers: servers, Seed: 1},
				graph.MeanDegreeProbability(servers, 30),
			)
			if err != nil {
				b.Fatal(err)
			}
			sys := systemtest.Typical(g, rule)
			name := fmt.Sprintf("servers=%d/degree=30/policy=%v", servers, rule)
			b.Run(name+"/way=reference", func(b *testing.B) {
				ref, err := kernel.NewReference(sys)
				if err != nil {
					b.Fatal(err)
				}
				perJob(b, sys, ref.Plan(), func(tick uint64) kernel.Counters {
					ref.Advance(tick)
					return ref.Counters()
				})
			})
			b.Run(name+"/way=serial", func(b *testing.B) {
				plan, err := kernel.NewPlan(sys)
				if err != nil {
					b.Fatal(err)
				}
				layout, err := kernel.NewLayout(sys)
				if err != nil {
					b.Fatal(err)
				}
				serial, err := kernel.NewSerial[uint8](nil, sys, plan, layout, isa.Best, "")
				if err != nil {
					b.Fatal(err)
				}
				perJob(b, sys, plan, func(tick uint64) kernel.Counters {
					if _, err := serial.Advance(tick, nil); err != nil {
						b.Fatal(err)
					}
					return serial.Counters()
				})
			})
		}
	}
}

// perJob times advances of some 20,000 jobs each, after one that does not count, and reports them by job.
func perJob(b *testing.B, sys *kernel.System, plan *kernel.Plan, advance func(tick uint64) kernel.Counters) {
	step, now := 2e4/sys.Arrivals, 0.0
	next := func() kernel.Counters {
		now += step
		tick, err := plan.Ticks(now)
		if err != nil {
			b.Fatal(err)
		}
		return advance(tick)
	}
	before := next()
	after := before
	b.ReportAllocs()
	for b.Loop() {
		after = next()
	}
	jobs := float64(after.Arrived - before.Arrived)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/jobs, "ns/job")
	b.ReportMetric(jobs/b.Elapsed().Seconds(), "jobs/s")
}
