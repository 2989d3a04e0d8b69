package shard

import (
	"shardq/kernel"
)

// apply brings the state to the end of the window. Strikes are applied already. With a copy of the state for each shard every shard applies
// all claims and counts those that it made; in a shared state it applies and counts those on its own servers.
func (o *worker[K]) apply(epoch uint64) {
	o.phase(phaseApply)
	own, all, servers := o.ownClaims, len(o.claims.List), uint32(len(o.state))
	switch {
	case o.w.shared && !o.alone:
		o.applyClaims(0, all, true, o.servers[0], o.servers[1]-o.servers[0])
	case o.alone:
		o.applyClaims(0, all, true, 0, servers)
	default:
		o.applyClaims(0, own[0], false, 0, servers)
		o.applyClaims(own[0], own[1], true, 0, servers)
		o.applyClaims(own[1], all, false, 0, servers)
	}
	t := o.tally
	t.AdmitTicks = t.AdmitTicks.Plus(kernel.WideProduct(o.admitted, epoch<<32)).Plus(kernel.Wide{Lo: o.admitOffsets})
	t.LeaveTicks = t.LeaveTicks.Plus(kernel.WideProduct(o.left, epoch<<32)).Plus(kernel.Wide{Lo: o.leaveOffsets})
	o.admitted, o.left, o.admitOffsets, o.leaveOffsets = 0, 0, 0, 0
}

// applyClaims applies those of the claims from .. to-1 that are on the servers first .. first+n-1: at once where the server has no other
// event, otherwise with all events on it. counts says whether this shard counts them.
func (o *worker[K]) applyClaims(from, to int, counts bool, first, n uint32) {
	state, one, full, bits := o.state, K(1)<<o.w.layout.TypeBits, o.full(), o.w.bits
	struck, t := o.strikes.struck, o.tally
	admitted, offsets := uint64(0), uint64(0)
	list := o.claims.List[from:to]
	far, phased := o.w.shared, o.w.law != nil
	for i := range list {
		if far && i+fetchAhead < len(list) {
			if next := list[i+fetchAhead].Server; next-first < n {
				o.router.Fetch(next)
			}
		}
		c := &list[i]
		if c.Server-first >= n { // of another shard, or of none
			continue
		}
		if c.Shared || struck.has(c.Server) {
			if !c.Done {
				o.replay(c.Server)
			}
			continue
		}
		k := state[c.Server]
		if phased {
			after, phase := o.joinPhased(c.Server, k, o.jobPhase[c.Server], c.Order, counts)
			if o.jobPhase[c.Server] = phase; after != k {
				o.put(c.Server, after)
			}
			continue
		}
		switch {
		case k < full:
			state[c.Server] = k + one
			if bits && k < one {
				o.idle.Put(c.Server, false)
			}
			if counts {
				t.Admit(c.Server, uint32(k))
				admitted++
				offsets += c.Order >> 32
			}
		case counts:
			t.Blocked++
		}
	}
	o.admitted += admitted
	o.admitOffsets += offsets
}

// replay takes all events on a server in order, instead of its strikes alone, and notes that its claims are done.
func (o *worker[K]) replay(server uint32) {
	if o.w.law != nil {
		o.replayPhased(server)
		return
	}
	k := o.before(server)
	one := K(1) << o.w.layout.TypeBits
	for _, h := range o.happenings(server, ^uint64(0)) {
		if h.claim >= 0 {
			o.claims.List[h.claim].Done = true
			k = o.join(server, k, h.order, h.counts)
			continue
		}
		if d, found := o.strikes.list[h.strike], o.strikes.found[h.strike]; h.counts && k != found {
			o.uncountStrike(d, found)
			o.countStrike(d, k)
		}
		if k >= one {
			k -= one
		}
	}
	o.put(server, k)
}

// put writes the key of a server.
func (o *worker[K]) put(server uint32, k K) {
	o.state[server] = k
	if o.w.bits {
		o.idle.Put(server, k>>o.w.layout.TypeBits == 0)
	}
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
