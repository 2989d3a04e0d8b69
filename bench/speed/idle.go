package speed

import (
	"context"
	"fmt"

	"shardq/alloc"
	"shardq/graph"
	"shardq/kernel"
	"shardq/shard"
)

// Few ports with long rows, which idle bits by port are made for.
const (
	fewPorts       = 64
	fewProbability = 0.5
	fewLoad        = 0.95
	fewServers     = 1 << 20
	fewWarm        = 1 << 12 // jobs of the warm-up, since one may take half a millisecond
)

// runIdle times the ways to find idle servers, on one shard, system by system.
func runIdle(ctx context.Context, s *session) error {
	square := []kernel.IdleWay{kernel.IdleByKey, kernel.IdleByRow}
	for _, p := range []spec{
		{servers: s.cut(1 << 20), degree: 30, graph: stored, policy: jfiq},
		{servers: s.cut(1 << 24), degree: 30, graph: computed, policy: jfiq},
	} {
		if err := s.idleWays(ctx, p.String(), square, p.build, s.warmTime); err != nil {
			return err
		}
	}
	few := func(arena *alloc.Arena) (*kernel.System, error) { return fewPortsSystem(arena, s.cut(fewServers)) }
	name := fmt.Sprintf(
		"servers=%d/ports=%d/probability=%g/load=%g/graph=%s/policy=%v",
		s.cut(fewServers),
		fewPorts,
		fewProbability,
		fewLoad,
		stored,
		jfiq.Rule,
	)
	warm := func(sys *kernel.System) float64 { return fewWarm / sys.Arrivals }
	return s.idleWays(ctx, name, append(square, kernel.IdleByPort), few, warm)
}

// idleWays compares ways to find idle servers on a system, each warmed up for the time that warm says.
func (s *session) idleWays(
	ctx context.Context, name string, ways []kernel.IdleWay,
	build func(*alloc.Arena) (*kernel.System, error), warm func(*kernel.System) float64,
) error {
	r := s.race()
	defer r.close()
	sys, err := build(r.arena)
	if err != nil {
		return err
	}
	for _, way := range ways {
		sim, err := shard.New(sys, shard.Config{Shards: 1, Arena: r.arena, Idle: way})
		if err != nil {
			return err
		}
		r.ends = append(r.ends, sim.Close)
		if err := sim.Advance(ctx, warm(sys)); err != nil {
			return err
		}
		r.list = append(r.list, contestant{
			name: "engine, 1 shard, idle " + string(way), system: name, shards: 1,
			work: func(ctx context.Context, jobs uint64) (uint64, error) { return advance(ctx, sim, sys.Arrivals, jobs) },
		})
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		if i > 0 {
			l.against(&t[i], &t[0])
		}
		s.add(l)
	}
	return nil
}

// fewPortsSystem makes the system of few ports. Servers start about as busy as a small copy of it shows.
func fewPortsSystem(arena *alloc.Arena, servers int) (*kernel.System, error) {
	small, err := fewPortsGraph(nil, min(servers, 1<<12))
	if err != nil {
		return nil, err
	}
	busy, err := busyShares(small)
	if err != nil {
		return nil, err
	}
	sys, err := fewPortsGraph(arena, servers)
	if err != nil {
		return nil, err
	}
	sys.StartBusy = busy
	return sys, nil
}

// fewPortsGraph is fewPortsSystem from an empty start.
func fewPortsGraph(arena *alloc.Arena, servers int) (*kernel.System, error) {
	g, err := graph.Bernoulli(context.Background(), graph.Config{Ports: fewPorts, Servers: servers, Seed: 1, Arena: arena}, fewProbability)
	if err != nil {
		return nil, err
	}
	sys := spec{servers: servers, policy: jfiq}.system(g)
	sys.Arrivals = fewLoad * sys.Capacity()
	return sys, nil
}
