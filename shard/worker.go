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
	state  []K // keys of all servers; the top bit marks those with events in this window
	router *kernel.Router[K]
	tally  *kernel.Tally
	labels labels

	gens [epochs]*kernel.Generator // by epoch modulo epochs; read by all
	out  [2][]winsync.Claim        // own claims, by window modulo 2; read by all

	now, length, drawn uint64 // as in windows; all workers compute the same values
	wish               uint64 // what the first worker wants the length to be
	turn               int    // windows done, modulo 2

	cursor  []int              // first departure of each shard's list in this epoch that is not before the window
	strikes []kernel.Departure // potential departures of this window, all shards
	own     [2]int             // the part of strikes that this shard drew
	ledger  winsync.Ledger     // strikes by server
	twice   []uint32           // servers struck more than once
	next    int                // first own arrival not before the window

	claims    winsync.Claims
	ownClaims [2]int      // the part of claims that this shard made
	contested []uint32    // servers with a claim and another event
	settling  uint64      // order of the claim being settled; 0 while routing
	list      []happening // scratch of happenings

	admitted, left, admitOffsets, leaveOffsets uint64 // of this window

	shownTick, shownArrived atomic.Uint64
	_                       [64]byte
}

// happening is one event on a server within a window.
type happening struct {
	order  uint64
	claim  bool
	counts bool // this shard drew it
}

func newWorker[K kernel.Word](w *windows[K], id, shards int, state []K, isa kernel.ISA, lanes [4]int) *worker[K] {
	o := &worker[K]{w: w, id: id, wish: w.length, cursor: make([]int, shards), state: state[:w.sys.Servers()], tally: kernel.NewTally(w.layout, w.sys.Servers()), labels: newLabels(id)}
	o.router = kernel.NewRouter(w.sys, w.layout, o.state, isa)
	o.router.At = o.at
	for i := range o.gens {
		o.gens[i] = kernel.NewGenerator(w.plan, lanes[0], lanes[1], lanes[2], lanes[3])
	}
	return o
}

// top is the bit that marks a server with events in this window.
func top[K kernel.Word]() K { return ^K(0) - ^K(0)>>1 }

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
		o.mark(epoch, end)
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
		taken := o.settle(epoch)
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

// mark lists the potential departures of the window, which ends at the given offset, and marks the servers they strike.
func (o *worker[K]) mark(epoch, end uint64) {
	o.phase(phaseMark)
	o.strikes, o.twice = o.strikes[:0], o.twice[:0]
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
	for _, d := range o.strikes {
		server := d.Server()
		o.ledger.Add(server)
		k := &o.state[server]
		if *k&top[K]() != 0 {
			o.twice = append(o.twice, server)
		}
		*k |= top[K]()
	}
}

// Orders of arrivals: offset<<32 | 1<<31 | shard<<23 | position. Lanes are dealt to shards in ascending blocks, so this is the order of
// (tick, lane, index); potential departures, offset<<32, come before arrivals of the same tick.
const (
	arrivalBit   = 1 << 31
	positionBits = 23
)

// route chooses servers for the window's own arrivals against the state at its start and the departures before each, and publishes claims.
func (o *worker[K]) route(epoch, end uint64) {
	o.phase(phaseRoute)
	o.settling = 0
	arrivals := o.gens[epoch%epochs].Arrivals
	claims := o.out[o.turn][:0]
	i := o.next
	for ; i < len(arrivals) && uint64(arrivals[i].Offset) < end; i++ {
		o.router.Ahead(arrivals, i)
		a := &arrivals[i]
		server, _, fate := o.router.Route(a)
		switch fate {
		case kernel.NoRoute:
			o.tally.Unroutable++
		case kernel.Lost:
			o.tally.Blocked++
		default:
			claims = append(claims, winsync.Claim{
				Order:  uint64(a.Offset)<<32 | arrivalBit | uint64(o.id)<<positionBits | uint64(i),
				Server: server,
				Fixed:  fate == kernel.Settled,
			})
		}
	}
	o.tally.Arrived += uint64(i - o.next)
	o.next = i
	o.out[o.turn] = claims
}

// settle collects the claims of all shards and settles those that met. It returns how many were taken up.
func (o *worker[K]) settle(epoch uint64) int {
	o.phase(phaseSettle)
	n := 0
	for _, peer := range o.w.workers {
		n += len(peer.out[o.turn])
	}
	o.claims.Reset(n)
	o.contested = o.contested[:0]
	for p, peer := range o.w.workers {
		if p == o.id {
			o.ownClaims = [2]int{len(o.claims.List), len(o.claims.List) + len(peer.out[o.turn])}
		}
		for _, claim := range peer.out[o.turn] {
			k := &o.state[claim.Server]
			contested := *k&top[K]() != 0
			if contested {
				o.contested = append(o.contested, claim.Server)
			} else {
				*k |= top[K]()
			}
			o.claims.Add(claim, contested)
		}
	}
	return o.claims.Settle(
		func(i int, claim *winsync.Claim) (uint32, bool) {
			o.settling = claim.Order
			peer := o.w.workers[claim.Order>>positionBits&(MaxShards-1)]
			a := &peer.gens[epoch%epochs].Arrivals[claim.Order&(1<<positionBits-1)]
			server, _, fate := o.router.Route(a)
			if fate == kernel.Lost {
				if o.mine(i, o.ownClaims) {
					o.tally.Blocked++
				}
				return winsync.NoServer, false
			}
			return server, fate == kernel.Settled
		},
		func(server uint32) {
			o.contested = append(o.contested, server)
			o.state[server] |= top[K]()
		})
}

