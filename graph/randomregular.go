package graph

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"shardq/graph/rng"
)

// RandomRegular returns a random graph on servers in which every vertex has exactly degree neighbours, none of them itself and none of them
// twice. The row of a vertex has the vertex itself too, so all rows have degree+1 entries. cfg must have as many ports as servers, degree
// is from 0 to servers-1, and servers times degree is even, or there is no such graph.
//
// Every vertex has degree half-edges, and a uniform perfect matching of all half-edges makes the edges (the configuration model). A
// matching that joins a vertex to itself or two vertices twice is not used as it is:
//
//   - Where a matching without such faults can be waited for, at some e^((degree^2-1)/4) matchings a graph, one with faults is thrown away
//     and another is drawn. All graphs are then equally likely, exactly. It is done where that takes no more than 2^26 half-edges on
//     average: up to degree 3 at 10^6 vertices, 4 at 10^5, 5 at 10^4.
//   - Otherwise each faulty edge, of about degree^2/4 in all, is exchanged with another: u-v and a uniform x-y become u-x and v-y where
//     that makes no new fault. That alone favours some graphs a little, the less the more vertices there are. Then 8 exchanges of the same
//     kind an edge are tried, up to 2^21, with both edges uniform. These walk through all such graphs, every step is as likely as its
//     reverse, so the uniform law is the limit, and a start close to it comes closer at every step.
//
// Of more than half of all possible neighbours, the missing ones are drawn so. Time is O(edges) in sparse graphs; in dense ones most of it
// goes into exchanges, which are made on rows of bits (see rowBits): some seconds for 2 10^7 half-edges of any degree. Peak memory is that
// of the result and 4 bytes an edge of a row.
func RandomRegular(ctx context.Context, cfg Config, degree int) (*CSR, error) {
	if err := cfg.validateOnServers(); err != nil {
		return nil, err
	}
	n := cfg.Servers
	if degree < 0 || degree >= n {
		return nil, fmt.Errorf("graph: degree %d among %d vertices, want 0 to %d: a vertex is no neighbour of itself", degree, n, n-1)
	}
	if n%2 != 0 && degree%2 != 0 {
		return nil, fmt.Errorf(
			"graph: no graph has %d vertices of degree %d, the product being odd; want an even degree, such as %d, or an even "+
				"number of vertices",
			n,
			degree,
			degree-1,
		)
	}
	if absent := n - 1 - degree; absent < degree {
		g, err := drawRegular(ctx, cfg, absent, waits(n, absent))
		if err != nil {
			return nil, err
		}
		rest, err := g.complement(ctx, cfg)
		return rest, errors.Join(err, g.Release())
	}
	return drawRegular(ctx, cfg, degree, waits(n, degree))
}

// waits reports whether matchings are drawn until one has no faults: if that takes no more than mostWaiting half-edges. The chance of a
// matching is that of McKay and Wormald 1991, e^-((d^2-1)/4 + d^3/(12n)) for large n.
func waits(n, degree int) bool {
	const mostWaiting = 26 * 0.6931471805599453 // log of half-edges
	d := float64(degree)
	if degree == 0 {
		return true
	}
	exponent := float64(float64(d*d)-1)/4 + float64(float64(d*d)*d)/float64(12*n)
	return exponent+rng.Log(float64(n)*d) <= mostWaiting
}

// maxHalfEdges is what ids of half-edges allow.
const maxHalfEdges = 1 << 32

// drawRegular draws a graph. It waits for a matching without faults, or repairs the first one that can be repaired.
func drawRegular(ctx context.Context, cfg Config, degree int, wait bool) (*CSR, error) {
	n := cfg.Servers
	if uint64(n)*uint64(degree) > maxHalfEdges {
		return nil, fmt.Errorf("graph: %d vertices of degree %d, want a product of at most 2^32", n, degree)
	}
	g, err := newCSR(cfg.Arena, n, n, uint64(n)*uint64(degree+1))
	if err != nil {
		return nil, err
	}
	w := watch{over: ctx.Err}
	for v := range n {
		if w.ended(1) {
			return nil, released(g, w.err)
		}
		g.setOffset(v+1, uint64(v+1)*uint64(degree+1))
	}
	m := newMatching(cfg, g, degree)
	for attempt := uint32(0); ; attempt++ {
		done, err := m.attempt(ctx, cfg, attempt, wait)
		if err != nil {
			return nil, released(g, err)
		}
		if done {
			return g, nil
		}
	}
}

// attempt draws a matching, and reports whether it, or what repairing made of it, is a graph.
func (m *matching) attempt(ctx context.Context, cfg Config, attempt uint32, wait bool) (done bool, err error) {
	if err := m.draw(ctx, attempt); err != nil {
		return false, err
	}
	faults, clean, err := m.rows(ctx, wait)
	if clean || wait || err != nil {
		return clean, err
	}
	x, err := newExchange(
		ctx,
		cfg,
		m.g,
		int(m.degree),
		rng.NewSequence(m.key.Uint64(attempt, 0, 2)),
		m.order,
	) // which is drawn again for the next attempt
	if err != nil {
		return false, err
	}
	if done = x.repair(faults); !done {
		return false, x.err
	}
	x.mix()
	return true, x.finish(ctx)
}

