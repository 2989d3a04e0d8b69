package kernel

import (
	"slices"

	"shardq/graph/isa"
	"shardq/graph/rng"
)

// Arrival is a job at its port. Its tick is epoch<<32 | Offset.
type Arrival struct {
	Offset uint32
	Port   uint32
	Seed   uint64 // of all choices made for this job
}

// Departure is a potential departure: offset<<32 | server, so that integers compare by time.
type Departure uint64

// Offset returns the tick within the epoch.
func (d Departure) Offset() uint32 { return uint32(d >> 32) }

// Server returns the server struck.
func (d Departure) Server() uint32 { return uint32(d) }

// Salts separate the draws that hang on one seed.
const (
	saltPick = 0x6A09E667F3BCC908 // rejected picks
	saltCoin = 0xBB67AE8584CAA73B // alias coins
)

// Scratch holds the random blocks of some events of one lane. The zero value is ready; a Scratch serves one goroutine at a time.
type Scratch struct {
	ISA isa.Level // of the instructions that make them

	blocks [64]rng.Block
}

// draw returns the blocks of counters first, first+1, ... n-1 of a lane and epoch, as many as fit.
func (p *Process) draw(s *Scratch, lane, first, n int, epoch uint64) []rng.Block {
	part := min(n-first, len(s.blocks))
	group := rng.FillGroup(s.ISA)
	p.events.Fill(s.ISA, s.blocks[:(part+group-1)/group*group], uint32(first), uint32(lane), uint32(epoch), uint32(epoch>>32))
	return s.blocks[:part]
}

// count returns the number of events of a lane in an epoch.
func (p *Process) count(lane int, epoch uint64) int {
	return p.Lanes[lane].count.Count(p.counts.Uint64(0, uint32(lane), epoch))
}

// AppendArrivals appends the arrivals of one lane and epoch to dst, in the order of their index (not of time).
func (p *Process) AppendArrivals(dst []Arrival, s *Scratch, lane int, epoch uint64) []Arrival {
	ln := &p.Lanes[lane]
	n := p.count(lane, epoch)
	dst = slices.Grow(dst, n)
	firstEntity, entities, plain := ln.First, ln.N, ln.pick == nil
	for first := 0; first < n; first += len(s.blocks) {
		part := p.draw(s, lane, first, n, epoch)
		at := len(dst)
		dst = dst[:at+len(part)]
		out := dst[at:]
		for i := range part {
			b := &part[i]
			seed := uint64(b[2]) | uint64(b[3])<<32
			m := uint64(b[1]) * uint64(entities)
			port := firstEntity + uint32(m>>32)
			if !plain || uint32(m) < entities {
				port = ln.unusual(b[1], seed)
			}
			out[i] = Arrival{b[0] & p.ticks, port, seed}
		}
	}
	return dst
}

// AppendDepartures appends the potential departures of one lane and epoch to dst, in the order of their index. Two share a random block.
func (p *Process) AppendDepartures(dst []Departure, s *Scratch, lane int, epoch uint64) []Departure {
	ln := &p.Lanes[lane]
	n := p.count(lane, epoch)
	end := len(dst) + n
	dst = slices.Grow(dst, n+1)
	firstEntity, entities, plain := ln.First, ln.N, ln.pick == nil
	for first := 0; first < (n+1)/2; first += len(s.blocks) {
		part := p.draw(s, lane, first, (n+1)/2, epoch)
		at := len(dst)
		dst = dst[:at+2*len(part)]
		out := dst[at:]
		for i := range part {
			b := &part[i]
			m0, m1 := uint64(b[1])*uint64(entities), uint64(b[3])*uint64(entities)
			out[2*i] = Departure(uint64(b[0]&p.ticks)<<32 | uint64(firstEntity+uint32(m0>>32)))
			out[2*i+1] = Departure(uint64(b[2]&p.ticks)<<32 | uint64(firstEntity+uint32(m1>>32)))
			if !plain || uint32(m0) < entities || uint32(m1) < entities {
				out[2*i] = ln.departure(b[0], b[1], p.ticks)
				out[2*i+1] = ln.departure(b[2], b[3], p.ticks)
			}
		}
	}
	return dst[:end] // an odd count leaves half a block
}

func (ln *Lane) departure(offset, word, ticks uint32) Departure {
	return Departure(uint64(offset&ticks)<<32 | uint64(ln.entity(word, uint64(offset)<<32|uint64(word))))
}

// entity picks an entity of the lane from a random word, without bias: seed identifies the event and feeds the extra draws, needed for less
// than one event in a million.
func (ln *Lane) entity(word uint32, seed uint64) uint32 {
	m := uint64(word) * uint64(ln.N)
	if uint32(m) < ln.N || ln.pick != nil {
		return ln.unusual(word, seed)
	}
	return ln.First + uint32(m>>32)
}

// unusual is entity for words that may be biased and for unequal rates.
func (ln *Lane) unusual(word uint32, seed uint64) uint32 {
	i := rng.Below32(word, ln.N, seed^saltPick)
	if ln.pick != nil {
		i = ln.pick.Pick(i, uint32(rng.Mix64(seed^saltCoin)>>32))
	}
	return ln.First + i
}

// tieHash orders tied servers for one arrival: the least hash wins. It is a multiply-shift family (stride and offset are the halves of the
// seed) with a 32-bit finaliser on top.
func tieHash(seed uint64, server uint32) uint32 {
	return rng.Mix32(uint32(seed) + server*(uint32(seed>>32)|1))
}
