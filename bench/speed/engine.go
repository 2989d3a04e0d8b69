package speed

import (
	"context"

	"shardq/graph/isa"
	"shardq/kernel/policy"
)

var (
	jfsq = policy.Policy{Rule: policy.JFSQ}
	jfiq = policy.Policy{Rule: policy.JFIQ}
)

func runPlain(ctx context.Context, s *session) error {
	r := s.race()
	defer r.close()
	for _, policy := range []policy.Policy{jfsq, jfiq} {
		p := spec{servers: s.cut(1 << 20), degree: 30, graph: stored, policy: policy}
		sys, err := p.build(r.arena)
		if err != nil {
			return err
		}
		r.plain(p.String(), sys)
	}
	return s.each(ctx, r, "job")
}

func runEngine(ctx context.Context, s *session) error {
	for _, policy := range []policy.Policy{jfsq, jfiq} {
		if err := s.mainSystem(ctx, policy); err != nil {
			return err
		}
	}
	if err := s.instructionSets(ctx); err != nil {
		return err
	}
	done := 0
	for _, exponent := range []int{10, 12, 14, 16, 18, 22, 23} { // 20 is the main system
		servers := s.cut(1 << exponent)
		if servers == done {
			break
		}
		done = servers
		for _, policy := range []policy.Policy{jfsq, jfiq} {
			if !s.judged && policy == jfiq {
				continue
			}
			if err := s.sizes(ctx, spec{servers: servers, degree: 30, policy: policy}); err != nil {
				return err
			}
		}
	}
	return nil
}

// mainSystem compares everything at the size of the targets: plain loop, floors, and the engine, on the stored and on the computed graph.
func (s *session) mainSystem(ctx context.Context, chosen policy.Policy) error {
	r := s.race()
	defer r.close()
	p := spec{servers: s.cut(1 << 20), degree: 30, graph: stored, policy: chosen}
	for _, form := range []string{stored, computed} {
		p.graph = form
		sys, err := p.build(r.arena)
		if err != nil {
			return err
		}
		if form == stored {
			r.plain(p.String(), sys)
		}
		if err := r.floor(p.String(), sys); err != nil {
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
	plain, floor, engine, floorComputed, engineComputed := &t[0], &t[1], &t[2], &t[3], &t[4]
	name := chosen.Rule.String()
	one := s.line(engine)
	one.against(engine, plain)
	s.decide(&one, name+"-stored-plain", one.Ratio)
	other := s.line(engineComputed)
	other.against(engineComputed, plain)
	s.decide(&other, name+"-computed-plain", other.Ratio)
	s.add(s.line(plain), s.line(floor), one)
	if chosen.Rule == policy.JFSQ { // the floor scans keys as jfsq does
		beside := s.line(engine)
		beside.against(engine, floor)
		s.decide(&beside, "jfsq-stored-floor", engine.Slower(floor))
		s.add(beside)
	}
	s.add(s.line(floorComputed), other)
	return nil
}

// instructionSets compares the levels that this machine has.
func (s *session) instructionSets(ctx context.Context) error {
	r := s.race()
	defer r.close()
	for _, form := range []string{stored, computed} {
		p := spec{servers: s.cut(1 << 20), degree: 30, graph: form, policy: jfsq}
		sys, err := p.build(r.arena)
		if err != nil {
			return err
		}
		for _, level := range isa.Levels() {
			if err := r.engineISA(ctx, p.String(), sys, 1, level); err != nil {
				return err
			}
		}
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	for i := range t {
		l := s.line(&t[i])
		if base := len(t) / 2 * (i / (len(t) / 2)); i > base {
			l.against(&t[i], &t[base])
		}
		s.add(l)
	}
	return nil
}

// sizes compares plain loop and engine at one size.
func (s *session) sizes(ctx context.Context, p spec) error {
	r := s.race()
	defer r.close()
	for _, form := range []string{stored, computed} {
		p.graph = form
		sys, err := p.build(r.arena)
		if err != nil {
			return err
		}
		if form == stored {
			r.plain(p.String(), sys)
		}
		if err := r.engine(ctx, p.String(), sys, 1); err != nil {
			return err
		}
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	s.add(s.line(&t[0]))
	for i := 1; i < len(t); i++ {
		l := s.line(&t[i])
		l.against(&t[i], &t[0])
		s.add(l)
	}
	return nil
}

func runSmall(ctx context.Context, s *session) error {
	r := s.race()
	defer r.close()
	for _, p := range []spec{
		{servers: 100, degree: 10, graph: stored, policy: jfsq},
		{servers: 1000, degree: 30, graph: stored, policy: jfsq},
		{servers: 1000, degree: 30, graph: stored, policy: jfiq},
		{servers: 1000, degree: 30, graph: stored, policy: policy.Policy{Rule: policy.JSQD, D: 2}},
	} {
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
	for i := range t {
		l := s.line(&t[i])
		s.decide(&l, "small", l.PerSecond/1e6)
		s.add(l)
	}
	return nil
}
