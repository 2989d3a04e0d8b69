package experiment

import (
	"context"
	"math"
	"runtime"
	"sync"

	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// modelEngine is one run of one system of a model other than the bipartite one, with its counters.
type modelEngine[C any] interface {
	Advance(ctx context.Context, until float64) error
	Progress() (now float64, arrived uint64)
	Counters() C
	Digest() uint64
	Close() error
}

// countersOf is what the counters of every model can do.
type countersOf[C any] interface {
	*C
	Since(earlier *C) C
	Add(other *C)
}

// trials runs the replications of one policy of such a model, side by side on the cores of the process.
type trials[C any, P countersOf[C]] struct {
	sc      *scenario.Scenario
	start   func(seed uint64) (modelEngine[C], error)
	area    func(*C) kernel.Wide // the integral of the number in system
	monitor *monitor
	look    func() *Findings // of what has been counted so far

	tracks []trial[C]
	sum    C       // over all replications
	length float64 // measured time of a replication, if run.precision has made it longer than run.measure

	warmup  *Warmup   // as found; nil if it was given
	reached []Reached // of the precision asked for, at the last look

	mu    sync.Mutex
	areas []kernel.Wide // of each batch, over all replications that ended
}

// trial is what one replication counted.
type trial[C any] struct {
	first   C   // at the end of the warm-up
	batches []C // complete ones; added up into one from alone replications on
	total   C   // their sum
	digest  uint64
	jobs    uint64
	warm    bool
	ended   bool
}

// run runs all replications. If ctx ends first, the tracks have what was done.
func (t *trials[C, P]) run(ctx context.Context) error {
	t.tracks = make([]trial[C], t.sc.Run.Replications)
	var err error
	if openEnded(&t.sc.Run) {
		err = t.runOpenEnded(ctx)
	} else {
		err = spread(ctx, len(t.tracks), modelWorkers(t.sc), t.replicate)
	}
	t.addUp()
	return err
}

// addUp adds up what all replications have counted.
func (t *trials[C, P]) addUp() {
	var sum C
	for i := range t.tracks {
		if len(t.tracks[i].batches) > 0 {
			P(&sum).Add(&t.tracks[i].total)
		}
	}
	t.sum = sum
}

// replicate runs one replication.
func (t *trials[C, P]) replicate(ctx context.Context, i int) error {
	sim, err := t.start(rng.Derive(t.sc.Run.Seed, uint32(i)))
	if err != nil {
		return err
	}
	defer sim.Close()
	t.monitor.add(sim)
	defer t.monitor.remove(sim)
	track := &t.tracks[i]
	err = t.measure(ctx, sim, track)
	_, track.jobs = sim.Progress()
	if err == nil {
		track.ended = true
		track.digest = sim.Digest()
		t.addAreas(track.batches)
	}
	if len(t.tracks) >= alone && len(track.batches) > 1 {
		track.batches = []C{track.total}
	}
	return err
}

// addAreas adds the batches of a replication that ended.
func (t *trials[C, P]) addAreas(batches []C) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.areas == nil {
		t.areas = make([]kernel.Wide, len(batches))
	}
	for b := range batches {
		t.areas[b] = t.areas[b].Plus(t.area(&batches[b]))
	}
}

// measure advances a simulation through warm-up and batches.
func (t *trials[C, P]) measure(ctx context.Context, sim modelEngine[C], track *trial[C]) error {
	begin, ends := batchEnds(t.sc, t.sc.Run.Measure)
	if err := sim.Advance(ctx, begin); err != nil {
		return err
	}
	track.warm = true
	track.first = sim.Counters()
	before := track.first
	for _, end := range ends {
		if err := sim.Advance(ctx, end); err != nil {
			return err
		}
		now := sim.Counters()
		track.total = P(&now).Since(&track.first)
		track.batches = append(track.batches, P(&now).Since(&before))
		before = now
	}
	return nil
}

// batchEnds returns when the warm-up and each batch end, if statistics cover so much time. Slotted runs are cut between slots, and have no batch without one.
func batchEnds(sc *scenario.Scenario, length float64) (begin float64, ends []float64) {
	run := &sc.Run
	begin, n := run.Warmup, batches(sc)
	whole := func(x float64) float64 { return x }
	if sc.Model == scenario.Slotted {
		whole = math.Round
		begin, length = math.Round(begin), max(1, math.Round(length))
		if length < float64(n) {
			n = int(length)
		}
	}
	for b := range n {
		ends = append(ends, begin+whole(float64(length*(float64(b+1)/float64(n)))))
	}
	return begin, ends
}

// series applies f to every batch of every replication.
func (t *trials[C, P]) series(f func(*C) float64) [][]float64 {
	out := make([][]float64, len(t.tracks))
	for r := range t.tracks {
		for b := range t.tracks[r].batches {
			out[r] = append(out[r], f(&t.tracks[r].batches[b]))
		}
	}
	return out
}

// ratio estimates the sum of num over the sum of den.
func (t *trials[C, P]) ratio(num, den func(*C) float64) stats.Estimate {
	return stats.Pool(t.series(num), t.series(den), statsConfig(&t.sc.Run))
}

// share is ratio for counted events out of counted trials.
func (t *trials[C, P]) share(num, den func(*C) float64) stats.Estimate {
	return stats.PoolShare(t.series(num), t.series(den), statsConfig(&t.sc.Run))
}

// part is ratio for something that is a part of another at every instant.
func (t *trials[C, P]) part(num, den func(*C) float64) stats.Estimate {
	e := t.ratio(num, den)
	if e.Known() {
		e.Lo, e.Hi = max(e.Lo, 0), min(e.Hi, 1)
	}
	return e
}

// numbers returns the mean number in system over the first, second, ... batches of all replications that ended together, or of the one that came
// farthest if none did, in units that depend on the engine's clock.
func (t *trials[C, P]) numbers() []float64 {
	areas := t.areas
	if areas == nil {
		farthest := &t.tracks[0]
		for i := range t.tracks {
			if len(t.tracks[i].batches) > len(farthest.batches) {
				farthest = &t.tracks[i]
			}
		}
		for b := range farthest.batches {
			areas = append(areas, t.area(&farthest.batches[b]))
		}
	}
	before, ends := batchEnds(t.sc, max(t.length, t.sc.Run.Measure))
	var out []float64
	for b, a := range areas {
		out = append(out, a.Float()/(ends[b]-before))
		before = ends[b]
	}
	return out
}

// findings returns what does not depend on the model: digests, how much was done, and what an interruption left out.
func (t *trials[C, P]) findings(p policy.Policy) *Findings {
	sc := *t.sc
	sc.Policies = []policy.Policy{p}
	f := &Findings{Scenario: &sc, Policy: p, Warmup: t.warmup, Precision: t.reached}
	warm := false
	for i := range t.tracks {
		track := &t.tracks[i]
		f.Simulated += track.jobs
		f.Batches += len(track.batches)
		if len(track.batches) > 0 {
			f.Replications++
		}
		f.Partial = f.Partial || !track.ended
		warm = warm || track.warm
		f.Digests = append(f.Digests, track.digest)
	}
	if f.Partial {
		f.Digests, f.Precision = nil, nil
		f.interrupted = "during the warm-up"
		if warm {
			f.interrupted = "before the end of the first batch"
		}
	}
	return f
}

// modelWorkers is how many replications run at a time: no model but the bipartite one divides a system.
func modelWorkers(sc *scenario.Scenario) int { return min(sc.Run.Replications, runtime.GOMAXPROCS(0)) }
