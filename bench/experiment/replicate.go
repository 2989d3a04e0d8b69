package experiment

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/bench/theory/messages"
	"shardq/kernel"
	"shardq/shard"
)

// alone is the number of replications from which on package stats takes each as one value, so that batches need not be kept.
const alone = 10

// batches returns the number of batches of a replication.
func batches(sc *scenario.Scenario) int {
	if sc.Run.Batches > 0 {
		return sc.Run.Batches
	}
	return stats.Batches
}

// division says how many replications run at a time, and on how many shards each; 0 leaves the number of shards to the engine. Replications need no
// barrier, so they fill the cores first where there are enough of them, or where the system is too small to be divided.
func division(sc *scenario.Scenario, opt Options) (workers, shards int) {
	cores := runtime.GOMAXPROCS(0)
	copies := sc.Run.Replications
	if sc.Run.Engine == scenario.Lumped {
		return min(copies, cores), 1
	}
	if opt.Shards > 1 || copies == 1 || opt.Shards == 0 && copies < cores && sc.Servers() >= shard.SmallSystem {
		return 1, opt.Shards
	}
	return min(copies, cores), 1
}

// spread calls do for 0 .. n-1 from several goroutines. The first error ends the context of the others; the error of the lowest index that is
// not merely such an end is returned.
func spread(ctx context.Context, n, workers int, do func(ctx context.Context, i int) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, workers) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && inner.Err() == nil; i = next.Add(1) - 1 {
				if errs[i] = do(inner, int(i)); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil && !fault.Ended(err) {
			return err
		}
	}
	return ctx.Err()
}

// track is what one replication counted.
type track struct {
	batches []kernel.Counters // complete ones, without Servers; added up into one from alone replications on
	total   kernel.Counters   // their sum
	digest  uint64            // of the end of the run, if complete
	jobs    uint64            // arrivals since time 0
	warm    bool              // the warm-up was done
	ended   bool              // all batches are complete
	sight   sight             // what looks at the occupancies saw
}

// course runs the replications of one policy.
type course struct {
	sc      *scenario.Scenario
	sys     *kernel.System // of replication 0
	graph   instance.GraphInfo
	traffic messages.Traffic
	cfg     shard.Config
	asked   int // shards
	workers int
	monitor *monitor

	tracks []track
	tick   float64
	shards int
	note   string

	mu    sync.Mutex
	areas []kernel.Wide // of each batch, over all replications that ended
	use   ShardUse      // of all replications

	warmup  *Warmup   // as found; nil if it was given
	reached []Reached // of the precision asked for, at the last look
}

// run runs all replications. If ctx ends first, the tracks have what was done.
func (c *course) run(ctx context.Context) error {
	c.tracks = make([]track, c.sc.Run.Replications)
	c.areas = make([]kernel.Wide, batches(c.sc))
	if openEnded(&c.sc.Run) {
		return c.runOpenEnded(ctx)
	}
	return spread(ctx, len(c.tracks), c.workers, c.replicate)
}

// replicate runs one replication: warm-up, then batches of equal length.
func (c *course) replicate(ctx context.Context, i int) error {
	sim, shards, note, err := c.engine(instance.Replication(c.sys, i))
	if err != nil {
		return err
	}
	defer sim.Close()
	c.monitor.add(sim)
	defer c.monitor.remove(sim)
	if i == 0 {
		c.tick, c.shards, c.note = sim.Tick(), shards, note
	}
	t := &c.tracks[i]
	err = c.measure(ctx, sim, t)
	_, t.jobs = sim.Progress()
	if s, full := sim.(*shard.Simulator); full && shards > 1 {
		c.addUse(s.Stats())
	}
	if err == nil {
		t.ended = true
		t.digest = sim.Digest()
		c.addAreas(t.batches)
	}
	if len(c.tracks) >= alone {
		t.fold()
	}
	return err
}

// addAreas adds the batches of a replication that ended.
func (c *course) addAreas(batches []kernel.Counters) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for b := range batches {
		c.areas[b] = c.areas[b].Plus(batches[b].Area)
	}
}

// addUse adds what the shards of a replication did.
func (c *course) addUse(s shard.Stats) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.use.add(s)
}

// measure advances a simulation through warm-up and batches.
func (c *course) measure(ctx context.Context, sim simulator, t *track) error {
	run := &c.sc.Run
	if err := sim.Advance(ctx, run.Warmup); err != nil {
		return err
	}
	t.warm = true
	first := sim.Counters()
	before := first
	n := batches(c.sc)
	for b := range n {
		// Rounded step by step: the end of the last batch decides the final state.
		if err := c.observe(ctx, sim, t, run.Warmup+float64(run.Measure*(float64(b+1)/float64(n)))); err != nil {
			return err
		}
		now := sim.Counters()
		t.total = now.Since(&first)
		batch := now.Since(&before)
		batch.Servers = nil
		t.batches = append(t.batches, batch)
		before = now
	}
	return nil
}

// fold keeps the sum of the batches only.
func (t *track) fold() {
	t.sight.fold()
	if len(t.batches) > 1 {
		one := t.total
		one.Servers = nil
		t.batches = []kernel.Counters{one}
	}
}

// sum adds up the totals of all replications.
func (c *course) sum() kernel.Counters {
	var sum kernel.Counters
	for i := range c.tracks {
		t := &c.tracks[i].total
		sum.Ticks += t.Ticks
		sum.Arrived += t.Arrived
		sum.Admitted += t.Admitted
		sum.Blocked += t.Blocked
		sum.Unroutable += t.Unroutable
		sum.Departed += t.Departed
		sum.Join = plusRows(sum.Join, t.Join)
		sum.Seen = plusRows(sum.Seen, t.Seen)
		if t.Found != nil {
			sum.Found, sum.Phases = plusRows(sum.Found, t.Found), t.Phases
		}
		sum.Area = sum.Area.Plus(t.Area)
		if t.Servers != nil && sum.Servers == nil {
			sum.Servers = make([]kernel.ServerCounters, len(t.Servers))
		}
		for s, v := range t.Servers {
			d := &sum.Servers[s]
			d.Seen += v.Seen
			d.Busy += v.Busy
			d.Jobs += v.Jobs
			d.Joined += v.Joined
		}
	}
	return sum
}

// plusRows adds b to a, whose rows may be shorter.
func plusRows(a, b [][]uint64) [][]uint64 {
	if a == nil {
		a = make([][]uint64, len(b))
	}
	for m, row := range b {
		a[m] = append(a[m], make([]uint64, max(len(row)-len(a[m]), 0))...)
		for k, v := range row {
			a[m][k] += v
		}
	}
	return a
}

// digests returns the digests of all replications, or nil if one did not end.
func (c *course) digests() []uint64 {
	var all []uint64
	for i := range c.tracks {
		if !c.tracks[i].ended {
			return nil
		}
		all = append(all, c.tracks[i].digest)
	}
	return all
}
