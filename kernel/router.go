package kernel

import (
	"math/bits"

	"shardq/graph"
	"shardq/graph/rng"
)

// Fate is what routing found out about a job.
type Fate uint8

// The fates. A job that is Placed or Settled goes to the server named, where it is lost if that server is full.
const (
	Placed  Fate = iota // the choice depends on the state: it stands unless somebody joined the chosen server before
	Settled             // the choice does not depend on what others do in the meantime
	Lost                // every server that the policy considers is full, whatever others do
	NoRoute             // the port has no neighbours
)

// Router applies a policy to the state of the servers. It only reads.
type Router[K Word] struct {
	State []K
	// Ask, if not nil, is asked for the key of a server at the instant of an arrival instead of reading State. The sharded engine sets it where
	// State is not the truth about that instant.
	Ask    func(server uint32) K
	Layout Layout

	rule        Rule
	d           int
	replacement bool
	mask        K
	one         K // key of a server with one job, type 0
	full        K // keys from here on are full

	graph     graph.Graph
	csr       *graph.CSR
	complete  bool
	offsets32 []uint32
	targets   []uint32
	servers   uint32
	firstType uint32      // servers of type 0
	ends      []uint32    // id after the last server of each type
	levels    *levelIndex // complete graphs under a rule that looks at every server
	isa       ISA
	prefetch  bool // the graph is stored and this build can prefetch
	far       bool // state does not stay in the second-level cache
	keyShift  int  // log2 of the bytes of a key

	buf    []uint32
	sample sampler
}

// NewRouter prepares the policy of a system for a state array in the given layout.
func NewRouter[K Word](sys *System, l Layout, state []K, isa ISA) *Router[K] {
	r := &Router[K]{
		State: state, Layout: l, rule: sys.Policy.Rule, d: sys.Policy.D, replacement: sys.Policy.Replacement,
		mask: K(l.mask(sys.Policy.Rule)), one: 1 << l.TypeBits, full: K(uint32(l.MaxJobs) << l.TypeBits),
		graph: sys.Graph, servers: uint32(sys.Servers()), ends: sys.typeEnds(), isa: isa,
	}
	r.firstType = r.ends[0]
	r.far = len(state)*l.Width/8 > cacheable
	r.keyShift = l.Width / 16 // 8, 16, 32 bits: 0, 1, 2
	if g, stored := sys.Graph.(*graph.CSR); stored {
		r.csr = g
		r.offsets32, r.targets = g.Offsets32(), g.Targets()
	}
	if r.csr == nil {
		r.isa = Generic // the vector routines read past the end of a row, which only CSR allows
	}
	r.prefetch = canPrefetch && isa != Generic && len(r.offsets32) > 0 && len(r.targets) > 0
	r.complete = isComplete(sys.Graph)
	if LooksAtAll(sys) {
		r.levels = newLevelIndex(r.ends, r.rule == JFSQ || r.rule == JSQ)
		for s, k := range state {
			r.levels.add(uint32(s), l.jobs(uint32(k)))
		}
	}
	return r
}

// isComplete reports whether every port reaches every server by construction.
func isComplete(g graph.Graph) bool {
	switch g.(type) {
	case graph.Complete, *graph.Complete:
		return true
	}
	return false
}

// LooksAtAll reports whether each choice depends on all servers at once: a complete graph under a rule that searches it. Such a system has one
// order of events and nothing to divide among shards.
func LooksAtAll(sys *System) bool {
	if !isComplete(sys.Graph) {
		return false
	}
	switch sys.Policy.Rule {
	case JFSQ, JFIQ, JSQ, JIQ, JIQJSQD:
		return true
	}
	return false
}

// row returns the neighbours of a port.
func (r *Router[K]) row(port uint32) []uint32 {
	if r.offsets32 != nil {
		return r.targets[r.offsets32[port]:r.offsets32[port+1]]
	}
	if r.csr != nil {
		return r.csr.Row(port, nil)
	}
	r.buf = r.graph.Row(port, r.buf)
	return r.buf
}

// Route chooses a server for the job. key is the key of that server at the instant of arrival, as far as the state tells.
func (r *Router[K]) Route(a *Arrival) (server uint32, key K, fate Fate) {
	if r.complete {
		return r.routeComplete(a)
	}
	row := r.row(a.Port)
	if len(row) == 0 {
		return 0, 0, NoRoute
	}
	switch r.rule {
	case JFSQ, JSQ:
		server, key = r.leastOf(row, a)
		if key >= r.full {
			return server, key, Lost
		}
		return server, key, Placed
	case JFIQ, JIQ:
		server, key = r.leastOf(row, a)
		if key < r.one {
			return server, key, Placed
		}
		return r.random(row, a)
	case Random:
		return r.random(row, a)
	case Fastest:
		n := len(row)
		first := r.typeOf(row[0])
		for n > 1 && row[n-1] >= r.ends[first] {
			n-- // rows are sorted by id and ids by type: the fastest are in front
		}
		return r.random(row[:n], a)
	case JIQJSQD:
		server, key = r.leastOf(row, a)
		if key < r.one {
			return server, key, Placed
		}
		return r.leastOfSample(row, len(row), a)
	default: // JSQD
		return r.leastOfSample(row, len(row), a)
	}
}

