package speed

import (
	"context"
	"fmt"

	"shardq/alloc"
	"shardq/graph"
)

// runBuild times the generator of random graphs, page faults of fresh memory included.
func runBuild(ctx context.Context, s *session) error {
	p := spec{servers: s.cut(1 << 20), degree: 30}
	r := s.race()
	defer r.close()
	r.rounds = (r.rounds + 1) / 2
	for _, workers := range append([]int{1}, s.powers()...) {
		var arena *alloc.Arena
		r.list = append(r.list, contestant{
			name:   fmt.Sprintf("random graph, %d core%s", workers, plural(workers)),
			system: fmt.Sprintf("servers=%d/degree=%g/graph=stored", p.servers, p.degree),
			shards: workers,
			before: func() error {
				arena = alloc.New(alloc.Config{})
				return nil
			},
			work: func(ctx context.Context, _ uint64) (uint64, error) {
				if err := ctx.Err(); err != nil {
					return 0, err
				}
				g, err := storedGraph(graph.Config{Ports: p.servers, Servers: p.servers, Seed: 1, Arena: arena, Workers: workers},
					graph.MeanDegreeProbability(p.servers, p.degree))
				if err != nil {
					return 0, err
				}
				return g.Edges(), nil
			},
			after: func() error { return arena.Release() },
		})
	}
	r.slice = 0 // whole graphs: one a round
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		l.Unit = "edge"
		if i > 0 {
			l.against(&t[i], &t[0])
		}
		if t[i].Shards == 2 {
			s.decide(&l, "build", l.NsJob*3e7/1e9)
		}
		s.add(l)
	}
	return nil
}
