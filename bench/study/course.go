package study

import (
	"context"
	"sync"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel"
)

// alone is the number of replications from which on package stats takes each as one value, so that batches need not be kept.
const alone = stats.ReplicationsAlone

// engine is one run of one system, with its counters.
type engine[C any] interface {
	Advance(ctx context.Context, until float64) error
	Progress() (now float64, arrived uint64)
	Counters() C
	Digest() uint64
	Close() error
}

// beginner is an engine that wants to know when statistics begin.
type beginner interface{ begin(at float64) }

// counters is what the counters of every model can do.
type counters[C any] interface {
	*C
	Since(earlier *C) C
	Add(other *C)
}

// subject is one policy of a scenario as a course sees it: what is its model's own.
type subject[C any, P counters[C]] interface {
	// start makes replication i, at time 0.
	start(i int) (engine[C], error)
	// finish is called once for every replication, before it is closed.
	finish(i int, e engine[C])
	// area is the integral of the number in system.
	area(c *C) kernel.Wide
	// jobs counts the jobs.
	jobs(c *C) result.Jobs
	// slim forgets what batches need not have.
	slim(c *C)
	// describe fills in what there is without statistics: title, time, jobs, what theory says, checks of the load.
	describe(e *evaluation[C, P], o *result.Outcome)
	// quantities are the measures of a run, in the order of reports.
	quantities(e *evaluation[C, P]) []quantity[C]
	// complete fills in what there is beside measures: occupancies, messages, checks.
	complete(e *evaluation[C, P], o *result.Outcome)
}

// course runs the replications of one policy.
type course[C any, P counters[C]] struct {
	sc      *scenario.Scenario
	subject subject[C, P]
	workers int // replications at a time
	monitor *monitor

	tracks []track[C]
	length float64 // measured time of a replication

	warmup  *result.Warmup   // as found; nil if it was given
	reached []result.Reached // of the precision asked for, at the last look

	mu    sync.Mutex
	areas []kernel.Wide // of each batch, over all replications that ended
}

// track is what one replication counted.
type track[C any] struct {
	first   C      // at the end of the warm-up
	batches []C    // complete ones, slim; added up into one from alone replications on
	total   C      // their sum
	digest  uint64 // of the end of the run, if complete
	jobs    uint64 // arrivals since time 0
	warm    bool   // the warm-up was done
	ended   bool   // all batches are complete
}

// batches returns the number of batches of a replication.
func batches(sc *scenario.Scenario) int {
	if sc.Run.Batches > 0 {
		return sc.Run.Batches
	}
	return stats.Batches
}

// run runs all replications. If ctx ends first, the tracks have what was done.
func (c *course[C, P]) run(ctx context.Context) error {
	c.tracks = make([]track[C], c.sc.Run.Replications)
	c.length = c.sc.Run.Measure
	if openEnded(&c.sc.Run) {
		return c.runOpenEnded(ctx)
	}
	return spread(ctx, len(c.tracks), c.workers, c.replicate)
}

// replicate runs one replication: warm-up, then batches of equal length.
func (c *course[C, P]) replicate(ctx context.Context, i int) error {
	e, err := c.subject.start(i)
	if err != nil {
		return err
	}
	c.monitor.add(e)
	defer c.end(i, e)
	t := &c.tracks[i]
	begin, ends := batchEnds(c.sc, c.length)
	if err := e.Advance(ctx, begin); err != nil {
		return err
	}
	before := c.begin(t, e, begin)
	for _, end := range ends {
		if err := e.Advance(ctx, end); err != nil {
			return err
		}
		before = c.mark(t, e, &before)
	}
	c.complete(t, e)
	return nil
}

// begin starts the statistics of a replication and returns its first mark.
func (c *course[C, P]) begin(t *track[C], e engine[C], at float64) C {
	if b, ok := e.(beginner); ok {
		b.begin(at)
	}
	t.warm = true
	t.first = e.Counters()
	mark := t.first
	c.subject.slim(&mark)
	return mark
}

// mark ends a batch that began at an earlier mark and returns the mark of its end.
func (c *course[C, P]) mark(t *track[C], e engine[C], before *C) C {
	now := e.Counters()
	t.total = P(&now).Since(&t.first)
	c.subject.slim(&now)
	t.batches = append(t.batches, P(&now).Since(before))
	return now
}

// complete ends the statistics of a replication that has come to its end.
func (c *course[C, P]) complete(t *track[C], e engine[C]) {
	t.ended = true
	t.digest = e.Digest()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.areas == nil {
		c.areas = make([]kernel.Wide, len(t.batches))
	}
	for b := range t.batches {
		c.areas[b] = c.areas[b].Plus(c.subject.area(&t.batches[b]))
	}
}

// end closes a replication and keeps what a result needs of it.
func (c *course[C, P]) end(i int, e engine[C]) {
	t := &c.tracks[i]
	_, t.jobs = e.Progress()
	c.subject.finish(i, e)
	c.monitor.remove(e)
	_ = e.Close() // what it gives back is memory
	if len(c.tracks) >= alone && len(t.batches) > 0 {
		t.batches = []C{c.folded(t)}
	}
}

// folded is the one batch of a track whose replication counts as one value.
func (c *course[C, P]) folded(t *track[C]) C {
	one := t.total
	c.subject.slim(&one)
	return one
}
