package speed

import (
	"context"
	"fmt"

	"shardq/bench/speed/plain"
	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
	"shardq/shard"
)

// supermarketLoad and supermarketBuffer fix the supermarket workload. At this load a queue of ten is met with probability .9^1023 = 1e-47,
// so the buffer is as good as none, and both sides keep a queue in a byte.
const (
	supermarketLoad   = 0.9
	supermarketBuffer = 200
)

// supermarketSystem is a pool of servers of rate 1 where jobs join the shorter of two drawn ones.
func supermarketSystem(servers, buffer int) *kernel.System {
	return &kernel.System{
		Graph: graph.Complete{
			L: servers,
			N: servers,
		}, Types: []kernel.Type{{Rate: 1, Count: servers}}, Buffer: buffer, Arrivals: supermarketLoad * float64(servers),
		Policy: policy.Policy{Rule: policy.JSQD, D: 2}, Seed: 1,
	}
}

// changes adds a contestant that counts state changes: jobs that join and jobs that depart.
func (r *race) changes(name, system string, shards int, sim advancer, rate float64) {
	state := func() uint64 {
		c := sim.Counters()
		return c.Admitted + c.Departed
	}
	r.list = append(
		r.list,
		contestant{name: name, system: system, shards: shards, work: func(ctx context.Context, jobs uint64) (uint64, error) {
			before := state()
			_, err := advance(ctx, sim, rate, jobs)
			return state() - before, err
		}},
	)
}

// plainPool is the plain loop with queue lengths of type K.
func plainPool[K uint8 | uint32](name, system string, servers int, warm float64) contestant {
	p := plain.NewSupermarket[K](servers, supermarketLoad, 1)
	p.Run(uint64(warm * supermarketLoad * float64(servers)))
	return contestant{name: name, system: system, shards: 1, work: func(_ context.Context, jobs uint64) (uint64, error) {
		before := p.Changes()
		p.Run(jobs)
		return p.Changes() - before, nil
	}}
}

func runSupermarket(ctx context.Context, s *session) error {
	r := s.race()
	defer r.close()
	servers := s.cut(1e6)
	system := fmt.Sprintf("servers=%d/load=%g/graph=complete/policy=jsq-d/d=2", servers, supermarketLoad)
	warm := 20.0 // units of time: the mean queue is then within some per cent of its limit
	r.list = append(
		r.list,
		plainPool[uint8]("plain loop", system, servers, warm),
		plainPool[uint32]("plain loop, 4 bytes a queue", system, servers, warm),
	)
	sys := supermarketSystem(servers, supermarketBuffer)
	for _, shards := range append([]int{1}, s.powers()...) {
		sim, err := shard.New(sys, shard.Config{Shards: shards, Arena: r.arena})
		if err != nil {
			return err
		}
		r.ends = append(r.ends, sim.Close)
		if err := sim.Advance(ctx, warm); err != nil {
			return err
		}
		r.changes(fmt.Sprintf("engine, %d shard%s", shards, plural(shards)), system, shards, sim, sys.Arrivals)
		r.list[len(r.list)-1].phases = func() []phaseTimes { return phasesOf(sim) }
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		l.Unit = "state change"
		if i > 0 {
			l.against(&t[i], &t[0])
			if i > 1 && t[i].Shards <= 2 {
				s.decide(&l, fmt.Sprintf("supermarket-%d", t[i].Shards), l.Ratio)
			}
		}
		s.add(l)
	}
	return nil
}
