package shard

import (
	"sort"
	"sync/atomic"
	"time"

	"shardq/kernel"
)

// Shards that run in step go at the pace of the slowest. When another program takes one of the cores, a shard without a core holds up all
// others for as long as the system lets it wait, some milliseconds a window. Then the first shard goes on alone, the others leave their
// cores, and after a while they try again together. Who routes a job has no influence on where it goes, so this changes nothing but speed.
const (
	lookEvery  = 4 * time.Millisecond // how long is looked at before a decision
	tooLong    = 0.3                  // share of that time which a shard may wait for others
	firstAlone = 8 * time.Millisecond // first time alone; doubled each time that trying again fails, up to
	longAlone  = time.Second
)

// watch decides when the first shard goes on alone and when all try again.
type watch struct {
	off    bool                // never alone: more shards than processors wait for each other anyway
	force  func() (alone bool) // for tests: decides after every window instead
	since  time.Time           // of the look at hand, or of being alone
	period time.Duration       // how long to be alone next
	waits  []time.Duration     // of each shard, when the look began
}

// reset begins a new look.
func (w *windows[K]) reset(now time.Time) {
	w.watch.since = now
	w.watch.waits = w.watch.waits[:0]
	for _, o := range w.workers {
		w.watch.waits = append(w.watch.waits, time.Duration(o.waited.Load()))
	}
}

// lagging reports, in the first shard, whether it should go on alone after the next window.
func (w *windows[K]) lagging() bool {
	if w.watch.force != nil {
		return w.watch.force()
	}
	now := time.Now()
	took := now.Sub(w.watch.since)
	if w.watch.off || took < lookEvery {
		return false
	}
	late := false
	for p, o := range w.workers {
		if float64(time.Duration(o.waited.Load())-w.watch.waits[p]) > tooLong*float64(took) {
			late = true
		}
	}
	if !late {
		w.watch.period = firstAlone
	}
	w.reset(now)
	return late
}

// again reports whether the first shard, alone, should be joined by the others.
func (w *windows[K]) again() bool {
	if w.watch.force != nil {
		return !w.watch.force()
	}
	return time.Since(w.watch.since) > w.watch.period
}

// stay makes the first shard the only one, once all others have left.
func (o *worker[K]) stay() {
	o.w.left.Wait()
	o.alone = true
	if o.w.pin { // its core may be the one that is taken
		o.unpin()
		o.unpin = func() {}
	}
	offset := uint64(uint32(o.now))
	for p, peer := range o.w.workers { // in a shared state each shard has kept count of its own strikes only
		list := peer.gens[o.now>>32%epochs].Departures
		o.cursor[p] = sort.Search(len(list), func(i int) bool { return uint64(list[i].Offset()) >= offset })
	}
	o.w.done.Alone++
	o.w.watch.since = time.Now()
}

// rejoin brings the other shards up to where the first is, and starts them.
func (o *worker[K]) rejoin(until uint64, stop *atomic.Bool) {
	w := o.w
	w.sync()
	o.alone = false
	if w.pin {
		o.unpin = pin(o.id)
	}
	w.watch.period = min(2*w.watch.period, longAlone)
	w.reset(time.Now())
	w.left.Add(len(w.workers) - 1)
	for _, peer := range w.workers[1:] {
		w.running.Go(func() { peer.run(until, stop) })
	}
}

// sync copies what the first shard knows to the others, which do not run.
func (w *windows[K]) sync() {
	first := w.workers[0]
	for _, o := range w.workers[1:] {
		if !w.shared {
			copy(o.state, first.state)
			copy(o.jobPhase, first.jobPhase)
			o.idle.CopyFrom(&first.idle)
		}
		o.now, o.length, o.drawn, o.turn = first.now, first.length, first.drawn, first.turn
		copy(o.cursor, first.cursor)
		copy(o.limits, first.limits)
	}
}

// drawAll draws the next epoch of every shard.
func (o *worker[K]) drawAll() {
	o.phase(phaseDraw)
	for _, peer := range o.w.workers {
		peer.gens[o.drawn%epochs].Load(o.drawn)
	}
	o.drawn++
}

// prepare does for the shards that are away what they would do in a window: nothing claimed, and the next window's arrivals to be handed
// out.
func (o *worker[K]) prepare(epoch, end uint64) {
	for p, peer := range o.w.workers[1:] {
		peer.out[o.turn] = peer.out[o.turn][:0]
		peer.queue.open(o.turn^1, o.endOf(p+1, epoch, end), end)
	}
}

// endOf returns the first arrival of shard p's list that is not before the given offset, and notes it.
func (o *worker[K]) endOf(p int, epoch, end uint64) int {
	arrivals := o.w.workers[p].gens[epoch%epochs].Arrivals
	last := o.limits[p]
	for last < len(arrivals) && uint64(arrivals[last].Offset) < end {
		last++
	}
	o.limits[p] = last
	return last
}

// open sets what a window hands out first, given where the window before it ends.
func (q *queue) open(turn, last int, end uint64) {
	if end == kernel.TicksPerEpoch {
		last = 0
	}
	q.next[turn].Store(int64(last))
}
