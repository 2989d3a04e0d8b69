package study

import (
	"math"

	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/stats"
)

// evaluation turns the counts of the replications of one policy into estimates.
type evaluation[C any, P counters[C]] struct {
	sc      *scenario.Scenario
	batches [][]C // of each replication
	firsts  []*C  // at the end of the warm-up of each
	sum     C     // over all replications
	cfg     stats.Config
	areas   []float64 // integral of the number in system over the batches of all replications that ended; nil if none did
	partial bool      // a replication did not end

	course *course[C, P]
	list   []quantity[C] // made when it is asked for
}

// quantity is how a measure is estimated: as the sum of num over the sum of den.
type quantity[C any] struct {
	result.Measure
	num, den func(*C) float64
	law      law
	// estimate and single replace num and den for what is no ratio: over all replications, and of the counts of one.
	estimate func() stats.Estimate
	single   func(*C) float64
	watched  bool // it is warned about if its batches are correlated
	missing  bool // it does not exist in this run
}

// law says what kind of ratio a quantity is.
type law int

const (
	plain   law = iota
	counted     // counted events out of counted trials
	partly      // something that is a part of another at every instant
)

// evaluation returns what the course has counted so far. Where each replication counts as one value, so it does here.
func (c *course[C, P]) evaluation() *evaluation[C, P] {
	e := &evaluation[C, P]{sc: c.sc, course: c, cfg: stats.Config{Sequential: c.sc.Run.Precision != nil}}
	for i := range c.tracks {
		t := &c.tracks[i]
		list := t.batches
		if len(c.tracks) >= alone && len(list) > 1 {
			list = []C{c.folded(t)}
		}
		e.batches, e.firsts = append(e.batches, list), append(e.firsts, &t.first)
		if len(list) > 0 {
			P(&e.sum).Add(&t.total)
		}
		e.partial = e.partial || !t.ended
	}
	for _, a := range c.areas {
		e.areas = append(e.areas, a.Float())
	}
	return e
}

// quantities are those of the subject.
func (e *evaluation[C, P]) quantities() []quantity[C] {
	if e.list == nil {
		e.list = e.course.subject.quantities(e)
	}
	return e.list
}

// named estimates the measure of a key; all is NaN if there is none.
func (e *evaluation[C, P]) named(key string) stats.Estimate {
	for i := range e.quantities() {
		if q := &e.list[i]; q.Key == key {
			return e.of(q)
		}
	}
	return stats.Unknown()
}

// of estimates a quantity.
func (e *evaluation[C, P]) of(q *quantity[C]) stats.Estimate {
	switch {
	case q.estimate != nil:
		return q.estimate()
	case q.law == counted:
		return absent(q, stats.PoolShare(e.series(q.num), e.series(q.den), e.cfg))
	}
	est := stats.Pool(e.series(q.num), e.series(q.den), e.cfg)
	if q.law == partly && est.Known() {
		est.Lo, est.Hi = max(est.Lo, 0), min(est.Hi, 1)
	}
	return absent(q, est)
}

// absent forgets the value of a quantity that does not exist.
func absent[C any](q *quantity[C], e stats.Estimate) stats.Estimate {
	if q.missing {
		return e.Forgotten()
	}
	return e
}

// one is the value of a quantity by the counts of one replication.
func (e *evaluation[C, P]) one(q *quantity[C], c *C) float64 {
	switch {
	case q.missing:
		return math.NaN()
	case q.single != nil:
		return q.single(c)
	case q.num == nil:
		return math.NaN()
	}
	return q.num(c) / q.den(c)
}

// gauge is a quantity as policies are compared by it.
func (e *evaluation[C, P]) gauge(key string) (g result.Gauge, ok bool) {
	for i := range e.quantities() {
		q := &e.list[i]
		if q.Key != key {
			continue
		}
		g = result.Gauge{Key: q.Key, Name: q.Name, Unit: q.Unit, Share: q.law == counted}
		if !q.missing {
			g.Num, g.Den = e.series(q.num), e.series(q.den)
		}
		return g, true
	}
	return g, false
}

// series applies f to every batch of every replication.
func (e *evaluation[C, P]) series(f func(*C) float64) [][]float64 {
	out := make([][]float64, len(e.batches))
	for r := range e.batches {
		for b := range e.batches[r] {
			out[r] = append(out[r], f(&e.batches[r][b]))
		}
	}
	return out
}

// littleOf returns by how many standard errors a difference that must be 0 on average, over a time, is away from it. Both sides of Little's
// law are means over the same batches, so it is their difference that is estimated.
func (e *evaluation[C, P]) littleOf(difference, time func(*C) float64) float64 {
	d := stats.Pool(e.series(difference), e.series(time), stats.Config{})
	if d.Value == 0 {
		return 0
	}
	return d.Value / d.StdErr
}

// numbers returns the mean number in system over the first, second, ... batches of all replications that ended together, or of the one that
// came farthest if none did, in units that depend on the engine's clock.
func (e *evaluation[C, P]) numbers() []float64 {
	areas := e.areas
	if areas == nil {
		farthest := e.batches[0]
		for _, list := range e.batches {
			if len(list) > len(farthest) {
				farthest = list
			}
		}
		for b := range farthest {
			areas = append(areas, e.course.subject.area(&farthest[b]).Float())
		}
	}
	before, ends := batchEnds(e.sc, e.course.length)
	var out []float64
	for b, a := range areas {
		out = append(out, a/(ends[b]-before))
		before = ends[b]
	}
	return out
}

// drift fills in the check of the warm-up, from the number in system in consecutive batches.
func (e *evaluation[C, P]) drift(o *result.Outcome, numbers []float64) {
	if !e.partial { // else the first batches are of more replications than the last
		o.Checks.Drift, o.Checks.Drifting = stats.Drift(numbers)
	}
}
