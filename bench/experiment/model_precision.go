package experiment

import (
	"context"

	"shardq/graph/rng"
	"shardq/kernel"
)

// trialStage is one replication of a run whose length is not known before.
type trialStage[C any] struct {
	sim   modelEngine[C]
	marks []C // at the end of the warm-up and of every batch
}

// runOpenEnded is that of course for the other models.
func (t *trials[C, P]) runOpenEnded(ctx context.Context) error {
	stages := make([]trialStage[C], len(t.tracks))
	defer func() {
		for i := range stages {
			t.end(i, &stages[i])
		}
	}()
	workers := modelWorkers(t.sc)
	err := spread(ctx, len(stages), workers, func(_ context.Context, i int) error {
		sim, err := t.start(rng.Derive(t.sc.Run.Seed, uint32(i)))
		if err != nil {
			return err
		}
		stages[i].sim = sim
		t.monitor.add(sim)
		return nil
	})
	if err != nil {
		return err
	}
	advance := func(ctx context.Context, i int, until float64) error { return stages[i].sim.Advance(ctx, until) }
	if t.sc.Run.AutoWarmup {
		t.monitor.warm(longest(&t.sc.Run))
		area := func(i int) kernel.Wide {
			c := stages[i].sim.Counters()
			return t.area(&c)
		}
		w, err := pilot{len(stages), workers, advance, area}.find(ctx, t.sc)
		if err != nil {
			return err
		}
		t.warmup, t.sc = &w, withWarmup(t.sc, w)
		t.monitor.warm(w.Length)
		t.monitor.more(float64(w.Length * float64(len(stages))))
	} else {
		begin, _ := batchEnds(t.sc, t.sc.Run.Measure)
		if err := spread(ctx, len(stages), workers, func(ctx context.Context, i int) error { return advance(ctx, i, begin) }); err != nil {
			return err
		}
	}
	for i := range stages {
		t.tracks[i].warm = true
		t.tracks[i].first = stages[i].sim.Counters()
		stages[i].marks = []C{t.tracks[i].first}
	}
	return t.lookOn(ctx, stages, workers)
}

// lookOn measures until the precision is reached, or the next look would be beyond the most.
func (t *trials[C, P]) lookOn(ctx context.Context, stages []trialStage[C], workers int) error {
	run := &t.sc.Run
	t.length = run.Measure
	done := 0
	for {
		_, ends := batchEnds(t.sc, t.length)
		err := spread(ctx, len(stages), workers, func(ctx context.Context, i int) error {
			s, track := &stages[i], &t.tracks[i]
			for _, end := range ends[done:] {
				if err := s.sim.Advance(ctx, end); err != nil {
					return err
				}
				now := s.sim.Counters()
				track.total = P(&now).Since(&track.first)
				track.batches = append(track.batches, P(&now).Since(&s.marks[len(s.marks)-1]))
				s.marks = append(s.marks, now)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if run.Precision == nil {
			break
		}
		t.addUp()
		var all bool
		if t.reached, all = reach(run, t.look().Estimate); all || float64(2*t.length) > run.Most {
			break
		}
		t.monitor.more(float64(t.length * float64(len(stages))))
		for i := range stages {
			s, track := &stages[i], &t.tracks[i]
			s.marks = everyOther(s.marks)
			track.batches = track.batches[:0]
			for b := range len(s.marks) - 1 {
				track.batches = append(track.batches, P(&s.marks[b+1]).Since(&s.marks[b]))
			}
		}
		t.length *= 2
		done = len(ends) / 2
	}
	for i := range stages {
		t.tracks[i].ended = true
		t.tracks[i].digest = stages[i].sim.Digest()
		t.addAreas(t.tracks[i].batches)
	}
	return nil
}

// end closes a replication and keeps what findings need of it.
func (t *trials[C, P]) end(i int, s *trialStage[C]) {
	if s.sim == nil {
		return
	}
	track := &t.tracks[i]
	_, track.jobs = s.sim.Progress()
	t.monitor.remove(s.sim)
	s.sim.Close()
	if len(t.tracks) >= alone && len(track.batches) > 1 {
		track.batches = []C{track.total}
	}
}
