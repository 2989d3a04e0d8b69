package shard

import (
	"cmp"
	"runtime/pprof"
	"slices"
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

// happening is one event on a server within a window.
type happening struct {
	order  uint64
	claim  int  // index of the claim, or -1
	strike int  // index of the potential departure, or -1
	counts bool // this shard drew it
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

// strike lists the potential departures of the window, which ends at the given offset, and applies them as if they all came before the first
// arrival: that is the most optimistic state that any arrival of the window can meet. Strikes are counted as found so; replay puts right those
// whose server was joined in the window. Whether a server is busy is as good as random and known late, so there is no branch on it.
func (o *worker[K]) strike(epoch, end uint64) {
	o.phase(phaseStrike)
	o.strikes = o.strikes[:0]
	for p, peer := range o.w.workers {
		list := peer.gens[epoch%epochs].Departures
		n := o.cursor[p]
		for n < len(list) && uint64(list[n].Offset()) < end {
			n++
		}
		if p == o.id {
			o.own = [2]int{len(o.strikes), len(o.strikes) + n - o.cursor[p]}
		}
		o.strikes = append(o.strikes, list[o.cursor[p]:n]...)
		o.cursor[p] = n
	}
	o.ledger.Reset(len(o.strikes))
	o.struck.reset(len(o.strikes))
	o.found = o.found[:len(o.strikes)]
	state, found, bits := o.state, o.found, o.w.layout.TypeBits
	struck := o.struck // a copy, which stays in registers
	for i, d := range o.strikes {
		server := d.Server()
		k := state[server]
		found[i] = k
		state[server] = k - min(k>>bits, 1)<<bits
		struck.add(server)
	}
	winsync.AddAll(&o.ledger, o.strikes)
	for i := o.own[0]; i < o.own[1]; i++ {
		o.countStrike(o.strikes[i], found[i])
	}
}

// countStrike counts a potential departure that found its server with key k.
func (o *worker[K]) countStrike(d kernel.Departure, k K) {
	jobs := k >> o.w.layout.TypeBits
	o.tally.Strike(d.Server(), uint32(k), uint32(jobs))
	gone := uint64(min(jobs, 1))
	o.left += gone
	o.leaveOffsets += gone * uint64(d.Offset())
}

// Orders of arrivals: offset<<32 | 1<<31 | shard<<23 | position. Lanes are dealt to shards in ascending blocks, so this is the order of
// (tick, lane, index); potential departures, offset<<32, come before arrivals of the same tick.
const (
	arrivalBit   = 1 << 31
	positionBits = 23
)

// route chooses servers for the window's own arrivals against the optimistic state, and publishes claims.
func (o *worker[K]) route(epoch, end uint64) {
	o.phase(phaseRoute)
	arrivals := o.gens[epoch%epochs].Arrivals
	claims := o.out[o.turn][:0]
	i := o.next
	for ; i < len(arrivals) && uint64(arrivals[i].Offset) < end; i++ {
		o.router.Ahead(arrivals, i)
		a := &arrivals[i]
		server, _, fate := o.router.Route(a)
		order := uint64(a.Offset)<<32 | arrivalBit | uint64(o.id)<<positionBits | uint64(i)
		if fate == kernel.Placed && o.struck.has(server) && o.struckAfter(server, a.Offset) {
			o.instant = order // the server is not as good yet as it will be
			o.router.Ask = o.askDeparted
			server, _, fate = o.router.Route(a)
			o.router.Ask = nil
		}
		switch fate {
		case kernel.NoRoute:
			o.tally.Unroutable++
		case kernel.Lost:
			o.tally.Blocked++
		default:
			claims = append(claims, winsync.Claim{Order: order, Server: server, Fixed: fate == kernel.Settled})
		}
	}
	o.tally.Arrived += uint64(i - o.next)
	o.next = i
	o.out[o.turn] = claims
}

// struckAfter reports whether a potential departure strikes the server in this window after the given offset.
func (o *worker[K]) struckAfter(server, offset uint32) bool {
	for i := o.ledger.First(server); i >= 0; i = o.ledger.Next(i) {
		if d := o.strikes[i]; d.Server() == server && d.Offset() > offset {
			return true
		}
	}
	return false
}

// departed returns the key of a server at the instant, counting departures of this window but no arrivals.
func (o *worker[K]) departed(server uint32) K {
	k := o.state[server]
	if !o.struck.has(server) {
		return k
	}
	// The first strike after the instant found the server as it was at the instant. The ledger has later strikes on a server first.
	for i := o.ledger.First(server); i >= 0; i = o.ledger.Next(i) {
		if d := o.strikes[i]; d.Server() == server {
			if uint64(d.Offset())<<32 < o.instant {
				break
			}
			k = o.found[i]
		}
	}
	return k
}

// settle collects the claims of all shards and settles those that met. It returns how many were taken up.
func (o *worker[K]) settle() int {
	o.phase(phaseSettle)
	n := 0
	for _, peer := range o.w.workers {
		n += len(peer.out[o.turn])
	}
	o.claims.Reset(n)
	for p, peer := range o.w.workers {
		if p == o.id {
			o.ownClaims = [2]int{len(o.claims.List), len(o.claims.List) + len(peer.out[o.turn])}
		}
		o.claims.Add(peer.out[o.turn])
	}
	o.router.Ask = o.askExact
	taken := o.claims.Settle(o.routeAgain)
	o.router.Ask = nil
	return taken
}

// reroute chooses a server for a claim that met another, given that all claims before it are final.
func (o *worker[K]) reroute(i int, claim *winsync.Claim) (server uint32, fixed bool) {
	o.instant = claim.Order
	peer := o.w.workers[claim.Order>>positionBits&(MaxShards-1)]
	a := &peer.gens[o.now>>32%epochs].Arrivals[claim.Order&(1<<positionBits-1)]
	server, _, fate := o.router.Route(a)
	if fate == kernel.Lost {
		if mine(i, o.ownClaims) {
			o.tally.Blocked++
		}
		return winsync.NoServer, false
	}
	return server, fate == kernel.Settled
}

// mine reports whether i is in the part of a list that this shard made.
func mine(i int, part [2]int) bool { return part[0] <= i && i < part[1] }

// exact returns the key of a server at the instant, all events of this window before it counted.
func (o *worker[K]) exact(server uint32) K {
	if !o.claimed(server) {
		return o.departed(server)
	}
	k := o.before(server)
	one, full := K(1)<<o.w.layout.TypeBits, o.full()
	for _, h := range o.happenings(server, o.instant) {
		switch {
		case h.strike >= 0 && k >= one:
			k -= one
		case h.claim >= 0 && k < full:
			k += one
		}
	}
	return k
}

// before returns the key of a server at the start of the window.
func (o *worker[K]) before(server uint32) K {
	k := o.state[server]
	if o.struck.has(server) {
		for i := o.ledger.First(server); i >= 0; i = o.ledger.Next(i) {
			if o.strikes[i].Server() == server {
				k = o.found[i] // the last one seen is the first in time
			}
		}
	}
	return k
}

// full is the key from which on a server is full.
func (o *worker[K]) full() K { return K(uint32(o.w.layout.MaxJobs) << o.w.layout.TypeBits) }

// claimed reports whether a server has a claim in this window.
func (o *worker[K]) claimed(server uint32) bool {
	i := o.claims.Ledger.First(server)
	for i >= 0 && o.claims.List[i].Server != server {
		i = o.claims.Ledger.Next(i)
	}
	return i >= 0
}

// happenings lists what happens on a server in this window before the given order, in order. The list is valid until the next call.
func (o *worker[K]) happenings(server uint32, before uint64) []happening {
	list := o.list[:0]
	if o.struck.has(server) {
		for i := o.ledger.First(server); i >= 0; i = o.ledger.Next(i) {
			if d := o.strikes[i]; d.Server() == server && uint64(d.Offset())<<32 < before {
				list = append(list, happening{uint64(d.Offset()) << 32, -1, i, mine(i, o.own)})
			}
		}
	}
	for i := o.claims.Ledger.First(server); i >= 0; i = o.claims.Ledger.Next(i) {
		if c := &o.claims.List[i]; c.Server == server && c.Order < before {
			list = append(list, happening{c.Order, i, -1, mine(i, o.ownClaims)})
		}
	}
	slices.SortFunc(list, func(a, b happening) int { return cmp.Compare(a.order, b.order) })
	o.list = list
	return list
}

// apply brings the state to the end of the window and counts the claims that this shard made. Strikes are applied already.
func (o *worker[K]) apply(epoch uint64) {
	o.phase(phaseApply)
	own := o.ownClaims
	o.applyClaims(0, own[0], false)
	o.applyClaims(own[0], own[1], true)
	o.applyClaims(own[1], len(o.claims.List), false)
	t := o.tally
	t.AdmitTicks = t.AdmitTicks.Plus(kernel.WideProduct(o.admitted, epoch<<32)).Plus(kernel.Wide{Lo: o.admitOffsets})
	t.LeaveTicks = t.LeaveTicks.Plus(kernel.WideProduct(o.left, epoch<<32)).Plus(kernel.Wide{Lo: o.leaveOffsets})
	o.admitted, o.left, o.admitOffsets, o.leaveOffsets = 0, 0, 0, 0
}

// applyClaims applies claims from..to-1 whose server has no other event, and replays the servers of the others, all their events at once.
func (o *worker[K]) applyClaims(from, to int, counts bool) {
	state, one, full := o.state, K(1)<<o.w.layout.TypeBits, o.full()
	struck := o.struck
	for i := from; i < to; i++ {
		c := &o.claims.List[i]
		if counts || c.Shared || struck.has(c.Server) {
			o.applyClaim(c, counts)
			continue
		}
		if k := state[c.Server]; k < full {
			state[c.Server] = k + one
		}
	}
}

// applyClaim applies one claim, and with it all events on its server if there are others.
func (o *worker[K]) applyClaim(c *winsync.Claim, counts bool) {
	if !c.Shared && !o.struck.has(c.Server) {
		o.state[c.Server] = o.join(c.Server, o.state[c.Server], c.Order, counts)
	} else if c.Server != winsync.NoServer && !c.Done {
		o.replay(c.Server)
	}
}

// replay takes all events on a server in order, instead of its strikes alone, and notes that its claims are done.
func (o *worker[K]) replay(server uint32) {
	k := o.before(server)
	one := K(1) << o.w.layout.TypeBits
	for _, h := range o.happenings(server, ^uint64(0)) {
		if h.claim >= 0 {
			o.claims.List[h.claim].Done = true
			k = o.join(server, k, h.order, h.counts)
			continue
		}
		if d := o.strikes[h.strike]; h.counts && k != o.found[h.strike] {
			o.uncountStrike(d, o.found[h.strike])
			o.countStrike(d, k)
		}
		if k >= one {
			k -= one
		}
	}
	o.state[server] = k
}

// uncountStrike takes back countStrike.
func (o *worker[K]) uncountStrike(d kernel.Departure, k K) {
	jobs := k >> o.w.layout.TypeBits
	o.tally.Unstrike(d.Server(), uint32(k), uint32(jobs))
	gone := uint64(min(jobs, 1))
	o.left -= gone
	o.leaveOffsets -= gone * uint64(d.Offset())
}

// join returns the key of a server with key k after a job came, counting it if counts is set.
func (o *worker[K]) join(server uint32, k K, order uint64, counts bool) K {
	if k >= o.full() {
		if counts {
			o.tally.Blocked++
		}
		return k
	}
	if counts {
		o.tally.Admit(server, uint32(k))
		o.admitted++
		o.admitOffsets += order >> 32
	}
	return k + 1<<o.w.layout.TypeBits
}
