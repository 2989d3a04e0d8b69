package speed

import "context"

// runCost times one shard on computed graphs of growing size, all by turns.
func runCost(ctx context.Context, s *session) error {
	r := s.race()
	defer r.close()
	last := 0
	for exponent := 12; exponent <= 26; exponent += 2 {
		p := spec{servers: s.cut(1 << exponent), degree: 30, graph: computed, policy: jfiq}
		if p.servers == last {
			break
		}
		last = p.servers
		sys, err := p.build(r.arena)
		if err != nil {
			return err
		}
		if err := r.engine(ctx, p.String(), sys, 1); err != nil {
			return err
		}
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	base := &t[0]
	for i := range t {
		l := s.line(&t[i])
		s.decide(&l, "cost", t[i].Slower(base))
		s.add(l)
	}
	return nil
}
