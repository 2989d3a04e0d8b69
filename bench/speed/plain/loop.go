package plain

import (
	"math/bits"

	"shardq/graph"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Loop is the baseline: one loop over the events of the uniformised process, in order of time, with queue lengths in a byte array and the
// graph in plain CSR arrays. It uses a good fast generator and no float arithmetic per event, but no prefetch, SIMD, windows or huge pages.
// It has its own random numbers, so it follows another trajectory of the same law.
type Loop struct {
	offsets  []uint32
	targets  []uint32
	ports    uint32
	queue    []uint8
	typeOf   []uint8
	buffer   uint8
	arrivals uint64   // share of arrivals among events, in units of 2^-64
	strikes  []uint64 // cumulative shares of potential departures by type, in units of 2^-64
	first    []uint32 // first server of each type
	count    []uint32
	idleOnly bool // jfiq instead of jfsq
	random   rng.Sequence

	Admitted, Blocked, Departed uint64
	Join                        [256]uint64 // by type<<5 | jobs found
}

// NewLoop prepares the loop for a system with a stored graph, a buffer of at most 31, at most 8 types, equal port rates, and the policy
// jfsq or jfiq.
func NewLoop(sys *kernel.System) *Loop {
	offsets, targets := rows(sys.Graph)
	p := &Loop{
		offsets: offsets, targets: targets,
		ports: uint32(sys.Graph.Ports()), queue: make([]uint8, sys.Servers()), typeOf: make([]uint8, sys.Servers()),
		buffer: uint8(sys.Buffer), idleOnly: sys.Policy.Rule == policy.JFIQ, random: rng.NewSequence(sys.Seed),
	}
	total := sys.Arrivals + sys.Capacity()
	p.arrivals = uint64(sys.Arrivals / total * 0x1p64)
	id, sum := uint32(0), 0.0
	for m, t := range sys.Types {
		p.first = append(p.first, id)
		p.count = append(p.count, uint32(t.Count))
		for range t.Count {
			p.typeOf[id] = uint8(m)
			id++
		}
		sum += t.Rate * float64(t.Count) / sys.Capacity()
		share := ^uint64(0)
		if sum < 1 {
			share = uint64(sum * 0x1p64)
		}
		p.strikes = append(p.strikes, share)
	}
	p.strikes[len(p.strikes)-1] = ^uint64(0)
	if sys.StartBusy != nil {
		for server := range p.queue {
			if rng.Unit(p.random.Next()) < sys.StartBusy[p.typeOf[server]] {
				p.queue[server] = 1
			}
		}
	}
	return p
}

// rows copies a graph of less than 2^32 edges into the two arrays that everybody uses.
func rows(g graph.Graph) (offsets, targets []uint32) {
	offsets = make([]uint32, 1, g.Ports()+1)
	targets = make([]uint32, 0, g.Edges())
	var buf []uint32
	for port := range g.Ports() {
		row := g.Row(uint32(port), buf)
		if cap(row) > cap(buf) {
			buf = row[:0]
		}
		targets = append(targets, row...)
		offsets = append(offsets, uint32(len(targets)))
	}
	return offsets, targets
}

// Run handles the given number of arrivals and all departures between them.
func (p *Loop) Run(jobs int) {
	for jobs > 0 {
		if p.random.Next() >= p.arrivals {
			p.depart()
			continue
		}
		jobs--
		p.arrive()
	}
}

func (p *Loop) depart() {
	word, m := p.random.Next(), 0
	for word > p.strikes[m] {
		m++
	}
	server := p.first[m] + uint32(p.random.Below(uint64(p.count[m])))
	if p.queue[server] > 0 {
		p.queue[server]--
		p.Departed++
	}
}

func (p *Loop) arrive() {
	hi, _ := bits.Mul64(p.random.Next(), uint64(p.ports))
	row := p.targets[p.offsets[hi]:p.offsets[hi+1]]
	if len(row) == 0 {
		return
	}
	best, ties, chosen := ^uint32(0), uint64(0), uint32(0)
	for _, server := range row {
		jobs := p.queue[server]
		if p.idleOnly && jobs > 0 {
			continue
		}
		key := uint32(jobs)<<8 | uint32(p.typeOf[server])
		switch {
		case key < best:
			best, ties, chosen = key, 1, server
		case key == best:
			ties++
			if p.random.Below(ties) == 0 {
				chosen = server
			}
		}
	}
	if ties == 0 {
		chosen = row[p.random.Below(uint64(len(row)))]
	}
	if p.queue[chosen] >= p.buffer {
		p.Blocked++
		return
	}
	p.Join[p.typeOf[chosen]<<5|p.queue[chosen]]++
	p.queue[chosen]++
	p.Admitted++
}
