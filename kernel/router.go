package kernel

import (
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel/policy"
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
	// Except lists servers whose key at the instant of an arrival is not what State says. The sharded engine sets it for a few arrivals.
	Except []Exception[K]
	// Ask, if not nil, is asked for every key instead. It is for arrivals with many exceptions.
	Ask    func(server uint32) K
	Layout Layout

	idle        IdleSet // no set if idle servers are found by their keys
	rule        policy.Rule
	d           int
	replacement bool
	dFast       int
	dSlow       int
	pFast       float64
	pSlow       float64
	mask        K
	one         K // key of a server with one job, type 0
	full        K // keys from here on are full

	graph      graph.Graph
	csr        *graph.CSR
	complete   bool
	pairs      bool // samples are two distinct servers out of all
	offsets32  []uint32
	targets    []uint32
	servers    uint32
	reach      uint32      // servers that every port of a complete graph reaches
	firstType  uint32      // servers of type 0
	ends       []uint32    // id after the last server of each type
	levels     *levelIndex // complete graphs under a rule that looks at every server
	isa        isa.Level
	slowGather bool      // this processor reads keys faster one by one
	level      isa.Level // what was asked for: isa, unless the graph does not allow it
	prefetch   bool      // this build can prefetch
	maker      rowMaker  // makes rows that are not plain memory; nil for other graphs
	coming     upcoming
	blocks     packedBlocks // of a packed graph
	far        bool         // state does not stay in the second-level cache
	byType     bool         // rows are ascending and so are the keys of idle servers: a search may end early
	keyShift   int          // log2 of the bytes of a key

	buf     []uint32
	sortBuf []uint32
	rest    []uint32       // scratch of without
	in      []Exception[K] // the same
	sample  sampler
}

// NewRouter prepares the policy of a system for a state array in the given layout.
func NewRouter[K Word](sys *System, l Layout, state []K, level isa.Level) *Router[K] {
	level = level.Resolve()
	r := &Router[K]{
		State: state, Layout: l, rule: sys.Policy.Rule, d: sys.Policy.D, replacement: sys.Policy.Replacement,
		dFast: sys.Policy.DFast, dSlow: sys.Policy.DSlow, pFast: sys.Policy.PFast, pSlow: sys.Policy.PSlow,
		mask: K(l.mask(sys.Policy.Rule)), one: 1 << l.TypeBits, full: K(uint32(l.MaxJobs) << l.TypeBits),
		graph: sys.Graph, servers: uint32(sys.Servers()), ends: sys.typeEnds(), isa: level, level: level,
	}
	r.reach = r.servers
	if g, complete := asComplete(sys.Graph); complete && g.Reach > 0 {
		r.reach = uint32(g.Reach)
	}
	r.firstType = min(r.ends[0], r.reach)
	r.far = len(state)*l.Width/8 > cacheable
	r.keyShift = l.Width / 16 // 8, 16, 32 bits: 0, 1, 2
	if g, stored := sys.Graph.(*graph.CSR); stored {
		r.csr = g
		r.offsets32, r.targets = g.Offsets32(), g.Targets()
	}
	if g, ok := sys.Graph.(*graph.Packed); ok {
		r.blocks = newPackedBlocks(g)
	}
	if r.maker = newRowMaker(sys.Graph, level); r.maker != nil {
		r.buf, r.sortBuf = r.maker.newBuffer(), r.maker.newBuffer()
		for i := range r.coming.slots {
			r.coming.slots[i].buf = r.maker.newBuffer()
			r.coming.slots[i].port = ^uint32(0) // no port's row
		}
	}
	if r.csr == nil && r.maker == nil {
		r.isa = isa.Generic // the vector routines read past the end of a row, which only these graphs allow
	}
	r.prefetch = canPrefetch && level > isa.Generic
	r.slowGather = r.isa >= isa.AVX512 && l.Width > 8 && !gathersPay()
	_, unsorted := sys.Graph.(*graph.Computed)
	rule := policy.Describe(policy.Bipartite, r.rule)
	r.byType = !unsorted && len(sys.Types) > 1 && rule.Searches && rule.FasterFirst
	r.complete = isComplete(sys.Graph)
	r.pairs = r.complete && !rule.Searches && rule.Samples() && r.d == 2 && !r.replacement && r.servers > 2 && r.reach == r.servers
	if LooksAtAll(sys) {
		r.levels = newLevelIndex(r.ends, r.reach, rule.LeastKey())
		for s, k := range state {
			r.levels.add(uint32(s), l.jobs(uint32(k)))
		}
	}
	return r
}

// FindIdle makes the router look for idle servers in a set, which its caller keeps equal to the state.
func (r *Router[K]) FindIdle(s IdleSet) {
	r.idle = s
	r.far = len(s.words)*8 > cacheable
	if s.ports != nil { // whose index has rows of plain memory, too long to fetch
		r.offsets32, r.targets = s.ports.offsets, s.ports.targets
		r.maker, r.prefetch, r.isa = nil, false, r.level
	}
}

// isComplete reports whether all ports reach the same servers by construction.
func isComplete(g graph.Graph) bool {
	_, complete := asComplete(g)
	return complete
}

