package rng

// Philox multipliers and Weyl increments, from the paper.
const (
	philoxM0 = 0xD2511F53
	philoxM1 = 0xCD9E8D57
	philoxW0 = 0x9E3779B9
	philoxW1 = 0xBB67AE85
)

// Key selects one family of random blocks: one per (seed, stream).
type Key struct{ K0, K1 uint32 }

// Block is the four 32-bit words that one counter value yields.
type Block [4]uint32

// Packages that simulate systems of their own take streams from 1<<16 on: kernel/lumped from 1<<16, kernel/slotted from 1<<17,
// kernel/elastic and kernel/pools 1<<18 and the next, and bench/theory/diffusion from 1<<19.

// Stream says what random numbers are for. Streams of one seed are independent of each other.
type Stream uint32

// The streams in use. A value is never reused for another purpose: results depend on it.
const (
	ArrivalCount   Stream = 1 + iota // arrivals of a lane in an epoch
	Arrival                          // time, port and seed of an arrival
	DepartureCount                   // potential departures of a lane in an epoch
	Departure                        // time and server of a potential departure
	Start                            // initial state of a server
	GraphRow                         // edges of a row
	Replication                      // seeds of independent replications
	User                             // first stream free for callers outside the engine, which may use those up to 63
)

// ComputedRow seeds the rows of computed graphs, ServicePhase what potential departures do where service has phases. The values leave room
// for the streams of callers.
const (
	ComputedRow  Stream = 64
	ServicePhase Stream = 65
)

// Streams of graphs, beside GraphRow and ComputedRow.
const (
	GraphPairs    Stream = 80 + iota // edges among a run of pairs of vertices
	GraphMatching                    // pairs of half-edges, and what becomes of unfit ones
	GraphBlock                       // edges of a row within a block of servers
)

// NewKey derives the key of a stream. Both 64-bit inputs are mixed, so that neighbouring seeds and streams have unrelated keys.
func NewKey(seed uint64, s Stream) Key {
	x := Mix64(seed ^ Mix64(uint64(s)*0x9E3779B97F4A7C15))
	return Key{uint32(x), uint32(x >> 32)}
}

// At returns the block of counter (c0, c1, c2, c3): ten rounds of Philox4x32.
func (k Key) At(c0, c1, c2, c3 uint32) Block {
	k0, k1 := k.K0, k.K1
	for range 10 {
		p0 := uint64(philoxM0) * uint64(c0)
		p1 := uint64(philoxM1) * uint64(c2)
		c0, c1, c2, c3 = uint32(p1>>32)^c1^k0, uint32(p1), uint32(p0>>32)^c3^k1, uint32(p0)
		k0 += philoxW0
		k1 += philoxW1
	}
	return Block{c0, c1, c2, c3}
}

// Uint64 returns the first 64 bits of the block of (index, lane, epoch).
func (k Key) Uint64(index uint32, lane uint32, epoch uint64) uint64 {
	b := k.At(index, lane, uint32(epoch), uint32(epoch>>32))
	return uint64(b[0]) | uint64(b[1])<<32
}
