package shard

import "shardq/kernel"

// What is different where service has phases: a potential departure of a busy server may change the phase of its job, or nothing, instead
// of ending it.

// strikePhases is the rest of strike.
func (o *worker[K]) strikePhases(epoch uint64) {
	s := &o.strikes
	state, bits := o.state, o.w.layout.TypeBits
	for i, d := range s.list {
		if o.w.shared && i+fetchAhead < len(s.list) {
			o.router.Fetch(s.list[i+fetchAhead].Server())
		}
		server := d.Server()
		k, phase := state[server], o.jobPhase[server]
		s.found[i], s.phase[i] = k, phase
		after, leaves := o.w.law.Strike(uint32(k>>bits), phase, epoch<<32|uint64(d.Offset()), server)
		o.jobPhase[server] = after
		if leaves {
			state[server] = k - 1<<bits
			if o.w.bits && k>>bits == 1 {
				o.idle.Put(server, true)
			}
		}
		s.struck.add(server)
		s.ledger.Add(server)
		if mine(i, o.own) {
			o.countPhased(d, k, leaves)
		}
	}
}

// countPhased is countStrike, told whether a job leaves.
func (o *worker[K]) countPhased(d kernel.Departure, k K, leaves bool) {
	o.tally.Strike(d.Server(), uint32(k), uint32(k>>o.w.layout.TypeBits))
	if leaves {
		o.tally.Departed++
		o.left++
		o.leaveOffsets += uint64(d.Offset())
	}
}

// uncountPhased takes back countPhased.
func (o *worker[K]) uncountPhased(d kernel.Departure, k K, leaves bool) {
	o.tally.Unstrike(d.Server(), uint32(k), uint32(k>>o.w.layout.TypeBits))
	if leaves {
		o.tally.Departed--
		o.left--
		o.leaveOffsets -= uint64(d.Offset())
	}
}

// phaseBefore returns the phase of a server at the start of the window, before is its key then.
func (o *worker[K]) phaseBefore(server uint32) uint8 {
	s := o.on(server)
	phase := o.jobPhase[server]
	if s.struck.has(server) {
		for i := s.ledger.First(server); i >= 0; i = s.ledger.Next(i) {
			if s.list[i].Server() == server {
				phase = s.phase[i] // the last one met is the first in time
			}
		}
	}
	return phase
}

// struckPhased returns key and phase of a server after a potential departure, and whether a job leaves.
func (o *worker[K]) struckPhased(d kernel.Departure, k K, phase uint8) (after K, next uint8, leaves bool) {
	bits := o.w.layout.TypeBits
	next, leaves = o.w.law.Strike(uint32(k>>bits), phase, o.now>>32<<32|uint64(d.Offset()), d.Server())
	if leaves {
		k -= 1 << bits
	}
	return k, next, leaves
}

// exactPhased is exact for a server with claims.
func (o *worker[K]) exactPhased(server uint32) K {
	k, phase := o.before(server), o.phaseBefore(server)
	s := o.on(server)
	for _, h := range o.happenings(server, o.instant) {
		if h.strike >= 0 {
			k, phase, _ = o.struckPhased(s.list[h.strike], k, phase)
			continue
		}
		if k>>o.w.layout.TypeBits == 0 {
			phase = o.joinPhase(server, h.order)
		}
		if k < o.full() {
			k += 1 << o.w.layout.TypeBits
		}
	}
	return k
}

// joinPhase returns the phase of an idle server after the job of an order of this epoch joined it.
func (o *worker[K]) joinPhase(server uint32, order uint64) uint8 {
	return o.w.law.Join(o.now>>32<<32|order>>32, server)
}

// replayPhased is replay.
func (o *worker[K]) replayPhased(server uint32) {
	k, phase := o.before(server), o.phaseBefore(server)
	for _, h := range o.happenings(server, ^uint64(0)) {
		if h.claim >= 0 {
			o.claims.List[h.claim].Done = true
			k, phase = o.joinPhased(server, k, phase, h.order, h.counts)
			continue
		}
		d := o.strikes.list[h.strike]
		after, next, leaves := o.struckPhased(d, k, phase)
		if found, foundPhase := o.strikes.found[h.strike], o.strikes.phase[h.strike]; h.counts && (k != found || phase != foundPhase) {
			_, _, left := o.struckPhased(d, found, foundPhase)
			o.uncountPhased(d, found, left)
			o.countPhased(d, k, leaves)
		}
		k, phase = after, next
	}
	o.put(server, k)
	o.jobPhase[server] = phase
}

// joinPhased returns key and phase of a server after a job came, counting it if counts is set.
func (o *worker[K]) joinPhased(server uint32, k K, phase uint8, order uint64, counts bool) (K, uint8) {
	if k >= o.full() {
		if counts {
			o.tally.Blocked++
		}
		return k, phase
	}
	if counts {
		o.tally.Admit(server, o.w.layout.Found(uint32(k), phase))
		o.admitted++
		o.admitOffsets += order >> 32
	}
	if k>>o.w.layout.TypeBits == 0 {
		phase = o.joinPhase(server, order)
	}
	return k + 1<<o.w.layout.TypeBits, phase
}
