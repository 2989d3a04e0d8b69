package shard

import (
	"sync/atomic"

	"shardq/kernel"
	winsync "shardq/sync"
)

// Orders of arrivals: offset<<32 | 1<<31 | shard<<23 | position. Lanes are dealt to shards in ascending blocks, so this is the order of
// (tick, lane, index); potential departures, offset<<32, come before arrivals of the same tick.
const (
	arrivalBit   = 1 << 31
	positionBits = 23
)

// Limits of how many arrivals a shard takes from a list at a time: an eighth of the list, so that shards end about together.
const (
	leastChunk = 4
	mostChunk  = 32
)

// queue hands out the arrivals of one shard's list: to that shard, and to others that have done their own before it. Cores of one machine
// differ in speed from moment to moment, and a window lasts as long as its last arrival.
type queue struct {
	next [2]atomic.Int64 // first arrival not taken yet, by window modulo 2
	_    [48]byte
}

// place is an arrival in a shard's list.
type place struct {
	shard int
	epoch uint64
	index int
}

// route chooses servers for arrivals of the window against the optimistic state and lists the claims: its own arrivals first, then what
// others have left of theirs.
func (o *worker[K]) route(epoch, end uint64) {
	o.phase(phaseRoute)
	o.out[o.turn] = o.out[o.turn][:0]
	shards := len(o.w.workers)
	for i := range shards {
		p := o.id + i
		if p >= shards {
			p -= shards
		}
		peer := o.w.workers[p]
		arrivals := peer.gens[epoch%epochs].Arrivals
		first := o.limits[p]
		last := o.endOf(p, epoch, end)
		chunk := mostChunk
		if !o.alone {
			chunk = min(max((last-first)/8, leastChunk), mostChunk)
		}
		if p == o.id {
			o.queue.open(o.turn^1, last, end)
		}
		for {
			from := int(peer.queue.next[o.turn].Add(int64(chunk))) - chunk
			if from >= last {
				break
			}
			to := min(from+chunk, last)
			switch at := (place{p, epoch, from}); {
			case o.looked[0] == at: // and at nothing else since
			case o.looked[1] == at && p == o.id:
				o.router.Resume(arrivals, from)
			default:
				o.router.Start(arrivals, from)
			}
			o.routeSome(p, arrivals, from, to)
			o.looked[0] = place{p, epoch, to}
			if p == o.id {
				o.looked[1] = o.looked[0]
			}
		}
	}
}

// routeSome chooses servers for the arrivals from .. to-1 of shard p's list.
func (o *worker[K]) routeSome(p int, arrivals []kernel.Arrival, from, to int) {
	claims := o.out[o.turn]
	for i := from; i < to; i++ {
		o.router.Ahead(arrivals, i)
		a := &arrivals[i]
		server, _, fate := o.router.Route(a)
		order := uint64(a.Offset)<<32 | arrivalBit | uint64(p)<<positionBits | uint64(i)
		if fate == kernel.Placed && o.struckAfter(server, a.Offset) {
			o.instant = order // the server is not as good yet as it will be
			server, fate = o.routeTruly(a, server, o.askDeparted)
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
	o.tally.Arrived += uint64(to - from)
	o.out[o.turn] = claims
}

// struckAfter reports whether a potential departure strikes the server in this window after the given offset.
func (o *worker[K]) struckAfter(server, offset uint32) bool {
	s := o.on(server)
	return s.struck.has(server) && s.after(server, offset)
}

// departed returns the key of a server at the instant, counting departures of this window but no arrivals.
func (o *worker[K]) departed(server uint32) K {
	if k, ok := o.on(server).before(server, o.instant); ok {
		return k
	}
	return o.state[server]
}
