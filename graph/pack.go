package graph

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"shardq/alloc"
)

// PackBernoulli is [Bernoulli] in packed form: the same graph. More than 2^28 servers are an error.
func PackBernoulli(ctx context.Context, cfg Config, p float64) (*Packed, error) {
	r, err := bernoulliRows(cfg, p)
	if err != nil {
		return nil, err
	}
	return pack(ctx, cfg, r)
}

// PackRegular is [Regular] in packed form: the same graph. More than 2^28 servers are an error.
func PackRegular(ctx context.Context, cfg Config, degree int) (*Packed, error) {
	r, err := regularRows(cfg, degree)
	if err != nil {
		return nil, err
	}
	return pack(ctx, cfg, r)
}

// Pack returns a graph in packed form. workers is the number of goroutines, 0 for one per usable core; all of them read rows of g. More
// than 2^28 servers are an error.
func Pack(ctx context.Context, arena *alloc.Arena, g Graph, workers int) (*Packed, error) {
	cfg := Config{Ports: g.Ports(), Servers: g.Servers(), Workers: workers, Arena: arena}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return pack(ctx, cfg, copied(g))
}

// PackedWidth returns the bits of an id in packed form, or 0 if there are too many servers for it.
func PackedWidth(servers int) uint {
	w := max(uint(bits.Len(uint(servers-1))+1)&^1, 8)
	if w > maxWidth {
		return 0
	}
	return w
}

// pack draws every degree three times, to choose the size of a block, to count what does not fit, and to fill: that is cheaper than to
// store them. Peak memory is that of the result.
func pack(ctx context.Context, cfg Config, r rows) (*Packed, error) {
	width := PackedWidth(r.servers)
	if width == 0 {
		return nil, fmt.Errorf("graph: %d servers are too many for packed rows, want at most %d", r.servers, 1<<maxWidth)
	}
	g := &Packed{
		servers: r.servers,
		ports:   r.ports,
		arena:   cfg.Arena,
		unpack:  [2]unpacking{newUnpacking(width, r.servers, false), newUnpacking(width, r.servers, true)},
	}
	if err := g.measure(ctx, cfg, r); err != nil {
		return nil, err
	}

	n := blocks(r.ports) // blockRows is even, so no two workers share a block of rows
	aparts, ids := make([]uint64, n+1), make([]uint64, n+1)
	err := parallel(ctx, cfg.Workers, n, func(b int, s *sampler) {
		g.each(b, r, s, func(_, d int, apart bool) {
			if apart {
				aparts[b+1]++
				ids[b+1] += uint64(d)
			}
		})
	})
	if err != nil {
		return nil, err
	}
	for b := range n {
		aparts[b+1] += aparts[b]
		ids[b+1] += ids[b]
	}
	var errs [3]error
	g.data, errs[0] = alloc.Make[byte](cfg.Arena, alloc.Graph, (r.ports+1)/2*g.block+2*dataPadding)
	if aparts[n] > 0 {
		g.rest, errs[1] = alloc.Make[uint32](cfg.Arena, alloc.Graph, int(ids[n])+Padding)
		g.starts, errs[2] = alloc.Make[uint64](cfg.Arena, alloc.Graph, int(aparts[n])+1)
	}
	if err := errors.Join(errs[:]...); err != nil {
		return nil, errors.Join(fmt.Errorf("graph: %d ports and %d edges: %w", r.ports, g.edges, err), g.Release())
	}
	err = parallel(ctx, cfg.Workers, n, func(b int, s *sampler) {
		next, at := aparts[b], ids[b]
		var row []uint32
		g.each(b, r, s, func(p, d int, apart bool) {
			if apart {
				r.fill(p, g.rest[at:at+uint64(d)], s)
				at += uint64(d)
				g.starts[next+1] = at
				g.putApart(uint32(p), next)
				next++
				return
			}
			if cap(row) < d {
				row = make([]uint32, 2*d)
			}
			row = row[:d]
			r.fill(p, row, s)
			g.put(uint32(p), row)
		})
	})
	if err != nil {
		return nil, released(g, err)
	}
	return g, nil
}

// put writes a row into its block, which is still zero.
func (g *Packed) put(port uint32, row []uint32) {
	u, start := &g.unpack[port&1], g.start(port)
	u.put(g.data, start, 0, uint64(len(row)))
	for i, id := range row {
		u.put(g.data, start, 8*headerBytes+uint(i)*u.width, uint64(id))
	}
}

// putApart writes into the block of a row which of the rows kept apart it is.
func (g *Packed) putApart(port uint32, index uint64) {
	u, start := &g.unpack[port&1], g.start(port)
	u.put(g.data, start, 0, spilled)
	u.put(g.data, start, 8*headerBytes, index)
}

// each calls do for the rows of a block of blockRows, with degree and whether the row is kept apart. It ends early if the work of s has.
func (g *Packed) each(b int, r rows, s *sampler, do func(p, degree int, apart bool)) {
	r.pairs(b, s, func(p, even, odd int) {
		apart := fit(g.block, g.unpack[0].width, even, odd)
		do(p, even, apart[0])
		if p+1 < r.ports {
			do(p+1, odd, apart[1])
		}
	})
}

// pairs calls do for the pairs of rows p and p+1 of a block of blockRows, with their degrees. The last may be a row alone; then odd is 0.
// It ends early if the work of s has.
func (r rows) pairs(b int, s *sampler, do func(p, even, odd int)) {
	for p := b * blockRows; p < min(r.ports, (b+1)*blockRows); p += 2 {
		even, odd := r.degree(p), 0
		if p+1 < r.ports {
			odd = r.degree(p + 1)
		}
		if s.ended(2 + even + odd) {
			return
		}
		do(p, even, odd)
	}
}
