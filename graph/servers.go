package graph

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"shardq/alloc"
)

// validateOnServers is Validate for a graph on servers, which has a port for each.
func (c Config) validateOnServers() error {
	if err := c.Validate(); err != nil {
		return err
	}
	if c.Ports != c.Servers {
		return fmt.Errorf("graph: %d ports and %d servers, want as many: a graph on servers has one port for each", c.Ports, c.Servers)
	}
	return nil
}

// Closed makes a graph on servers of one whose rows list neighbours in any fashion: in the result, from the arena of g, an edge that g has
// in either direction is there in both, and every row has its own vertex. g stays as it is; the caller may release it. It must have as many
// ports as servers.
func Closed(ctx context.Context, g *CSR) (*CSR, error) {
	if err := (Config{Ports: g.ports, Servers: g.servers}).validateOnServers(); err != nil {
		return nil, err
	}
	length := make([]uint32, g.servers) // of the row, then of what is written of it
	each := func(do func(v, w uint32)) error {
		stop := watch{over: ctx.Err}
		for v := range uint32(g.servers) {
			if stop.ended(1 + g.Degree(v)) {
				break
			}
			do(v, v)
			for _, w := range g.Row(v, nil) {
				if w != v {
					do(v, w)
					do(w, v)
				}
			}
		}
		return stop.err
	}
	if err := each(func(v, _ uint32) { length[v]++ }); err != nil {
		return nil, err
	}
	all, err := newRows(ctx, g.arena, length, g.servers)
	if err != nil {
		return nil, err
	}
	clear(length)
	err = each(func(v, w uint32) {
		from, _ := all.span(v)
		all.targets[from+uint64(length[v])] = w
		length[v]++
	})
	double := uint64(0)
	if err == nil {
		double, err = all.sortRows(ctx, 0)
	}
	if err != nil {
		return nil, released(all, err)
	}
	if double == 0 {
		return all, nil
	}
	merged, err := all.merge(ctx, double)
	return merged, errors.Join(err, all.Release())
}

// newRows returns a graph with rows of these lengths, which are still zero.
func newRows(ctx context.Context, arena *alloc.Arena, length []uint32, servers int) (*CSR, error) {
	edges := uint64(0)
	for _, n := range length {
		edges += uint64(n)
	}
	g, err := newCSR(arena, len(length), servers, edges)
	if err != nil {
		return nil, err
	}
	at, w := uint64(0), watch{over: ctx.Err}
	for p, n := range length {
		if w.ended(1) {
			return nil, released(g, w.err)
		}
		at += uint64(n)
		g.setOffset(p+1, at)
	}
	return g, nil
}

// sortRows puts all rows in order and returns how many entries repeat the one before them.
func (g *CSR) sortRows(ctx context.Context, workers int) (double uint64, err error) {
	var sum atomic.Uint64
	err = parallel(ctx, workers, blocks(g.ports), func(block int, s *sampler) {
		own := uint64(0)
		s.n = uint64(g.servers)
		for p := block * blockRows; p < min(g.ports, (block+1)*blockRows); p++ {
			row := g.Row(uint32(p), nil)
			if s.ended(1 + len(row)) {
				return
			}
			s.order(row)
			for i := 1; i < len(row); i++ {
				if row[i] == row[i-1] {
					own++
				}
			}
		}
		sum.Add(own)
	})
	return sum.Load(), err
}
