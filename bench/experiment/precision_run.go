package experiment

import (
	"context"

	"shardq/bench/instance"
	"shardq/kernel"
	"shardq/shard"
)

// stage is one replication of a run whose length is not known before.
type stage struct {
	sim   simulator
	first kernel.Counters   // at the end of the warm-up
	marks []kernel.Counters // at the end of the warm-up and of every batch, without Servers
}

// runOpenEnded runs all replications side by side: the warm-up, if it is to be found, and then looks at lengths run.measure, twice that, four times that,
// and so on, until the precision is reached. All replications stay in memory.
func (c *course) runOpenEnded(ctx context.Context) error {
	stages := make([]stage, len(c.tracks))
	defer func() {
		for i := range stages {
			c.end(i, &stages[i])
		}
	}()
	err := spread(ctx, len(stages), c.workers, func(_ context.Context, i int) error {
		sim, shards, note, err := c.engine(instance.Replication(c.sys, i))
		if err != nil {
			return err
		}
		stages[i].sim = sim
		c.monitor.add(sim)
		if i == 0 {
			c.tick, c.shards, c.note = sim.Tick(), shards, note
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.warmUp(ctx, stages); err != nil {
		return err
	}
	return c.look(ctx, stages)
}

// warmUp advances all replications to where statistics begin.
func (c *course) warmUp(ctx context.Context, stages []stage) error {
	advance := func(ctx context.Context, i int, until float64) error { return stages[i].sim.Advance(ctx, until) }
	if c.sc.Run.AutoWarmup {
		c.monitor.warm(longest(&c.sc.Run))
		area := func(i int) kernel.Wide { return stages[i].sim.Counters().Area }
		w, err := pilot{len(stages), c.workers, advance, area}.find(ctx, c.sc)
		if err != nil {
			return err
		}
		c.warmup, c.sc = &w, withWarmup(c.sc, w)
		c.monitor.warm(w.Length)
		c.monitor.more(float64(w.Length * float64(len(stages))))
	} else if err := spread(ctx, len(stages), c.workers, func(ctx context.Context, i int) error { return advance(ctx, i, c.sc.Run.Warmup) }); err != nil {
		return err
	}
	for i := range stages {
		s := &stages[i]
		c.tracks[i].warm = true
		s.first = s.sim.Counters()
		s.marks = []kernel.Counters{withoutServers(s.first)}
	}
	return nil
}

// look measures until the precision is reached, or the next look would be beyond the most.
func (c *course) look(ctx context.Context, stages []stage) error {
	run := &c.sc.Run
	n := batches(c.sc)
	length := run.Measure
	for done := 0; ; done = n / 2 {
		err := spread(ctx, len(stages), c.workers, func(ctx context.Context, i int) error {
			s, t := &stages[i], &c.tracks[i]
			for b := done; b < n; b++ {
				if err := c.observe(ctx, s.sim, t, run.Warmup+float64(length*(float64(b+1)/float64(n)))); err != nil {
					return err
				}
				now := s.sim.Counters()
				t.total = now.Since(&s.first)
				mark := withoutServers(now)
				batch := mark.Since(&s.marks[b])
				t.batches = append(t.batches, batch)
				s.marks = append(s.marks, mark)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if run.Precision == nil {
			break
		}
		e := newEstimator(c)
		e.tracks = folded(e.tracks) // as they are in the result, to the last digit
		var all bool
		if c.reached, all = reach(run, e.measure); all || float64(2*length) > run.Most {
			break
		}
		c.monitor.more(float64(length * float64(len(stages))))
		for i := range stages {
			s, t := &stages[i], &c.tracks[i]
			s.marks = everyOther(s.marks)
			t.batches = t.batches[:0]
			for b := range len(s.marks) - 1 {
				t.batches = append(t.batches, s.marks[b+1].Since(&s.marks[b]))
			}
			t.sight.pair()
		}
		length *= 2
	}
	for i := range stages {
		c.tracks[i].ended = true
		c.tracks[i].digest = stages[i].sim.Digest()
		c.addAreas(c.tracks[i].batches)
	}
	return nil
}

// end closes a replication and keeps what a result needs of it.
func (c *course) end(i int, s *stage) {
	if s.sim == nil {
		return
	}
	t := &c.tracks[i]
	_, t.jobs = s.sim.Progress()
	if full, ok := s.sim.(*shard.Simulator); ok && full.Shards() > 1 {
		c.addUse(full.Stats())
	}
	c.monitor.remove(s.sim)
	s.sim.Close()
	if len(c.tracks) >= alone {
		t.fold()
	}
}

// folded returns the tracks as the result will have them: each one batch, from alone replications on.
func folded(tracks []track) []track {
	if len(tracks) < alone {
		return tracks
	}
	out := make([]track, len(tracks))
	for i := range tracks {
		out[i].batches = []kernel.Counters{withoutServers(tracks[i].total)}
	}
	return out
}

// everyOther keeps marks 0, 2, 4 ..., so that batches between them are joined in pairs.
func everyOther[C any](marks []C) []C {
	kept := marks[:0]
	for i := 0; i < len(marks); i += 2 {
		kept = append(kept, marks[i])
	}
	return kept
}

func withoutServers(c kernel.Counters) kernel.Counters {
	c.Servers = nil
	return c
}

// pair joins batches in pairs.
func (s *sight) pair() {
	for b := range len(s.batches) / 2 {
		both := s.batches[2*b]
		both.add(&s.batches[2*b+1])
		s.batches[b] = both
	}
	s.batches = s.batches[:len(s.batches)/2]
}
