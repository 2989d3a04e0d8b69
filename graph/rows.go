package graph

import "shardq/graph/rng"

// rows is a graph as its makers see it: rows that can be had in any order, by several goroutines, each with a sampler of its own.
type rows struct {
	ports, servers int
	degree         func(p int) int                       // cheap: it is asked for several times
	fill           func(p int, dst []uint32, s *sampler) // ascending; dst has the length that degree says
}

// drawn has the rows of [Bernoulli] and [Regular]: a degree, from one uniform word, and a uniform subset.
func drawn(cfg Config, degree func(word uint64) int) rows {
	key := rng.NewKey(cfg.Seed, rng.GraphRow)
	row := func(p int) (seq rng.Sequence, word uint64) {
		seq = rng.NewSequence(key.Uint64(uint32(p), 0, 0))
		word = seq.Next()
		return seq, word
	}
	return rows{cfg.Ports, cfg.Servers, func(p int) int {
		_, word := row(p)
		return degree(word)
	}, func(p int, dst []uint32, s *sampler) {
		seq, _ := row(p)
		s.n = uint64(cfg.Servers)
		s.subset(dst, &seq)
	}}
}

// copied has the rows of a graph.
func copied(g Graph) rows {
	return rows{g.Ports(), g.Servers(), func(p int) int { return g.Degree(uint32(p)) }, func(p int, dst []uint32, _ *sampler) {
		copy(dst, g.Row(uint32(p), dst[:len(dst):len(dst)])) // most graphs fill dst, some return a row of their own
	}}
}