func (o *worker[K]) mine(i int, part [2]int) bool { return part[0] <= i && i < part[1] }

// at returns the key of a marked server for an arrival at the given offset: while routing, after the departures up to then; while settling,
// after all that happened before the claim in hand.
func (o *worker[K]) at(server, offset uint32) K {
	one := K(1) << o.w.layout.TypeBits
	k := o.state[server] &^ top[K]()
	if o.settling == 0 {
		for i := o.ledger.First(server); i >= 0; i = o.ledger.Next(i) {
			if d := o.strikes[i]; d.Server() == server && d.Offset() <= offset && k >= one {
				k -= one
			}
		}
		return k
	}
	full := K(uint32(o.w.layout.MaxJobs) << o.w.layout.TypeBits)
	for _, h := range o.happenings(server, o.settling) {
		switch {
		case !h.claim && k >= one:
			k -= one
		case h.claim && k < full:
			k += one
		}
	}
	return k
}

// happenings lists what happens on a server in this window before the given order, in order. The list is valid until the next call.
func (o *worker[K]) happenings(server uint32, before uint64) []happening {
	list := o.list[:0]
	add := func(h happening) {
		list = append(list, h)
		for i := len(list) - 1; i > 0 && list[i-1].order > h.order; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	for i := o.ledger.First(server); i >= 0; i = o.ledger.Next(i) {
		if d := o.strikes[i]; d.Server() == server && uint64(d.Offset())<<32 < before {
			add(happening{uint64(d.Offset()) << 32, false, o.mine(i, o.own)})
		}
	}
	for i := o.claims.Ledger.First(server); i >= 0; i = o.claims.Ledger.Next(i) {
		if c := &o.claims.List[i]; c.Server == server && c.Order < before {
			add(happening{c.Order, true, o.mine(i, o.ownClaims)})
		}
	}
	o.list = list
	return list
}

// apply brings the state to the end of the window and counts the events that this shard drew.
func (o *worker[K]) apply(epoch uint64) {
	o.phase(phaseApply)
	for _, servers := range [2][]uint32{o.contested, o.twice} {
		for _, server := range servers {
			if o.state[server]&top[K]() != 0 { // else replayed already
				o.replay(server)
			}
		}
	}
	// What is left is one event on its server.
	for i := range o.claims.List {
		if c := &o.claims.List[i]; !c.Shared {
			o.state[c.Server] = o.join(c.Server, o.state[c.Server]&^top[K](), c.Order, o.mine(i, o.ownClaims))
		}
	}
	for i, d := range o.strikes {
		if k := o.state[d.Server()]; k&top[K]() != 0 {
			o.state[d.Server()] = o.strike(d.Server(), k&^top[K](), d.Offset(), o.mine(i, o.own))
		}
	}
	t := o.tally
	t.AdmitTicks = t.AdmitTicks.Plus(kernel.WideProduct(o.admitted, epoch<<32)).Plus(kernel.Wide{Lo: o.admitOffsets})
	t.LeaveTicks = t.LeaveTicks.Plus(kernel.WideProduct(o.left, epoch<<32)).Plus(kernel.Wide{Lo: o.leaveOffsets})
	o.admitted, o.left, o.admitOffsets, o.leaveOffsets = 0, 0, 0, 0
}

// replay takes all events on a server in order and clears its mark.
func (o *worker[K]) replay(server uint32) {
	k := o.state[server] &^ top[K]()
	for _, h := range o.happenings(server, ^uint64(0)) {
		if h.claim {
			k = o.join(server, k, h.order, h.counts)
		} else {
			k = o.strike(server, k, uint32(h.order>>32), h.counts)
		}
	}
	o.state[server] = k
}

// join returns the key of a server with key k after a job came, counting it if counts is set.
func (o *worker[K]) join(server uint32, k K, order uint64, counts bool) K {
	if k >= K(uint32(o.w.layout.MaxJobs)<<o.w.layout.TypeBits) {
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

// strike returns the key of a server with key k after a potential departure, counting it if counts is set.
func (o *worker[K]) strike(server uint32, k K, offset uint32, counts bool) K {
	jobs := k >> o.w.layout.TypeBits
	if counts {
		o.tally.Strike(server, uint32(k), uint32(jobs))
	}
	if jobs == 0 {
		return k
	}
	if counts {
		o.left++
		o.leaveOffsets += uint64(offset)
	}
	return k - 1<<o.w.layout.TypeBits
}
