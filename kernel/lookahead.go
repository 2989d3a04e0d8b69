package kernel

import (
	"unsafe"

	"shardq/graph"
)

// Arrivals are known long before they are routed, so what they will read is fetched in stages: the offset of the row, the row, and, where
// the state is larger than the second-level cache, the keys of the servers. Distances in arrivals, found by measurement; all are flat
// around the best.
const (
	offsetAhead     = 32
	rowAhead        = 16
	keysAhead       = 4
	departuresAhead = 16      // in potential departures
	samplesAhead    = 8       // in arrivals
	innerCache      = 1 << 18 // bytes of state from which on single servers are fetched ahead
	cacheable       = 3 << 19 // bytes of state up to which keys are left to the caches
)

// Start tells the router that arrivals[i], arrivals[i+1], ... come next, none of which it has looked ahead to.
func (r *Router[K]) Start(arrivals []Arrival, i int) {
	switch {
	case r.maker != nil:
		for j := i; j < min(i+rowAhead, len(arrivals)); j++ {
			r.fetchBlock(arrivals[j].Port)
		}
		r.Resume(arrivals, i)
	case r.prefetch && len(r.offsets32) > 0 && len(r.targets) > 0:
		for j := i; j < min(i+offsetAhead, len(arrivals)); j++ {
			prefetchOffset(&r.offsets32[0], &arrivals[j])
		}
		for j := i; j < min(i+rowAhead, len(arrivals)); j++ {
			prefetchRow(&r.offsets32[0], &r.targets[0], &arrivals[j])
		}
	}
}

// Resume tells the router that arrivals[i], arrivals[i+1], ... come next, to which it had looked ahead before it turned to others.
func (r *Router[K]) Resume(arrivals []Arrival, i int) {
	if r.maker == nil {
		return
	}
	for j := i; j < min(i+rowsAhead, len(arrivals)); j++ {
		r.makeRow(arrivals, j)
	}
}

// Ahead tells the router that arrivals[i] is about to be routed, so that it can fetch what later ones need. It is called for every i after
// Start, in order.
func (r *Router[K]) Ahead(arrivals []Arrival, i int) {
	switch {
	case r.pairs:
		if j := i + samplesAhead; j < len(arrivals) && r.prefetch {
			one, two := r.pair(&arrivals[j])
			prefetch(unsafe.Pointer(&r.State[one]))
			prefetch(unsafe.Pointer(&r.State[two]))
		}
	case r.maker != nil:
		if j := i + rowAhead; j < len(arrivals) {
			r.fetchBlock(arrivals[j].Port)
		}
		if j := i + rowsAhead; j < len(arrivals) {
			r.makeRow(arrivals, j)
		}
		r.coming.now = &r.coming.slots[i%len(r.coming.slots)]
	case r.prefetch && len(r.offsets32) > 0 && len(r.targets) > 0:
		r.aheadStored(arrivals, i)
	}
}

// aheadStored is Ahead for a CSR.
func (r *Router[K]) aheadStored(arrivals []Arrival, i int) {
	if j := i + offsetAhead; j < len(arrivals) {
		prefetchOffset(&r.offsets32[0], &arrivals[j])
	}
	if j := i + rowAhead; j < len(arrivals) {
		prefetchRow(&r.offsets32[0], &r.targets[0], &arrivals[j])
	}
	if j := i + keysAhead; r.far && r.idle.words == nil && j < len(arrivals) {
		prefetchKeys(unsafe.Pointer(&r.State[0]), r.keyShift, &r.offsets32[0], &r.targets[0], &arrivals[j])
	}
}

// Fetch asks for what the state and the set of idle servers say about a server that is about to be written, if they are too large for a
// cache.
func (r *Router[K]) Fetch(server uint32) {
	if !r.prefetch {
		return
	}
	prefetch(unsafe.Pointer(&r.State[server]))
	if r.idle.words != nil {
		prefetch(unsafe.Pointer(&r.idle.words[server>>6]))
	}
}

// makeRow makes the row of arrivals[j] and fetches the keys of its servers.
func (r *Router[K]) makeRow(arrivals []Arrival, j int) {
	s := &r.coming.slots[j%len(r.coming.slots)]
	s.port = arrivals[j].Port
	s.row, s.buf = r.maker.unsorted(s.port, s.buf)
	switch {
	case !r.prefetch || !r.far || len(s.row) == 0:
	case r.idle.words != nil:
		prefetchBits(unsafe.Pointer(&r.idle.words[0]), &s.row[0], len(s.row))
	default:
		prefetchList(unsafe.Pointer(&r.State[0]), r.keyShift, &s.row[0], len(s.row))
	}
}

// packedBlocks says where the rows of a packed graph are.
type packedBlocks struct {
	data  *byte
	block uintptr // bytes of two rows
	lines uintptr // cache lines to fetch of one
}

func newPackedBlocks(g *graph.Packed) packedBlocks {
	data, block, lines := g.Blocks()
	return packedBlocks{&data[0], uintptr(block), uintptr(lines)}
}

// fetchBlock fetches the row of a port of a packed graph.
func (r *Router[K]) fetchBlock(port uint32) {
	b := &r.blocks
	if b.data == nil || !r.prefetch {
		return
	}
	at := uintptr(port>>1) * b.block
	if port&1 != 0 {
		at += b.block - 64*b.lines
	}
	prefetchLines(unsafe.Add(unsafe.Pointer(b.data), at), int(b.lines))
}
