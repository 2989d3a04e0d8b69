package shard

import (
	"shardq/kernel"
	winsync "shardq/sync"
)

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
