package shard

import (
	"runtime/pprof"
	"sync/atomic"
	"time"

	"shardq/graph/isa"
	"shardq/kernel"
	winsync "shardq/sync"
)

// worker is one shard: its part of the events, the keys of all servers (its own copy, or one array that all share), and what it counts.
type worker[K kernel.Word] struct {
	w     *windows[K]
	id    int
	state []K            // keys of all servers
	idle  kernel.IdleSet // of all servers, if w.bits
	// jobPhase is the phase of the job in service at each server, 0 if there is none; nil if service is exponential.
	jobPhase []uint8
	servers  [2]uint32 // the first of the servers whose departures this shard draws, and the one after the last
	router   *kernel.Router[K]
	tally    *kernel.Tally
	labels   labels

	gens [epochs]*kernel.Generator // by epoch modulo epochs; read by all
	out  [2][]winsync.Claim        // claims of the arrivals that this shard routed, by window modulo 2; read by all

	now, length, drawn uint64 // as in windows; all workers compute the same values
	wish               uint64 // what the first worker wants the length to be
	turn               int    // windows done, modulo 2

	cursor  []int // first departure of each shard's list in this epoch that is not before the window
	limits  []int // first arrival of each shard's list in this epoch that is not in a window yet
	strikes strikes[K]
	own     [2]int // the part of strikes that this shard drew

	looked    [2]place // where the router has looked ahead to: at last, and in this shard's own list
	claims    winsync.Claims
	ownClaims [2]int                // the part of claims that this shard made
	instant   uint64                // order of the event for whose instant the router asks
	list      []happening           // scratch of happenings
	except    []kernel.Exception[K] // scratch of correct

	// Bound methods, made once: making one allocates.
	askDeparted, askExact func(server uint32) K
	routeAgain            func(i int, claim *winsync.Claim) (uint32, bool)
	drawSome              func() bool

	admitted, left, admitOffsets, leaveOffsets uint64 // of this window

	current int // phase
	since   time.Time
	times   [phases]time.Duration
	waited  atomic.Int64 // times[phaseWait], for the first shard
	unpin   func()       // lets the goroutine run on any core again
	alone   bool         // the other shards do not run: this one does their part
	steps   int          // of drawing, in this wait
	ended   time.Time    // when there was nothing more to draw

	shownTick, shownArrived atomic.Uint64
	_                       [64]byte
	queue                   queue // of the arrivals that this shard drew
}

func newWorker[K kernel.Word](w *windows[K], id, shards int, length uint64, level isa.Level, lanes [4]int) (*worker[K], error) {
	o := &worker[K]{
		w:      w,
		id:     id,
		length: length,
		wish:   length,
		cursor: make([]int, shards),
		limits: make([]int, shards),
		tally:  kernel.NewTally(w.layout, w.sys.Servers()),
		labels: newLabels(id),
	}
	var err error
	if o.state = w.state; !w.shared {
		if o.state, err = kernel.NewState[K](w.arena, w.sys.Servers()); err != nil {
			return o, err
		}
	}
	if o.jobPhase = w.phase; w.law != nil && !w.shared {
		if o.jobPhase, err = kernel.NewPhases(w.arena, w.sys.Servers()); err != nil {
			return o, err
		}
	}
	if o.idle = w.idle; w.bits && !w.shared {
		if o.idle, err = w.newIdleSet(); err != nil {
			return o, err
		}
	}
	for i := range o.gens {
		if o.gens[i], err = kernel.NewGenerator(w.arena, w.plan, lanes[0], lanes[1], lanes[2], lanes[3], level); err != nil {
			return o, err
		}
	}
	if lanes[2] < lanes[3] {
		last := &w.plan.Departures.Lanes[lanes[3]-1]
		o.servers = [2]uint32{w.plan.Departures.Lanes[lanes[2]].First, last.First + last.N}
	}
	// Lists have room for the longest window, a whole epoch, so that none grows in a run.
	arrivals := w.plan.Arrivals.MaxEvents(0, len(w.plan.Arrivals.Lanes))
	departures := w.plan.Departures.MaxEvents(0, len(w.plan.Departures.Lanes))
	if w.shared {
		departures = w.plan.Departures.MaxEvents(lanes[2], lanes[3])
	}
	for i := range o.out {
		o.out[i] = make([]winsync.Claim, 0, arrivals) // all, at worst
	}
	o.strikes.list = make([]kernel.Departure, departures)
	o.strikes.found = make([]K, departures)
	if w.law != nil {
		o.strikes.phase = make([]uint8, departures)
	}
	o.strikes.reset(departures)
	o.claims.Reset(arrivals)
	o.router = kernel.NewRouter(w.sys, w.layout, o.state, level)
	if w.bits {
		o.router.FindIdle(o.idle)
	}
	o.askDeparted, o.askExact, o.routeAgain, o.drawSome = o.departed, o.exact, o.reroute, o.drawStep
	o.looked = [2]place{{index: -1}, {index: -1}}
	return o, nil
}

