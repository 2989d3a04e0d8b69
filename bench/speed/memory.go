package speed

import (
	"context"
	"fmt"

	"shardq/alloc"
	"shardq/graph"
	"shardq/shard"
)

// used returns the live memory of one purpose.
func used(arena *alloc.Arena, p alloc.Purpose) uint64 {
	for _, use := range arena.Usage() {
		if use.Purpose == p {
			return use.Bytes
		}
	}
	return 0
}

// runMemory reads the account that the arena keeps. Nothing is timed.
func runMemory(ctx context.Context, s *session) error {
	for _, form := range []string{stored, computed} {
		for _, shards := range append([]int{1}, s.powers()...) {
			if err := s.memoryOf(ctx, spec{servers: s.cut(1 << 20), degree: 30, graph: form, policy: jfsq}, shards, ""); err != nil {
				return err
			}
		}
	}
	if s.cores < 2 {
		return nil
	}
	// At a size where rounding to pages does not show.
	return s.memoryOf(ctx, spec{servers: s.cut(1 << 23), degree: 30, graph: computed, policy: jfsq}, 2, shard.Copies)
}

// memoryOf reads it for one system. state is that of shard.Config.
func (s *session) memoryOf(ctx context.Context, p spec, shards int, state shard.State) error {
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	sys, err := p.build(arena)
	if err != nil {
		return err
	}
	sim, err := shard.New(sys, shard.Config{Shards: shards, Arena: arena, State: state})
	if err != nil {
		return err
	}
	defer sim.Close()
	if err := sim.Advance(ctx, 1); err != nil {
		return err
	}
	name := func(what string) string { return fmt.Sprintf("%s, %d shard%s", what, shards, plural(shards)) }
	server := s.size(p.String(), name("state of a server"), shards, float64(used(arena, alloc.State))/float64(p.servers), "bytes")
	if state != "" {
		s.decide(&server, "memory-server", server.Figure)
	}
	if shards == 1 {
		edge := s.size(p.String(), "graph, an edge", 0, float64(used(arena, alloc.Graph))/float64(edges(sys.Graph)), "bytes")
		if p.graph == computed {
			s.decide(&edge, "memory-computed", edge.Figure)
		} else {
			s.decide(&edge, "memory-edge", edge.Figure)
		}
		s.add(edge)
	}
	const mib = 1 << 20
	s.add(server,
		s.size(p.String(), name("events and claims"), shards, float64(used(arena, alloc.Exchange))/mib, "MiB"),
		s.size(p.String(), name("peak of everything, building included"), shards, float64(arena.Peak())/mib, "MiB"))
	return nil
}

// edges returns the number of edges, of a computed graph the mean: counting them takes a pass over all rows.
func edges(g graph.Graph) uint64 {
	if c, ok := g.(*graph.Computed); ok {
		return uint64(c.MeanEdges())
	}
	return g.Edges()
}
