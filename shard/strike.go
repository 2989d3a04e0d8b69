package shard

import (
	"shardq/kernel"
	winsync "shardq/sync"
)

// strikes are the potential departures of a window: in a worker's own copy of the state those of all shards, in a shared state those on its
// own servers.
type strikes[K kernel.Word] struct {
	list   []kernel.Departure // those on one server are in order of time
	found  []K                // the key that each found, had no job arrived in this window
	phase  []uint8            // and the phase; nil if service is exponential
	struck filter             // servers with strikes
	ledger winsync.Ledger     // strikes by server
}

// fetchAhead is how many events ahead a shared state, which is large, is asked for.
const fetchAhead = 16

// reset makes room for n strikes.
func (s *strikes[K]) reset(n int) {
	if cap(s.found) < n { // alone, a shard with a part of the servers lists the strikes on all
		s.found = make([]K, 2*n)
		if s.phase != nil {
			s.phase = make([]uint8, 2*n)
		}
	}
	s.list = s.list[:n]
	s.found = s.found[:n]
	if s.phase != nil {
		s.phase = s.phase[:n]
	}
	s.struck.reset(n)
	s.ledger.Reset(n)
}

// strike lists the potential departures of the window, which ends at the given offset, and applies them as if they all came before the
// first arrival: that is the most optimistic state that any arrival of the window can meet. Strikes are counted as found so; replay puts
// right those whose server was joined in the window. Whether a server is busy is as good as random and known late, so there is no branch on
// it.
func (o *worker[K]) strike(epoch, end uint64) {
	o.phase(phaseStrike)
	s := &o.strikes
	s.list = s.list[:0]
	for p, peer := range o.w.workers {
		if o.w.shared && p != o.id && !o.alone {
			continue // on servers of another shard, which applies them
		}
		list := peer.gens[epoch%epochs].Departures
		n := o.cursor[p]
		for n < len(list) && uint64(list[n].Offset()) < end {
			n++
		}
		if p == o.id {
			o.own = [2]int{len(s.list), len(s.list) + n - o.cursor[p]}
		}
		s.list = append(s.list, list[o.cursor[p]:n]...)
		o.cursor[p] = n
	}
	if o.alone {
		o.own = [2]int{0, len(s.list)}
	}
	s.reset(len(s.list))
	if o.w.law != nil {
		o.strikePhases(epoch)
		return
	}
	state, found, bits := o.state, s.found, o.w.layout.TypeBits
	struck := s.struck // a copy, which stays in registers
	far := o.w.shared
	for i, d := range s.list {
		if far && i+fetchAhead < len(s.list) {
			o.router.Fetch(s.list[i+fetchAhead].Server())
		}
		server := d.Server()
		k := state[server]
		found[i] = k
		state[server] = k - min(k>>bits, 1)<<bits
		struck.add(server)
	}
	if o.w.bits {
		for i, d := range s.list {
			if found[i]>>bits == 1 {
				o.idle.Put(d.Server(), true)
			}
		}
	}
	winsync.AddAll(&s.ledger, s.list)
	for i := o.own[0]; i < o.own[1]; i++ {
		o.countStrike(s.list[i], found[i])
	}
}

// after reports whether a strike hits the server after the given offset.
func (s *strikes[K]) after(server, offset uint32) bool {
	for i := s.ledger.First(server); i >= 0; i = s.ledger.Next(i) {
		if d := s.list[i]; d.Server() == server && d.Offset() > offset {
			return true
		}
	}
	return false
}

// before returns what the first strike on the server at or after the instant found: the key as it was then, no arrivals of this window
// counted. If there is none, ok is false. The ledger has later strikes on a server first.
func (s *strikes[K]) before(server uint32, instant uint64) (k K, ok bool) {
	if !s.struck.has(server) {
		return 0, false
	}
	for i := s.ledger.First(server); i >= 0; i = s.ledger.Next(i) {
		if d := s.list[i]; d.Server() == server {
			if uint64(d.Offset())<<32 < instant {
				break
			}
			k, ok = s.found[i], true
		}
	}
	return k, ok
}

// on returns the strikes among which those on a server are.
func (o *worker[K]) on(server uint32) *strikes[K] {
	if !o.w.shared || o.alone {
		return &o.strikes
	}
	return &o.w.workers[o.w.owner(server)].strikes
}

// countStrike counts a potential departure that found its server with key k, where service is exponential.
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