// phase says that the worker begins with p, and books the time since the last call under the phase before.
func (o *worker[K]) phase(p int) {
	pprof.SetGoroutineLabels(o.labels[p])
	now := time.Now()
	o.times[o.current] += now.Sub(o.since)
	if o.current == phaseWait {
		o.waited.Store(int64(o.times[phaseWait]))
	}
	o.current, o.since = p, now
}

// run does windows until the given tick.
func (o *worker[K]) run(until uint64, stop *atomic.Bool) {
	if o.w.pin {
		o.unpin = pin(o.id)
	}
	o.current, o.since = phaseWait, time.Now()
	leaves := o.together(until, stop)
	o.phase(phaseWait) // books the last one
	if o.w.pin {
		o.unpin()
	}
	if leaves {
		o.w.left.Done()
	}
}

// together is run without its frame. It reports whether this shard leaves the first one alone.
func (o *worker[K]) together(until uint64, stop *atomic.Bool) (leaves bool) {
	w := o.w
	if o.drawn == o.now>>32 { // the very first epoch; later ones are drawn while one is in use
		o.draw()
		o.wait()
	}
	for o.now < until {
		epoch := o.now >> 32
		end := min(uint64(kernel.TicksPerEpoch), o.now-epoch<<32+o.length, until-epoch<<32)
		o.strike(epoch, end)
		if w.shared {
			o.wait() // until all strikes are in the state
		}
		if o.alone {
			o.prepare(epoch, end)
		}
		o.route(epoch, end)
		if end == kernel.TicksPerEpoch {
			o.draw()
		}
		if o.id == 0 {
			w.orders[o.turn] = order{length: o.wish, stop: stop != nil && stop.Load(), alone: !o.alone && w.lagging()}
		}
		o.wait()
		next := w.orders[o.turn]
		taken := o.settle()
		if w.shared {
			o.wait() // until nobody reads the state
		}
		o.apply(epoch)
		if o.id == 0 {
			o.record(taken)
		}
		o.now = epoch<<32 + end
		o.length = next.length
		o.turn ^= 1
		if end == kernel.TicksPerEpoch {
			clear(o.cursor)
			clear(o.limits)
		}
		o.shownTick.Store(o.now)
		o.shownArrived.Store(o.tally.Arrived)
		switch {
		case next.stop || o.now >= until:
			return false
		case next.alone && o.id != 0:
			return true
		case next.alone:
			o.stay()
		case o.alone && w.again():
			o.rejoin(until, stop)
		}
	}
	return false
}

// record counts the window just done and decides how long a coming one is to be.
func (o *worker[K]) record(taken int) {
	w := o.w
	w.done.Windows++
	w.done.Claims += uint64(len(o.claims.List))
	w.done.Taken += uint64(taken)
	if !w.fixed {
		ends := 1
		if w.shared {
			ends = 3
		}
		o.wish = w.pace.next(o.length, len(o.claims.List), taken, w.perEpoch, ends)
	}
}

// wait waits for the other shards, and draws events of the next epoch in the meantime. Events further ahead it must not draw: a slow shard
// may still be reading the buffers that they would take.
func (o *worker[K]) wait() {
	if o.alone {
		return
	}
	o.phase(phaseWait)
	if o.drawn != o.now>>32+1 {
		o.w.barrier.Wait()
		return
	}
	start := o.since
	o.steps, o.ended = 0, time.Time{}
	o.w.barrier.WaitDoing(o.drawSome)
	if o.steps == 0 {
		return
	}
	if o.ended.IsZero() {
		o.ended = time.Now()
	}
	o.times[phaseDraw] += o.ended.Sub(start)
	o.times[phaseWait] -= o.ended.Sub(start)
}

// drawStep draws a little of the next epoch. It reports whether there is more to draw.
func (o *worker[K]) drawStep() bool {
	if !o.gens[o.drawn%epochs].Step(o.drawn) {
		if o.steps > 0 {
			o.ended = time.Now()
		}
		return false
	}
	o.steps++
	return true
}

// draw draws the next epoch's events of this shard, or what is left to draw of them.
func (o *worker[K]) draw() {
	if o.alone {
		o.drawAll()
		return
	}
	o.phase(phaseDraw)
	o.gens[o.drawn%epochs].Load(o.drawn)
	o.drawn++
}

// mine reports whether i is in the part of a list that this shard made.
func mine(i int, part [2]int) bool { return part[0] <= i && i < part[1] }

// full is the key from which on a server is full.
func (o *worker[K]) full() K { return K(uint32(o.w.layout.MaxJobs) << o.w.layout.TypeBits) }