// matching draws perfect matchings of the half-edges of a graph. Those of vertex v are v degree .. v degree + degree-1.
type matching struct {
	workers int
	key     rng.Key
	g       *CSR
	degree  uint32
	order   []uint32 // all half-edges in random order; 2i and 2i+1 are matched
	buckets int
	first   []uint32 // first place of each bucket in each part of the half-edges, by part and bucket
}

const (
	partSize   = 1 << 16 // half-edges that are put into buckets at a time
	bucketSize = 1 << 15 // half-edges in a bucket, on average and at most, so that it fits into a cache
	mostBucket = 1 << 12
)

func newMatching(cfg Config, g *CSR, degree int) *matching {
	half := cfg.Servers * degree
	m := &matching{
		workers: cfg.Workers,
		key:     rng.NewKey(cfg.Seed, rng.GraphMatching),
		g:       g,
		degree:  uint32(degree),
		order:   make([]uint32, half),
		buckets: 1,
	}
	for m.buckets < mostBucket && half > m.buckets*bucketSize {
		m.buckets *= 2
	}
	return m
}

// parts returns the number of parts of so many things.
func parts(n, size int) int { return (n + size - 1) / size }

// draw puts all half-edges in uniform random order: each into a random bucket, then every bucket in random order (Rao 1961, Sandelius
// 1962).
func (m *matching) draw(ctx context.Context, attempt uint32) error {
	if err := m.scatter(ctx, attempt); err != nil {
		return err
	}
	bound := func(bucket int) int {
		if bucket == m.buckets {
			return len(m.order)
		}
		return int(m.first[bucket])
	}
	return parallel(ctx, m.workers, m.buckets, func(bucket int, _ *sampler) {
		own := m.order[bound(bucket):bound(bucket+1)]
		seq := rng.NewSequence(m.key.Uint64(attempt, uint32(bucket), 1))
		for i := len(own) - 1; i > 0; i-- {
			j := seq.Below(uint64(i + 1))
			own[i], own[j] = own[j], own[i]
		}
	})
}

// scatter puts every half-edge into a random bucket, in the order of their ids. It leaves in the first entries of m.first where the buckets
// begin.
func (m *matching) scatter(ctx context.Context, attempt uint32) error {
	n, b := parts(len(m.order), partSize), m.buckets
	if m.first == nil {
		m.first = make([]uint32, max(n, 1)*b)
	}
	if b == 1 {
		ascend(m.order, 0)
		return nil
	}
	clear(m.first)
	each := func(part int, do func(id, bucket uint32)) {
		seq := rng.NewSequence(m.key.Uint64(attempt, uint32(part), 0))
		for id := part * partSize; id < min(len(m.order), (part+1)*partSize); id++ {
			do(uint32(id), uint32(seq.Next()>>32)&uint32(b-1))
		}
	}
	err := parallel(ctx, m.workers, n, func(part int, _ *sampler) {
		count := m.first[part*b : (part+1)*b]
		each(part, func(_, bucket uint32) { count[bucket]++ })
	})
	if err != nil {
		return err
	}
	at := uint32(0)
	for bucket := range b {
		for part := range n {
			c := &m.first[part*b+bucket]
			*c, at = at, at+*c
		}
	}
	begin := append([]uint32(nil), m.first[:b]...)
	err = parallel(ctx, m.workers, n, func(part int, _ *sampler) {
		next := m.first[part*b : (part+1)*b]
		each(part, func(id, bucket uint32) {
			m.order[next[bucket]] = id
			next[bucket]++
		})
	})
	copy(m.first, begin)
	return err
}

// rows writes the rows of the matching, ascending, each with its own vertex. An edge that joins a vertex to itself, or repeats another, is
// a fault; clean says that there are none. If one is enough, not all are looked for.
func (m *matching) rows(ctx context.Context, one bool) (faults []edge, clean bool, err error) {
	targets, d := m.g.targets, m.degree
	err = parallel(ctx, m.workers, parts(len(m.order), partSize), func(part int, _ *sampler) {
		own := m.order[part*partSize : min(len(m.order), (part+1)*partSize)] // of even length
		for i := 0; i+1 < len(own); i += 2 {
			a, b := own[i], own[i+1]
			v, w := a/d, b/d
			targets[uint64(a)+uint64(v)] = w // v (d+1) + a - v d
			targets[uint64(b)+uint64(w)] = v
		}
	})
	if err != nil {
		return nil, false, err
	}
	n := m.g.ports
	found := make([][]edge, blocks(n))
	var some atomic.Bool
	err = parallel(ctx, m.workers, blocks(n), func(block int, s *sampler) {
		if one && some.Load() {
			return
		}
		s.n = uint64(n)
		for v := uint32(block * blockRows); v < uint32(min(n, (block+1)*blockRows)); v++ {
			if s.ended(1 + int(d)) {
				return
			}
			row := m.g.Row(v, nil)
			row[d] = v
			s.order(row)
			for i := 1; i < len(row); i++ {
				if row[i] == row[i-1] && row[i] >= v {
					found[block] = append(found[block], edge{v, row[i]}) // of a loop both ends
					some.Store(true)
				}
			}
		}
	})
	for _, f := range found {
		faults = append(faults, f...)
	}
	return faults, !some.Load(), err
}
