package oracle

import "math/bits"

// router knows the law of the choice that a system's policy makes for each port.
type router struct {
	sys     System
	samples [][]sample // by port, for the sampling policies; jsq-2-2: of the fast neighbours
	slow    [][]sample // jsq-2-2: of the slow ones
}

// sample is a set of servers with the probability that the policy samples it.
type sample struct {
	p       float64
	servers []int
}

func newRouter(s System) *router {
	rt := &router{sys: s, samples: make([][]sample, len(s.Ports)), slow: make([][]sample, len(s.Ports))}
	for l, p := range s.Ports {
		switch s.Policy {
		case JSQD, JIQJSQD:
			rt.samples[l] = enumerate(p.Neighbours, s.D, s.Replacement)
		case Supermarket:
			rt.samples[l] = enumerate(others(p.Neighbours, l), s.D-1, s.Replacement)
			for i := range rt.samples[l] {
				rt.samples[l][i].servers = append(rt.samples[l][i].servers, l)
			}
		case TwoClass:
			fast, slow := s.classes(p.Neighbours)
			rt.samples[l] = enumerate(fast, s.DFast, false)
			rt.slow[l] = enumerate(slow, s.DSlow, false)
		}
	}
	return rt
}

// enumerate returns the law of the set of servers that d uniform draws see: with
// replacement from all d-tuples, without from all d-subsets.
//
// That a tuple may hold a server twice gives it no advantage in a tie: exchanging
// two servers of equal length maps tuples onto equally likely tuples.
func enumerate(neighbours []int, d int, replacement bool) []sample {
	n := len(neighbours)
	if n == 0 {
		return []sample{{p: 1}}
	}
	law := make([]float64, 1<<n) // by set, as bits over the positions in neighbours
	if replacement {
		law[0] = 1
		for range d {
			next := make([]float64, 1<<n)
			for set, p := range law {
				for i := range n {
					next[set|1<<i] += p / float64(n)
				}
			}
			law = next
		}
	} else {
		subsets := 0.0
		for set := range law {
			if bits.OnesCount(uint(set)) == min(d, n) {
				law[set] = 1
				subsets++
			}
		}
		for set := range law {
			law[set] /= subsets
		}
	}
	var samples []sample
	for set, p := range law {
		if p == 0 {
			continue
		}
		sm := sample{p: p}
		for i, r := range neighbours {
			if set>>i&1 == 1 {
				sm.servers = append(sm.servers, r)
			}
		}
		samples = append(samples, sm)
	}
	return samples
}

// route sets law[r] to the probability that a job of port l is sent to server r,
// full or not, when the servers hold the given numbers of jobs.
func (rt *router) route(l int, jobs []int32, law []float64) {
	clear(law)
	neighbours := rt.sys.Ports[l].Neighbours
	length := func(r int) float64 { return float64(jobs[r]) }
	slowness := func(r int) float64 { return -rt.sys.Rates[r] }
	var idle []int
	for _, r := range neighbours {
		if jobs[r] == 0 {
			idle = append(idle, r)
		}
	}
	switch policy := rt.sys.Policy; {
	case policy == JFSQ:
		share(1, least(least(neighbours, length), slowness), law)
	case policy == JSQ:
		share(1, least(neighbours, length), law)
	case policy == Fastest:
		share(1, least(neighbours, slowness), law)
	case policy == JFIQ && len(idle) > 0:
		share(1, least(idle, slowness), law)
	case (policy == JIQ || policy == JIQJSQD) && len(idle) > 0:
		share(1, idle, law)
	case policy == TwoClass:
		for _, fast := range rt.samples[l] {
			for _, slow := range rt.slow[l] {
				p := fast.p * slow.p
				f, sl := least(fast.servers, length), least(slow.servers, length)
				toFast := rt.sys.PFast
				switch {
				case len(sl) == 0:
					toFast = 1
				case len(f) == 0:
					toFast = 0
				case jobs[f[0]] == 0:
					toFast = 1
				case jobs[sl[0]] == 0:
					toFast = 1 - rt.sys.PSlow
				}
				share(p*toFast, f, law)
				share(p*(1-toFast), sl, law)
			}
		}
	case policy == JSQD || policy == JIQJSQD || policy == Supermarket:
		for _, sm := range rt.samples[l] {
			share(sm.p, least(sm.servers, length), law)
		}
	default: // random; jfiq and jiq without an idle neighbour
		share(1, neighbours, law)
	}
}

// least returns the servers with the least key.
func least(servers []int, key func(r int) float64) []int {
	var best []int
	for _, r := range servers {
		if len(best) > 0 && key(r) < key(best[0]) {
			best = best[:0]
		}
		if len(best) == 0 || key(r) == key(best[0]) {
			best = append(best, r)
		}
	}
	return best
}

// share divides the probability p evenly among the servers.
func share(p float64, servers []int, law []float64) {
	for _, r := range servers {
		law[r] += p / float64(len(servers))
	}
}
