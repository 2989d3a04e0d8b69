package graph

import (
	"context"
	"math"
	"sort"
	"sync/atomic"

	"shardq/graph/rng"
)

// ErdosRenyi returns the graph on servers in which every two of them are neighbours with probability p, independently of all others. The
// row of a vertex has the vertex itself too. cfg must have as many ports as servers.
//
// The pairs of vertices are numbered through and cut into runs of equal length; of each the number of edges is drawn, which is binomial,
// and a uniform subset of that size: the same law as a coin for every pair, in time O(vertices + edges), without a logarithm, so that it is
// the same on every machine. Peak memory is that of the result and 4 bytes a vertex.
func ErdosRenyi(ctx context.Context, cfg Config, p float64) (*CSR, error) {
	if err := cfg.validateOnServers(); err != nil {
		return nil, err
	}
	law, err := newPairLaw(cfg, p)
	if err != nil {
		return nil, err
	}
	length := make([]uint32, cfg.Servers) // of a row, then of what is written of it; the vertex itself comes in later
	err = parallel(ctx, cfg.Workers, law.runs, func(run int, s *sampler) {
		law.draw(run, s, func(v uint32, above []uint32) {
			atomic.AddUint32(&length[v], uint32(len(above)))
			for _, w := range above {
				atomic.AddUint32(&length[w], 1)
			}
		})
	})
	w := watch{over: ctx.Err, err: err}
	for v := range length {
		if w.ended(1) {
			return nil, w.err
		}
		length[v]++
	}
	g, err := newRows(ctx, cfg.Arena, length, cfg.Servers)
	if err != nil {
		return nil, err
	}
	for v := range length {
		if w.ended(1) {
			return nil, released(g, w.err)
		}
		from, _ := g.span(uint32(v))
		g.targets[from] = uint32(v)
		length[v] = 1
	}
	// Where an edge lands in its row depends on who comes first; the order in the end does not.
	err = parallel(ctx, cfg.Workers, law.runs, func(run int, s *sampler) {
		law.draw(run, s, func(v uint32, above []uint32) {
			from, _ := g.span(v)
			end := from + uint64(atomic.AddUint32(&length[v], uint32(len(above))))
			copy(g.targets[end-uint64(len(above)):end], above)
			for _, w := range above {
				from, _ := g.span(w)
				g.targets[from+uint64(atomic.AddUint32(&length[w], 1))-1] = v
			}
		})
	})
	if err == nil {
		_, err = g.sortRows(ctx, cfg.Workers)
	}
	if err != nil {
		return nil, released(g, err)
	}
	return g, nil
}

// EstimateErdosRenyiEdges returns a bound on the edges of [ErdosRenyi], each counted in both rows and every vertex in its own, that is
// exceeded with probability below 1e-8.
func EstimateErdosRenyiEdges(n int, p float64) uint64 {
	pairs := float64(n) * float64(n-1) / 2
	most := pairs*p + 6*math.Sqrt(pairs*p*(1-p)) + 16
	if !(most < pairs) {
		return uint64(n) * uint64(n)
	}
	return uint64(n) + 2*uint64(most)
}

// pairLaw draws edges among the pairs v < w of n vertices, which are numbered by v and then by w.
type pairLaw struct {
	n      uint64
	length uint64 // pairs in a run, but for the last
	last   uint64 // pairs in the last run
	runs   int
	count  *rng.Binomial // edges of a run
	final  *rng.Binomial // of the last one
	key    rng.Key
}

// runEdges is the mean number of edges in a run, as far as pairs and the tables of [rng.Binomial] allow.
const runEdges = 1024

func newPairLaw(cfg Config, p float64) (*pairLaw, error) {
	if err := checkProbability(p); err != nil {
		return nil, err
	}
	l := &pairLaw{n: uint64(cfg.Servers), key: rng.NewKey(cfg.Seed, rng.GraphPairs)}
	pairs := l.first(l.n - 1)
	if p == 0 || pairs == 0 {
		return l, nil
	}
	l.length = min(pairs, 1<<31)
	if length := runEdges / p; length < float64(l.length) {
		l.length = uint64(length)
	}
	l.runs = int((pairs + l.length - 1) / l.length)
	l.last = pairs - uint64(l.runs-1)*l.length
	var err error
	if l.count, err = rng.NewBinomial(int(l.length), p); err != nil {
		return nil, err
	}
	l.final, err = rng.NewBinomial(int(l.last), p)
	return l, err
}

// first returns the number of the first pair of a vertex: how many pairs the vertices before it begin.
func (l *pairLaw) first(v uint64) uint64 { return v * (2*l.n - v - 1) / 2 }

// draw calls do for every vertex that begins edges of a run, with the other ends of these, ascending. It returns the work done: random
// words, edges and vertices looked at.
func (l *pairLaw) draw(run int, s *sampler, do func(v uint32, above []uint32)) (work int) {
	count := l.count
	s.n = l.length
	if run == l.runs-1 {
		count, s.n = l.final, l.last
	}
	seq := rng.NewSequence(l.key.Uint64(uint32(run), 0, uint64(run)>>32))
	edges := count.Count(seq.Next())
	if cap(s.drawn) < edges {
		s.drawn = make([]uint32, 2*edges)
	}
	drawn := s.drawn[:edges]
	s.subset(drawn, &seq)
	work = 1 + edges

	begin := uint64(run) * l.length
	v := uint64(sort.Search(int(l.n), func(v int) bool { return l.first(uint64(v)) > begin })) - 1
	from, next := l.first(v), l.first(v+1)
	for len(drawn) > 0 {
		for begin+uint64(drawn[0]) >= next {
			v++
			from, next = next, l.first(v+1)
			work++
		}
		shift := v + 1 + begin - from // from the place of a pair in the run to its upper vertex
		own := 0
		for ; own < len(drawn) && begin+uint64(drawn[own]) < next; own++ {
			drawn[own] = uint32(uint64(drawn[own]) + shift)
		}
		work += own
		do(uint32(v), drawn[:own])
		drawn = drawn[own:]
	}
	return work
}
