package shard

import (
	"runtime/pprof"
	"sync/atomic"

	"shardq/kernel"
	winsync "shardq/sync"
)

// worker is one shard: its keys of all servers, its part of the events, and what it counts.
type worker[K kernel.Word] struct {
	w      *windows[K]
	id     int
	state  []K // keys of all servers
	router *kernel.Router[K]
	tally  *kernel.Tally
	labels labels

	gens [epochs]*kernel.Generator // by epoch modulo epochs; read by all
	out  [2][]winsync.Claim        // own claims, by window modulo 2; read by all

	now, length, drawn uint64 // as in windows; all workers compute the same values
	wish               uint64 // what the first worker wants the length to be
	turn               int    // windows done, modulo 2

	cursor  []int              // first departure of each shard's list in this epoch that is not before the window
	next    int                // first own arrival not before the window
	strikes []kernel.Departure // potential departures of this window, all shards; those on one server are in order of time
	found   []K                // the key that each found, had no job arrived in this window
	own     [2]int             // the part of strikes that this shard drew
	struck  filter             // servers with strikes
	ledger  winsync.Ledger     // strikes by server

	claims    winsync.Claims
	ownClaims [2]int      // the part of claims that this shard made
	instant   uint64      // order of the event for whose instant the router asks
	list      []happening // scratch of happenings

	// Bound methods, made once: making one allocates.
	askDeparted, askExact func(server uint32) K
	routeAgain            func(i int, claim *winsync.Claim) (uint32, bool)

	admitted, left, admitOffsets, leaveOffsets uint64 // of this window

	shownTick, shownArrived atomic.Uint64
	_                       [64]byte
}

func newWorker[K kernel.Word](w *windows[K], id, shards int, isa kernel.ISA, lanes [4]int) (*worker[K], error) {
	o := &worker[K]{w: w, id: id, wish: w.length, cursor: make([]int, shards), tally: kernel.NewTally(w.layout, w.sys.Servers()), labels: newLabels(id)}
	var err error
	if o.state, err = kernel.NewState[K](w.arena, w.sys.Servers()); err != nil {
		return o, err
	}
	for i := range o.gens {
		if o.gens[i], err = kernel.NewGenerator(w.arena, w.plan, lanes[0], lanes[1], lanes[2], lanes[3]); err != nil {
			return o, err
		}
	}
	// Lists have room for the longest window, a whole epoch, so that none grows in a run.
	arrivals := w.plan.Arrivals.MaxEvents(0, len(w.plan.Arrivals.Lanes))
	departures := w.plan.Departures.MaxEvents(0, len(w.plan.Departures.Lanes))
	for i := range o.out {
		o.out[i] = make([]winsync.Claim, 0, w.plan.Arrivals.MaxEvents(lanes[0], lanes[1]))
	}
	o.strikes = make([]kernel.Departure, 0, departures)
	o.found = make([]K, departures)
	o.ledger.Reset(departures)
	o.struck.reset(departures)
	o.claims.Reset(arrivals)
	o.router = kernel.NewRouter(w.sys, w.layout, o.state, isa)
	o.askDeparted, o.askExact, o.routeAgain = o.departed, o.exact, o.reroute
	return o, nil
}

func (o *worker[K]) phase(p int) { pprof.SetGoroutineLabels(o.labels[p]) }

// run does windows until the given tick.
func (o *worker[K]) run(until uint64, stop *atomic.Bool) {
	w := o.w
	o.now, o.length, o.drawn = w.now, w.length, w.drawn
	if o.drawn == o.now>>32 { // the very first epoch; later ones are drawn one window ahead
		o.draw()
		o.phase(phaseWait)
		w.barrier.Wait()
	}
	for o.now < until {
		epoch := o.now >> 32
		end := min(uint64(kernel.TicksPerEpoch), o.now-epoch<<32+o.length, until-epoch<<32)
		o.strike(epoch, end)
		o.route(epoch, end)
		if end == kernel.TicksPerEpoch {
			o.draw()
		}
		if o.id == 0 {
			w.orders[o.turn] = order{length: o.wish, stop: stop != nil && stop.Load()}
		}
		o.phase(phaseWait)
		w.barrier.Wait()
		next := w.orders[o.turn]
		taken := o.settle()
		o.apply(epoch)
		if o.id == 0 && !w.fixed {
			o.wish = adapt(o.length, len(o.claims.List), taken, w.perEpoch)
		}
		o.now = epoch<<32 + end
		o.length = next.length
		o.turn ^= 1
		if end == kernel.TicksPerEpoch {
			clear(o.cursor)
			o.next = 0
		}
		o.shownTick.Store(o.now)
		o.shownArrived.Store(o.tally.Arrived)
		if next.stop {
			return
		}
	}
}

// draw draws the next epoch's events of this shard.
func (o *worker[K]) draw() {
	o.phase(phaseDraw)
	o.gens[o.drawn%epochs].Load(o.drawn)
	o.drawn++
}

// mine reports whether i is in the part of a list that this shard made.
func mine(i int, part [2]int) bool { return part[0] <= i && i < part[1] }

// full is the key from which on a server is full.
func (o *worker[K]) full() K { return K(uint32(o.w.layout.MaxJobs) << o.w.layout.TypeBits) }
