package speed

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"shardq/alloc"
	"shardq/shard"
)

// runBillion lets a billion servers and ports run for one unit of time, once: nothing is warmed up or repeated.
func runBillion(ctx context.Context, s *session) error {
	p := spec{servers: s.cut(1e9), degree: 30, graph: computed, policy: jfiq}
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	start := time.Now()
	sys, err := p.build(arena)
	if err != nil {
		return err
	}
	sim, err := shard.New(sys, shard.Config{Arena: arena})
	if err != nil {
		return err
	}
	defer sim.Close()
	built := time.Since(start)
	start = time.Now()
	if err := sim.Advance(ctx, 1); err != nil {
		return err
	}
	ran := time.Since(start)
	c := sim.Counters()
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	const gib = 1 << 30
	name := fmt.Sprintf("engine, %d shard%s", sim.Shards(), plural(sim.Shards()))
	jobs := float64(max(c.Arrived, 1))
	l := Line{
		Workload: s.workload, Case: p.String(), Contestant: name, Shards: sim.Shards(), Rounds: 1, Unit: "job",
		NsJob: float64(ran.Nanoseconds()) / jobs, Host: s.host, Version: s.version,
		Note: fmt.Sprintf("%d jobs in one unit of time, %d lost, digest %016x", c.Arrived, c.Blocked+c.Unroutable, sim.Digest()),
	}
	l.Least, l.Greatest, l.PerSecond = l.NsJob, l.NsJob, 1e9/l.NsJob
	peak := s.size(p.String(), name+", peak memory", sim.Shards(), float64(arena.Peak()+heap.HeapSys)/gib, "GiB")
	s.decide(&peak, "billion", peak.Figure)
	s.add(
		l,
		s.size(p.String(), "building", 0, built.Seconds(), "s"),
		s.size(p.String(), "one unit of time", sim.Shards(), ran.Seconds(), "s"),
		peak,
	)
	return nil
}
