package shard

import (
	"cmp"
	"slices"

	"shardq/kernel"
	winsync "shardq/sync"
)

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
	return o.claims.Settle(o.routeAgain)
}

// reroute chooses a server for a claim that met another, given that all claims before it are final.
func (o *worker[K]) reroute(i int, claim *winsync.Claim) (server uint32, fixed bool) {
	o.instant = claim.Order
	peer := o.w.workers[claim.Order>>positionBits&(MaxShards-1)]
	a := &peer.gens[o.now>>32%epochs].Arrivals[claim.Order&(1<<positionBits-1)]
	server, _, fate := o.router.Route(a)
	if fate == kernel.Placed {
		server, fate = o.routeTruly(a, server, o.askExact)
	}
	if fate == kernel.Lost {
		if mine(i, o.ownClaims) {
			o.tally.Blocked++
		}
		return winsync.NoServer, false
	}
	return server, fate == kernel.Settled
}

// exact returns the key of a server at the instant, all events of this window before it counted.
func (o *worker[K]) exact(server uint32) K {
	if !o.claimed(server) {
		return o.departed(server)
	}
	if o.w.law != nil {
		return o.exactPhased(server)
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
	if k, ok := o.on(server).before(server, 0); ok {
		return k
	}
	return o.state[server]
}

// claimed reports whether a server has a claim in this window.
func (o *worker[K]) claimed(server uint32) bool {
	i := o.claims.Ledger.First(server)
	for i >= 0 && o.claims.List[i].Server != server {
		i = o.claims.Ledger.Next(i)
	}
	return i >= 0
}

// happening is one event on a server within a window.
type happening struct {
	order  uint64
	claim  int  // index of the claim, or -1
	strike int  // index of the potential departure, or -1
	counts bool // this shard counts it, if it applies it
}

// happenings lists what happens on a server in this window before the given order, in order. The list is valid until the next call.
func (o *worker[K]) happenings(server uint32, before uint64) []happening {
	list := o.list[:0]
	if s := o.on(server); s.struck.has(server) {
		for i := s.ledger.First(server); i >= 0; i = s.ledger.Next(i) {
			if d := s.list[i]; d.Server() == server && uint64(d.Offset())<<32 < before {
				list = append(list, happening{uint64(d.Offset()) << 32, -1, i, mine(i, o.own)})
			}
		}
	}
	for i := o.claims.Ledger.First(server); i >= 0; i = o.claims.Ledger.Next(i) {
		if c := &o.claims.List[i]; c.Server == server && c.Order < before {
			list = append(list, happening{c.Order, i, -1, o.w.shared || mine(i, o.ownClaims)})
		}
	}
	slices.SortFunc(list, func(a, b happening) int { return cmp.Compare(a.order, b.order) })
	o.list = list
	return list
}
