package lumped

import (
	"shardq/graph/rng"
	"shardq/kernel"
)

// route returns type and number of jobs of the server that the policy sends a job to, full or not.
func (s *Simulator) route(b *rng.Block) (m, k int) {
	seq := rng.NewSequence(uint64(b[2]) | uint64(b[3])<<32)
	switch s.rule {
	case kernel.JSQD:
		return s.sample(b, &seq)
	case kernel.JSQ, kernel.JFSQ:
		return s.ranked(s.low, s.rule == kernel.JFSQ, &seq)
	case kernel.JIQ, kernel.JFIQ, kernel.JIQJSQD:
		switch {
		case s.all[1] < s.servers:
			return s.ranked(0, s.rule == kernel.JFIQ, &seq)
		case s.rule == kernel.JIQJSQD:
			return s.sample(b, &seq)
		}
	case kernel.Fastest:
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

// routes reports whether this engine has a rule. Supermarket asks for the server of a port, which has no count.
func routes(rule kernel.Rule) bool {
	switch rule {
	case kernel.JFSQ, kernel.JFIQ, kernel.JSQ, kernel.JIQ, kernel.Random, kernel.Fastest, kernel.JSQD, kernel.JIQJSQD:
		return true
	}
	return false
}

// normal returns a policy with the same law that is cheaper to apply: a sample of one is a uniform server, one of all servers is all servers.
func normal(p kernel.Policy, servers int) kernel.Policy {
	if !p.Rule.Samples() {
		return p
	}
	all := !p.Replacement && p.D >= servers
	switch {
	case all: // an idle server, if there is one, is one of the shortest queues
		p.Rule = kernel.JSQ
	case p.D == 1 && p.Rule == kernel.JSQD:
		p.Rule = kernel.Random
	case p.D == 1:
		p.Rule = kernel.JIQ
	}
	return p
}

// ranks reports whether the policy looks at all servers, or ends a search at the shortest queue of all.
func ranks(p kernel.Policy) bool {
	switch p.Rule {
	case kernel.Random, kernel.Fastest:
		return false
	case kernel.JSQD:
		return p.D > 2
	}
	return true
}
