package study

import (
	"context"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
)

// stage is one replication of a run whose length is not known before.
type stage[C any] struct {
	engine engine[C]
	marks  []C // at the end of the warm-up and of every batch, slim
}

// runOpenEnded runs all replications side by side: the warm-up, if it is to be found, and then looks at lengths run.measure, twice that,
// four times that, and so on, until the precision is reached. All replications stay in memory.
func (c *course[C, P]) runOpenEnded(ctx context.Context) error {
	stages := make([]stage[C], len(c.tracks))
	defer func() {
		for i := range stages {
			if stages[i].engine != nil {
				c.end(i, stages[i].engine)
			}
		}
	}()
	err := spread(ctx, len(stages), c.workers, func(_ context.Context, i int) error {
		e, err := c.subject.start(i)
		if err != nil {
			return err
		}
		stages[i].engine = e
		c.monitor.add(e)
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
func (c *course[C, P]) warmUp(ctx context.Context, stages []stage[C]) error {
	advance := func(ctx context.Context, i int, until float64) error { return stages[i].engine.Advance(ctx, until) }
	begin, _ := batchEnds(c.sc, c.length)
	if c.sc.Run.AutoWarmup {
		c.monitor.warm(longest(&c.sc.Run))
		area := func(i int) kernel.Wide {
			now := stages[i].engine.Counters()
			return c.subject.area(&now)
		}
		w, err := pilot{len(stages), c.workers, advance, area}.find(ctx, c.sc)
		if err != nil {
			return err
		}
		c.warmup, c.sc = &w, withWarmup(c.sc, w)
		c.monitor.warm(w.Length)
		c.monitor.more(float64(w.Length * float64(len(stages))))
		begin = w.Length
	} else if err := spread(ctx, len(stages), c.workers,
		func(ctx context.Context, i int) error { return advance(ctx, i, begin) }); err != nil {
		return err
	}
	for i := range stages {
		stages[i].marks = []C{c.begin(&c.tracks[i], stages[i].engine, begin)}
	}
	return nil
}

// look measures until the precision is reached, or the next look would be beyond the most.
func (c *course[C, P]) look(ctx context.Context, stages []stage[C]) error {
	run := &c.sc.Run
	for done := 0; ; {
		_, ends := batchEnds(c.sc, c.length)
		err := spread(ctx, len(stages), c.workers, func(ctx context.Context, i int) error {
			s, t := &stages[i], &c.tracks[i]
			for _, end := range ends[done:] {
				if err := s.engine.Advance(ctx, end); err != nil {
					return err
				}
				s.marks = append(s.marks, c.mark(t, s.engine, &s.marks[len(s.marks)-1]))
			}
			return nil
		})
		if err != nil {
			return err
		}
		if run.Precision == nil {
			break
		}
		var all bool
		if c.reached, all = reach(run, c.evaluation().named); all || float64(2*c.length) > run.Most {
			break
		}
		c.monitor.more(float64(c.length * float64(len(stages))))
		for i := range stages {
			s, t := &stages[i], &c.tracks[i]
			s.marks = everyOther(s.marks)
			t.batches = t.batches[:0]
			for b := range len(s.marks) - 1 {
				t.batches = append(t.batches, P(&s.marks[b+1]).Since(&s.marks[b]))
			}
		}
		c.length *= 2
		done = len(ends) / 2
	}
	for i := range stages {
		c.complete(&c.tracks[i], stages[i].engine)
	}
	return nil
}

// everyOther keeps marks 0, 2, 4 ..., so that batches between them are joined in pairs.
func everyOther[C any](marks []C) []C {
	kept := marks[:0]
	for i := 0; i < len(marks); i += 2 {
		kept = append(kept, marks[i])
	}
	return kept
}

// reach judges what was asked of a run, given how to estimate a measure.
func reach(run *scenario.RunSection, estimate func(key string) stats.Estimate) (list []result.Reached, all bool) {
	all = true
	for _, p := range run.Precision {
		r := result.Reached{Precision: p, Got: estimate(p.Measure)}
		r.Met = r.Got.Settled(run.Replications) && r.Got.HalfWidth <= r.Width()
		list, all = append(list, r), all && r.Met
	}
	return list, all
}
