package kernel

import (
	"math/bits"
	"slices"

	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// leastIdleOfPort is leastIdle by the idle bits of the port, whose row is given.
func (r *Router[K]) leastIdleOfPort(row []uint32, a *Arrival) (server uint32, key K, ok bool) {
	server, hash, ok := r.searchPort(row, a)
	typ := 0
	if ok {
		typ = r.typeOf(server)
	}
	for _, e := range r.Except {
		if e.Key >= r.one {
			continue // if it is idle in the set, searchPort has passed it over
		}
		if _, neighbour := r.idle.ports.place(e.Server, a.Port); !neighbour {
			continue
		}
		h, t := tieHash(a.Seed, e.Server), r.typeOf(e.Server)
		if faster := r.rule == policy.JFIQ && t != typ; !ok || faster && t < typ || !faster && h <= hash {
			server, hash, typ, ok = e.Server, h, t, true
		}
	}
	return server, K(typ), ok
}

// searchPort is leastIdleOfPort among the servers that are idle in the set and, as far as there are exceptions, at the instant, with the
// hash of the server.
func (r *Router[K]) searchPort(row []uint32, a *Arrival) (server, hash uint32, ok bool) {
	run := portRun{set: r.idle.ports, row: row, port: a.Port, width: r.servers}
	run.start, ok = run.set.next(a.Port, 0)
	for ok {
		if r.rule == policy.JFIQ { // idle servers of the fastest type that has some
			run.first = row[run.start]
			run.width = r.ends[r.typeOf(run.first)] - run.first
		}
		for from, more := uint32(0), true; more; {
			if server, hash, ok = r.leastOfRun(&run, a.Seed, from); !ok {
				break
			}
			if len(r.Except) == 0 || r.key(server) < r.one {
				return server, hash, true
			}
			from, more = hash+1, hash != ^uint32(0)
		}
		if r.rule != policy.JFIQ {
			break
		}
		next, _ := slices.BinarySearch(row, run.first+run.width)
		run.start, ok = run.set.next(a.Port, uint32(next))
	}
	return 0, ^uint32(0), false
}

// portRun is a part of the row of a port: positions from start on whose ids are first .. first+width-1.
type portRun struct {
	set          *portSet
	row          []uint32
	port         uint32
	start        uint32 // position of an idle server
	first, width uint32
}

// begin returns the first group to look at, the first of a word. more reports whether one belongs to the run, or at least to the row and is
// not beyond the run.
func (p *portRun) begin() uint32 { return (p.set.base[p.port] + p.start>>6) << 2 }

func (p *portRun) more(group uint32) bool {
	base, end := p.set.groups(p.port)
	return group < end && p.row[(group-base)<<groupBits] < p.first+p.width
}

// leastOfRun returns the idle server of a run with the least tieHash that is not below from, and the hash. There are two ways. One is to
// compute the hashes of all idle servers. The other is to go up the hashes and compute whose each is until it belongs to one of them, which
// is the sooner the more of them there are.
func (r *Router[K]) leastOfRun(p *portRun, seed uint64, from uint32) (server, hash uint32, ok bool) {
	if trials := r.trials(p); trials > 0 {
		if server, hash, ok = r.seek(p, seed, from, trials); ok {
			return server, hash, true
		}
	}
	base, end := p.set.groups(p.port)
	server, hash = ^uint32(0), ^uint32(0)
	for group := p.begin(); p.more(group); {
		set, n := p.set.span(group, end)
		if set != 0 {
			s, h := leastHashOfGroups(r.isa, p.row[(group-base)<<groupBits:], p.set.words[group>>2:], set, seed, from, p.first, p.width)
			if s != ^uint32(0) && h <= hash {
				server, hash = s, h
			}
		}
		group += n
	}
	return server, hash, server != ^uint32(0)
}

// Costs of the two ways, in clocks, by instruction set. Most of a group's is for ids that come from memory.
var (
	groupCost = [...]uint64{isa.AVX512: 32, isa.AVX2: 16, isa.Generic: 16} // of a group that has idle servers
	idleCost  = [...]uint64{isa.AVX512: 0, isa.AVX2: 8, isa.Generic: 8}    // of an idle server in it
	trialCost = [...]uint64{isa.AVX512: 1, isa.AVX2: 11, isa.Generic: 11}  // of a hash whose server is looked for
)

// fewGroups is how many groups with idle servers are looked through without asking whether there is a shorter way.
const fewGroups = 512

// trials returns how many hashes to try before all idle servers of a run are looked through, 0 if that is better done at once. On average
// 2^32 / idle have to be tried. Four times as many leave one search in fifty without an end, which costs time alone.
func (r *Router[K]) trials(p *portRun) uint64 {
	marked, sampled, idle := 0, 0, 0
	_, end := p.set.groups(p.port)
	for group := p.begin(); p.more(group); {
		set, n := p.set.span(group, end)
		if set != 0 {
			marked += bits.OnesCount64(set)
			sampled++
			idle += bits.OnesCount64(p.set.group(group + uint32(bits.TrailingZeros64(set))))
		}
		group += n
	}
	if marked < fewGroups {
		return 0
	}
	about := uint64(marked) * uint64(idle) / uint64(sampled)
	trials := 1<<32/about + 1
	if trials*trialCost[r.isa] >= uint64(marked)*groupCost[r.isa]+about*idleCost[r.isa] {
		return 0
	}
	return 4 * trials
}

// seek goes up the hashes from one on, so many or a few more, until one is that of an idle server of the run.
func (r *Router[K]) seek(p *portRun, seed uint64, from uint32, trials uint64) (server, hash uint32, ok bool) {
	u := newUnhash(seed)
	words := r.idle.words
	for at, end := uint64(from), min(uint64(from)+trials, 1<<32); at+16 <= end; at++ {
		h, some := seekHash(r.isa, uint32(at), int(end-at)/16, u, p.first, p.width)
		if !some {
			break
		}
		s := u.of(h)
		if words[s>>6]>>(s&63)&1 != 0 {
			if _, neighbour := p.set.place(s, p.port); neighbour {
				return s, h, true
			}
		}
		at = uint64(h)
	}
	return 0, 0, false
}
