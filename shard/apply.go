package shard

import (
	"shardq/kernel"
	winsync "shardq/sync"
)

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