// random sends the job to a uniform server of the row.
func (r *Router[K]) random(row []uint32, a *Arrival) (server uint32, key K, fate Fate) {
	seq := rng.NewSequence(a.Seed)
	server = row[seq.Below(uint64(len(row)))]
	return server, r.key(server), Settled
}

// key returns the key of a server.
func (r *Router[K]) key(server uint32) K {
	if r.Ask != nil {
		return r.Ask(server)
	}
	return r.State[server]
}

// leastOf returns the server with the least masked key, ties to the least hash, and its whole key. Rows are scanned 64 at a time.
func (r *Router[K]) leastOf(row []uint32, a *Arrival) (server uint32, key K) {
	if r.Ask != nil {
		return r.leastAsked(row, a)
	}
	best, hash := ^K(0), ^uint32(0)
	for len(row) > 0 {
		chunk := row[:min(64, len(row))]
		row = row[len(chunk):]
		least, ties := r.scan(chunk)
		if least > best {
			continue
		}
		if least < best {
			best, hash = least, ^uint32(0)
		}
		for ; ties != 0; ties &= ties - 1 {
			s := chunk[bits.TrailingZeros64(ties)&63]
			if h := tieHash(a.Seed, s); h <= hash {
				hash, server = h, s
			}
		}
	}
	return server, r.State[server]
}

// leastAsked is leastOf, asking for every key.
func (r *Router[K]) leastAsked(row []uint32, a *Arrival) (server uint32, key K) {
	best, hash := ^K(0), ^uint32(0)
	for _, s := range row {
		k := r.Ask(s)
		if m := k & r.mask; m <= best {
			if h := tieHash(a.Seed, s); m < best || h <= hash {
				best, hash, server, key = m, h, s, k
			}
		}
	}
	return server, key
}

// leastOfSample samples d of n positions and returns the server with the fewest jobs, ties to the least hash. Position p is server row[p], or
// server p if row is nil.
func (r *Router[K]) leastOfSample(row []uint32, n int, a *Arrival) (server uint32, key K, fate Fate) {
	seq := rng.NewSequence(a.Seed)
	best, hash := ^K(0), ^uint32(0)
	consider := func(p uint32) {
		s := p
		if row != nil {
			s = row[p]
		}
		k := r.key(s)
		if m := k >> r.Layout.TypeBits; m <= best {
			if h := tieHash(a.Seed, s); m < best || h <= hash {
				best, hash, server, key = m, h, s, k
			}
		}
	}
	switch {
	case r.replacement:
		for range r.d {
			consider(uint32(seq.Below(uint64(n))))
		}
	case r.d >= n:
		for p := range n {
			consider(uint32(p))
		}
	default: // Floyd's method, as in samplePositions
		r.sample.reset(r.d)
		for j := n - r.d; j < n; j++ {
			p := uint32(seq.Below(uint64(j + 1)))
			if !r.sample.add(p) {
				p = uint32(j)
				r.sample.add(p)
			}
			consider(p)
		}
	}
	if key >= r.full {
		return server, key, Lost
	}
	return server, key, Placed
}

// typeOf returns the type of a server.
func (r *Router[K]) typeOf(server uint32) int {
	m := 0
	for server >= r.ends[m] {
		m++
	}
	return m
}

// sampler remembers the positions drawn so far: a list while it is short, an open hash table beyond.
type sampler struct {
	list  []uint32
	table []uint32 // position+1, 0 is empty; power of two, at least twice d
	use   bool
}

func (s *sampler) reset(d int) {
	s.list = s.list[:0]
	if s.use = d > 24; !s.use {
		return
	}
	if len(s.table) < 2*d {
		s.table = make([]uint32, 1<<bits.Len(uint(2*d)))
		return
	}
	clear(s.table)
}

// add notes a position; it reports whether it was new.
func (s *sampler) add(p uint32) bool {
	if !s.use {
		for _, q := range s.list {
			if q == p {
				return false
			}
		}
		s.list = append(s.list, p)
		return true
	}
	for i := rng.Mix32(p); ; i++ {
		at := &s.table[i&uint32(len(s.table)-1)]
		if *at == p+1 {
			return false
		}
		if *at == 0 {
			*at = p + 1
			return true
		}
	}
}
