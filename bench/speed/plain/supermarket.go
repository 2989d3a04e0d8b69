package plain

import (
	"math/bits"

	"shardq/graph/rng"
)

// Supermarket is the baseline of the supermarket workload: jobs arrive at a pool of servers of rate 1 and join the shorter of two distinct
// ones drawn at random. It is one loop over the events of the uniformised process with queue lengths in an array and a fast generator: two
// random words an event, no float arithmetic, no divisions. Bytes keep a million queues in a cache of a megabyte; queues as long as they
// can count do not occur.
type Supermarket[K uint8 | uint32] struct {
	queue    []K
	servers  uint64
	arrivals uint64 // share of arrivals among events, in units of 2^-64
	random   rng.Sequence

	Arrived, Blocked, Departed uint64
}

// NewSupermarket prepares empty queues. load is the arrival rate per server.
func NewSupermarket[K uint8 | uint32](servers int, load float64, seed uint64) *Supermarket[K] {
	return &Supermarket[K]{
		queue: make([]K, servers), servers: uint64(servers), arrivals: uint64(load / (1 + load) * 0x1p64), random: rng.NewSequence(seed),
	}
}

// Run handles the given number of arrivals and all departures between them.
func (p *Supermarket[K]) Run(jobs uint64) {
	queue, random := p.queue, p.random
	for jobs > 0 {
		coin := random.Next()
		first, rest := bits.Mul64(random.Next(), p.servers)
		if coin >= p.arrivals {
			if n := queue[first]; n > 0 {
				queue[first] = n - 1
				p.Departed++
			}
			continue
		}
		jobs--
		p.Arrived++
		second, _ := bits.Mul64(rest, p.servers-1) // rest is uniform too, to 2^-44 for a million servers
		if second >= first {
			second++ // any but the first
		}
		// The first of two equals is as good as a fair coin, since the pair comes in random order.
		if queue[second] < queue[first] {
			first = second
		}
		if queue[first] == ^K(0) {
			p.Blocked++
			continue
		}
		queue[first]++
	}
	p.random = random
}

// Changes returns how often the state has changed: jobs that joined and jobs that departed.
func (p *Supermarket[K]) Changes() uint64 { return p.Arrived - p.Blocked + p.Departed }
