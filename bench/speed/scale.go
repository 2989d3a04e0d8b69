package speed

import (
	"context"
	"fmt"
	stdsync "sync"

	"shardq/kernel"
	"shardq/shard"
)

func runScale(ctx context.Context, s *session) error {
	if s.cores > 1 {
		if err := s.freeCores(ctx); err != nil {
			return err
		}
	}
	barrier := s.barrierCost()
	for _, c := range []struct {
		p   spec
		row string
	}{
		{spec{servers: 1 << 20, degree: 30, graph: stored, policy: jfsq}, "shards-stored"},
		{spec{servers: 1 << 20, degree: 86, graph: stored, policy: jfsq}, "shards-stored-degree86"},
		{spec{servers: 1 << 23, degree: 30, graph: stored, policy: jfsq}, "shards-stored-2^23"},
		{spec{servers: 1 << 20, degree: 30, graph: computed, policy: jfsq}, "shards-computed"},
		{spec{servers: 1 << 24, degree: 30, graph: computed, policy: jfsq}, "shards-computed-2^24"},
		{spec{servers: 1 << 16, degree: 30, graph: stored, policy: jfsq}, "shards-2^16"},
	} {
		c.p.servers = s.cut(c.p.servers)
		if err := s.scaling(ctx, c.p, c.row, barrier); err != nil {
			return err
		}
	}
	if s.cores < 2 {
		return nil
	}
	if err := s.ownChoice(ctx); err != nil {
		return err
	}
	if err := s.sideBySide(ctx); err != nil {
		return err
	}
	return s.busyNeighbour(ctx)
}

// scaling compares 1, 2, 4 ... shards up to the number of cores, and predicts more.
func (s *session) scaling(ctx context.Context, p spec, row string, barrier func(int) float64) error {
	r := s.race()
	defer r.close()
	sys, err := p.build(r.arena)
	if err != nil {
		return err
	}
	for _, shards := range append([]int{1}, s.powers()...) {
		if err := r.engine(ctx, p.String(), sys, shards); err != nil {
			return err
		}
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	one := &t[0]
	s.add(s.line(one))
	for i := 1; i < len(t); i++ {
		l := s.line(&t[i])
		l.against(&t[i], one)
		if t[i].Shards == 2 {
			s.decide(&l, row, l.Ratio)
		}
		s.add(l)
	}
	most := &t[len(t)-1]
	if most.Shards == 1 || most.Phases == nil {
		return nil
	}
	more, err := s.phasesOfMore(ctx, p, sys, 2*most.Shards)
	if err != nil || more == nil {
		return err
	}
	s.predict(one, measuredPhases{most.Shards, *most.Phases}, measuredPhases{2 * most.Shards, *more}, barrier)
	return nil
}

// phasesOfMore returns the phase times on more shards than there are cores. A phase is far shorter than the turn that the scheduler gives a
// goroutine, so its clock shows how long it ran, though shards take turns; only the wait means nothing.
func (s *session) phasesOfMore(ctx context.Context, p spec, sys *kernel.System, shards int) (*PhaseTimes, error) {
	r := s.race()
	defer r.close()
	r.rounds = (r.rounds + 2) / 3
	if err := r.engine(ctx, p.String(), sys, shards); err != nil {
		return nil, err
	}
	t, err := r.run(ctx)
	if err != nil {
		return nil, err
	}
	return t[0].Phases, nil
}

// ownChoice compares the number of shards that the program takes by itself for a small system with one shard.
func (s *session) ownChoice(ctx context.Context) error {
	r := s.race()
	defer r.close()
	p := spec{servers: s.cut(1 << 12), degree: 30, graph: stored, policy: jfsq}
	if err := r.engines(ctx, p, 1, 0); err != nil {
		return err
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	l := s.line(&t[1])
	l.against(&t[1], &t[0])
	s.decide(&l, "shards-2^12", t[1].Slower(&t[0]))
	s.add(s.line(&t[0]), l)
	return nil
}

// sideBySide compares two replications on a core each with the same two one after the other.
func (s *session) sideBySide(ctx context.Context) error {
	r := s.race()
	defer r.close()
	p := spec{servers: s.cut(1 << 20), degree: 30, graph: stored, policy: jfsq}
	sys, err := p.build(r.arena)
	if err != nil {
		return err
	}
	var sims [2]*shard.Simulator
	for i := range sims {
		copied := *sys
		copied.Seed += uint64(i)
		if sims[i], err = r.sim(ctx, &copied, shard.Config{Shards: 1}); err != nil {
			return err
		}
	}
	r.list = []contestant{
		{
			name:   "two replications, one after the other",
			system: p.String(),
			shards: 1,
			work: func(ctx context.Context, jobs uint64) (uint64, error) {
				a, err := advance(ctx, sims[0], sys.Arrivals, jobs/2)
				if err != nil {
					return 0, err
				}
				b, err := advance(ctx, sims[1], sys.Arrivals, jobs/2)
				return a + b, err
			},
		},
		{
			name:   "two replications, side by side",
			system: p.String(),
			shards: 2,
			work: func(ctx context.Context, jobs uint64) (uint64, error) {
				var done [2]uint64
				var errs [2]error
				var both stdsync.WaitGroup
				for i := range sims {
					both.Go(func() { done[i], errs[i] = advance(ctx, sims[i], sys.Arrivals, jobs/2) })
				}
				both.Wait()
				if errs[0] != nil {
					return 0, errs[0]
				}
				return done[0] + done[1], errs[1]
			},
		},
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	l := s.line(&t[1])
	l.against(&t[1], &t[0])
	s.decide(&l, "replications", l.Ratio)
	s.add(s.line(&t[0]), l)
	return nil
}

// busyNeighbour compares two shards beside another process with one shard alone. With more than two cores as many processes run as leave
// one core free.
func (s *session) busyNeighbour(ctx context.Context) error {
	if s.spinner == nil {
		return nil
	}
	r := s.race()
	defer r.close()
	p := spec{servers: s.cut(1 << 20), degree: 30, graph: stored, policy: jfsq}
	if err := r.engines(ctx, p, 1, 2); err != nil {
		return err
	}
	beside := &r.list[1]
	beside.name += fmt.Sprintf(", beside %d busy process%s", s.cores-1, map[bool]string{false: "es"}[s.cores == 2])
	beside.phases = nil
	r.slice *= 4 // the system deals out cores in turns of some milliseconds, and the barrier takes a while to notice
	var neighbours []*neighbour
	stop := func() error {
		for _, n := range neighbours {
			n.stop()
		}
		neighbours = nil
		return nil
	}
	r.ends = append(r.ends, stop) // should one of several not start
	beside.before = func() error {
		for core := range s.cores - 1 {
			n, err := startNeighbour(s.spinner(core))
			if err != nil {
				return err
			}
			neighbours = append(neighbours, n)
		}
		return nil
	}
	beside.after = stop
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	l := s.line(&t[1])
	l.against(&t[1], &t[0])
	s.decide(&l, "busy-neighbour", t[1].Slower(&t[0]))
	s.add(s.line(&t[0]), l)
	return nil
}

// engines adds one system of a spec on each of the given numbers of shards.
func (r *race) engines(ctx context.Context, p spec, shards ...int) error {
	sys, err := p.build(r.arena)
	if err != nil {
		return err
	}
	for _, n := range shards {
		if err := r.engine(ctx, p.String(), sys, n); err != nil {
			return err
		}
	}
	return nil
}
