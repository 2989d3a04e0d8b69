package shard

import (
	"shardq/kernel"
	winsync "shardq/sync"
)

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

// uncountStrike takes back countStrike.
func (o *worker[K]) uncountStrike(d kernel.Departure, k K) {
	jobs := k >> o.w.layout.TypeBits
	o.tally.Unstrike(d.Server(), uint32(k), uint32(jobs))
	gone := uint64(min(jobs, 1))
	o.left -= gone
	o.leaveOffsets -= gone * uint64(d.Offset())
}