func asComplete(g graph.Graph) (c graph.Complete, complete bool) {
	switch g := g.(type) {
	case graph.Complete:
		return g, true
	case *graph.Complete:
		return *g, true
	}
	return c, false
}

// LooksAtAll reports whether each choice depends on all servers at once: a complete graph under a rule that searches it. Such a system has
// one order of events and nothing to divide among shards.
func LooksAtAll(sys *System) bool {
	return isComplete(sys.Graph) && policy.Describe(policy.Bipartite, sys.Policy.Rule).Searches
}

// OneOrder reports whether choices have to be made in the order of time, so that there is nothing to divide among shards: where each
// depends on all servers, and where the policy says so. Otherwise a choice stands if the server chosen is as good as it looked.
func OneOrder(sys *System) bool {
	rule := policy.Describe(policy.Bipartite, sys.Policy.Rule)
	return LooksAtAll(sys) || rule.InOrder(sys.Policy)
}

// row returns the neighbours of a port in any order, fit for scan.
func (r *Router[K]) row(port uint32) []uint32 {
	if r.offsets32 != nil {
		return r.targets[r.offsets32[port]:r.offsets32[port+1]]
	}
	return r.rareRow(port)
}

// rareRow is row for graphs that are not a CSR of ordinary size.
func (r *Router[K]) rareRow(port uint32) (row []uint32) {
	if r.maker != nil {
		if s := r.coming.now; s != nil && s.port == port {
			return s.row
		}
		row, r.buf = r.maker.unsorted(port, r.buf)
		return row
	}
	if r.csr != nil {
		return r.csr.Row(port, nil)
	}
	r.buf = r.graph.Row(port, r.buf)
	return r.buf
}

// sortedRow returns the neighbours of a port, ascending.
func (r *Router[K]) sortedRow(port uint32) (row []uint32) {
	if r.maker != nil {
		row, r.sortBuf = r.maker.sorted(port, r.sortBuf)
		return row
	}
	return r.row(port)
}

// Route chooses a server for the job. key is the key of that server at the instant of arrival, as far as the state tells.
func (r *Router[K]) Route(a *Arrival) (server uint32, key K, fate Fate) {
	if r.complete {
		return r.routeComplete(a)
	}
	switch r.rule {
	case policy.JFSQ, policy.JSQ:
		row := r.row(a.Port)
		if len(row) == 0 {
			return 0, 0, NoRoute
		}
		server, key = r.leastOf(row, a)
		if key >= r.full {
			return server, key, Lost
		}
		return server, key, Placed
	case policy.JFIQ, policy.JIQ, policy.JIQJSQD:
		row := r.row(a.Port)
		if len(row) == 0 {
			return 0, 0, NoRoute
		}
		if r.idle.words != nil && r.Ask == nil {
			var idle bool
			if server, key, idle = r.leastIdle(row, a); idle {
				return server, key, Placed
			}
		} else if server, key = r.leastOf(row, a); key < r.one {
			return server, key, Placed
		}
	}
	row := r.sortedRow(a.Port)
	if len(row) == 0 {
		return 0, 0, NoRoute
	}
	switch r.rule {
	case policy.JFIQ, policy.JIQ, policy.Random:
		return r.random(row, a)
	case policy.Fastest:
		n := len(row)
		first := r.typeOf(row[0])
		for n > 1 && row[n-1] >= r.ends[first] {
			n-- // rows are sorted by id and ids by type: the fastest are in front
		}
		return r.random(row[:n], a)
	case policy.Supermarket:
		return r.supermarket(row, len(row), a)
	case policy.TwoClass:
		return r.twoClass(row, a)
	default: // JSQD, JIQJSQD
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
	for _, e := range r.Except {
		if e.Server == server {
			return e.Key
		}
	}
	return r.State[server]
}

// firstStep is how many servers are scanned at a time where a search may end early.
const firstStep = 16

// leastOf returns the server with the least masked key, ties to the least hash, and its whole key.
func (r *Router[K]) leastOf(row []uint32, a *Arrival) (server uint32, key K) {
	switch {
	case r.Ask != nil:
		return r.leastAsked(row, a)
	case len(r.Except) > 0:
		return r.leastExcept(row, a)
	}
	server, _, _ = r.search(row, a)
	return server, r.State[server]
}

// search returns the server with the least masked key in State, ties to the least hash, with that key and hash. Rows are scanned 64 at a
// time.
func (r *Router[K]) search(row []uint32, a *Arrival) (server uint32, best K, hash uint32) {
	best, hash = ^K(0), ^uint32(0)
	step := 64
	if r.byType {
		step = firstStep
	}
	for len(row) > 0 {
		chunk := row[:min(step, len(row))]
		row = row[len(chunk):]
		least, ties := r.scan(chunk)
		if least > best {
			continue
		}
		if least < best {
			best, hash = least, ^uint32(0)
		}
		if s, h := r.leastHash(chunk, ties, a.Seed, r.servers); h <= hash {
			hash, server = h, s
		}
		if r.byType && len(row) > 0 && best < r.one && row[0] >= r.ends[best] {
			break // an idle server faster than any that follows
		}
	}
	return server, best, hash
}

// typeOf returns the type of a server.
func (r *Router[K]) typeOf(server uint32) int {
	m := 0
	for server >= r.ends[m] {
		m++
	}
	return m
}
