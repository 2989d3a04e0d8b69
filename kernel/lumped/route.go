package lumped

import (
	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// route returns type and number of jobs of the server that the policy sends a job to, full or not.
func (s *Simulator) route(b *rng.Block) (m, k int) {
	seq := rng.NewSequence(uint64(b[2]) | uint64(b[3])<<32)
	switch s.rule {
	case policy.JSQD:
		return s.sample(b, &seq)
	case policy.JSQ, policy.JFSQ:
		return s.ranked(s.low, s.rule == policy.JFSQ, &seq)
	case policy.JIQ, policy.JFIQ, policy.JIQJSQD:
		switch {
		case s.all[1] < s.servers:
			return s.ranked(0, s.rule == policy.JFIQ, &seq)
		case s.rule == policy.JIQJSQD:
			return s.sample(b, &seq)
		}
	case policy.Fastest:
		return 0, s.classes[0].jobs(below(&seq, s.classes[0].n))
	}
	return s.at(below(&seq, s.servers))
}

// at returns type and number of jobs of a server by number: types in their order, within each falling queues.
func (s *Simulator) at(server uint32) (m, k int) {
	if len(s.classes) > 1 {
		m = countUpTo(s.ends, server)
	}
	c := &s.classes[m]
	return m, c.jobs(server - c.first)
}

// ranked draws the type of a uniform server with low jobs, of the fastest type that has one if fastest is set. No server has fewer.
func (s *Simulator) ranked(low int, fastest bool, seq *rng.Sequence) (m, k int) {
	if len(s.classes) == 1 {
		return 0, low
	}
	if fastest {
		for s.classes[m].with(low) == 0 {
			m++
		}
		return m, low
	}
	rank := below(seq, s.servers-s.all[low+1])
	for {
		n := s.classes[m].with(low)
		if rank < n {
			return m, low
		}
		rank -= n
		m++
	}
}

// normal returns a policy with the same law that is cheaper to apply: a sample of one is a uniform server, one of all servers is all
// servers.
func normal(p policy.Policy, servers int) policy.Policy {
	if !p.Rule.Samples() {
		return p
	}
	all := !p.Replacement && p.D >= servers
	switch {
	case all: // an idle server, if there is one, is one of the shortest queues
		p.Rule = policy.JSQ
	case p.D == 1 && p.Rule == policy.JSQD:
		p.Rule = policy.Random
	case p.D == 1:
		p.Rule = policy.JIQ
	}
	return p
}

// ranks reports whether the policy looks at all servers, or ends a search at the shortest queue of all.
func ranks(p policy.Policy) bool {
	d := policy.Describe(policy.Bipartite, p.Rule)
	return d.Searches || d.Samples() && p.D > 2
}
