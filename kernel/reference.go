package kernel

import (
	"slices"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel/policy"
)

// Reference runs a system in the plainest way: all events of an epoch in one sorted list, queue lengths in a slice of ints, every neighbour
// looked at. It is the definition that everything fast is compared with, bit for bit.
type Reference struct {
	sys    *System
	plan   *Plan
	queue  []int // jobs of each server
	typeOf []int
	law    *Service // nil: exponential
	phase  []uint8  // of the job in service, 0 if there is none; nil if service is exponential
	count  Counters

	epoch  uint64
	events []event  // of the current epoch, in order of time
	next   int      // first event not yet handled
	buf    []uint32 // for rows that are not stored
	row    []uint32 // of the arrival in hand
}

// event is an arrival or a potential departure in the order of the package documentation.
type event struct {
	offset    uint32
	isArrival bool
	lane      int
	index     int
	arrival   Arrival
	server    uint32
}

// NewReference prepares a run at time 0.
func NewReference(sys *System) (*Reference, error) {
	if err := sys.Validate(); err != nil {
		return nil, err
	}
	plan, err := NewPlan(sys)
	if err != nil {
		return nil, err
	}
	r := &Reference{sys: sys, plan: plan, queue: make([]int, sys.Servers())}
	r.count.Join = make([][]uint64, len(sys.Types))
	r.count.Seen = make([][]uint64, len(sys.Types))
	for m, t := range sys.Types {
		for range t.Count {
			r.typeOf = append(r.typeOf, m)
		}
	}
	if r.law = NewService(sys); r.law != nil {
		r.phase = make([]uint8, len(r.queue))
		if r.law.Phases > 1 {
			r.count.Phases, r.count.Found = r.law.Phases, make([][]uint64, len(sys.Types))
		}
	}
	for i := range r.queue {
		if sys.startsBusy(uint32(i), r.typeOf[i]) {
			r.queue[i] = 1
			r.count.InSystem++
			if r.law != nil {
				r.phase[i] = r.law.Join(0, uint32(i))
			}
		}
	}
	if len(r.queue) <= PerServerLimit {
		r.count.Servers = make([]ServerCounters, len(r.queue))
	}
	r.load()
	return r, nil
}

// startsBusy reports whether a server holds a job at time 0.
func (s *System) startsBusy(server uint32, typ int) bool {
	if s.StartBusy == nil {
		return false
	}
	return rng.Unit(rng.NewKey(s.Seed, rng.Start).Uint64(server, 0, 0)) < s.StartBusy[typ]
}

// load draws the events of the current epoch.
func (r *Reference) load() {
	scratch := Scratch{ISA: isa.Generic} // nothing that others would have to be compared with
	r.events, r.next = r.events[:0], 0
	for lane := range r.plan.Departures.Lanes {
		for i, d := range r.plan.Departures.AppendDepartures(nil, &scratch, lane, r.epoch) {
			r.events = append(r.events, event{offset: d.Offset(), lane: lane, index: i, server: d.Server()})
		}
	}
	for lane := range r.plan.Arrivals.Lanes {
		for i, a := range r.plan.Arrivals.AppendArrivals(nil, &scratch, lane, r.epoch) {
			r.events = append(r.events, event{offset: a.Offset, isArrival: true, lane: lane, index: i, arrival: a})
		}
	}
	// The list was built in the order of (kind, lane, index); a stable sort by tick completes the order.
	slices.SortStableFunc(r.events, func(a, b event) int {
		switch {
		case a.offset < b.offset:
			return -1
		case a.offset > b.offset:
			return 1
		}
		return 0
	})
}

// Advance handles all events before the given tick.
func (r *Reference) Advance(until uint64) {
	for {
		for r.next < len(r.events) {
			e := &r.events[r.next]
			tick := r.epoch<<32 | uint64(e.offset)
			if tick >= until {
				break
			}
			r.pass(tick)
			if e.isArrival {
				r.arrive(e.arrival, tick)
			} else {
				r.depart(e.server, tick)
			}
			r.next++
		}
		if until <= (r.epoch+1)<<32 {
			break
		}
		r.epoch++
		r.load()
	}
	r.pass(until)
}

// pass moves the clock and adds to the integral of the number in system.
func (r *Reference) pass(tick uint64) {
	r.count.Area = r.count.Area.Plus(WideProduct(r.count.InSystem, tick-r.count.Ticks))
	r.count.Ticks = tick
}

func (r *Reference) depart(server uint32, tick uint64) {
	k := r.queue[server]
	bump(&r.count.Seen[r.typeOf[server]], k)
	if r.count.Servers != nil {
		s := &r.count.Servers[server]
		s.Seen++
		s.Jobs += uint64(k)
		if k > 0 {
			s.Busy++
		}
	}
	leaves := k > 0
	if r.law != nil {
		r.phase[server], leaves = r.law.Strike(uint32(k), r.phase[server], tick, server)
	}
	if leaves {
		r.queue[server]--
		r.count.Departed++
		r.count.InSystem--
	}
}

func (r *Reference) arrive(a Arrival, tick uint64) {
	r.count.Arrived++
	r.row = r.sys.Graph.Row(a.Port, r.buf)
	if _, stored := r.sys.Graph.(*graph.CSR); !stored {
		r.buf = r.row
	}
	if len(r.row) == 0 {
		r.count.Unroutable++
		return
	}
	server := r.route(a)
	k := r.queue[server]
	if r.sys.Buffer > 0 && k >= r.sys.Buffer {
		r.count.Blocked++
		return
	}
	r.count.Admitted++
	bump(&r.count.Join[r.typeOf[server]], k)
	if r.count.Found != nil {
		bump(&r.count.Found[r.typeOf[server]], k*r.law.Phases+int(r.phase[server]))
	}
	if r.law != nil && k == 0 {
		r.phase[server] = r.law.Join(tick, server)
	}
	if r.count.Servers != nil {
		r.count.Servers[server].Joined++
	}
	r.queue[server]++
	r.count.InSystem++
}

// route returns the server that the policy sends the job to, full or not.
func (r *Reference) route(a Arrival) uint32 {
	seq := rng.NewSequence(a.Seed)
	length := func(s uint32) int { return r.queue[s] }
	speed := func(s uint32) int { return r.typeOf[s] }
	idle := func(s uint32) bool { return r.queue[s] == 0 }
	switch rule := r.sys.Policy.Rule; rule {
	case policy.JFSQ:
		return r.tied(a, least(least(r.row, length), speed))
	case policy.JSQ:
		return r.tied(a, least(r.row, length))
	case policy.JFIQ, policy.JIQ:
		free := keep(r.row, idle)
		if len(free) == 0 {
			return r.row[seq.Below(uint64(len(r.row)))]
		}
		if rule == policy.JFIQ {
			free = least(free, speed)
		}
		return r.tied(a, free)
	case policy.Random:
		return r.row[seq.Below(uint64(len(r.row)))]
	case policy.Fastest:
		fast := least(r.row, speed)
		return fast[seq.Below(uint64(len(fast)))]
	case policy.Supermarket:
		others := keep(r.row, func(s uint32) bool { return s != a.Port })
		sample := []uint32{a.Port}
		if len(others) > 0 {
			for _, i := range samplePositions(&seq, len(others), r.sys.Policy.D-1, r.sys.Policy.Replacement) {
				sample = append(sample, others[i])
			}
		}
		return leastHash(a.Seed, least(sample, length))
	case policy.TwoClass:
		coin := seq.Unit()
		var class [2][]uint32
		for m, d := range []int{r.sys.Policy.DFast, r.sys.Policy.DSlow} {
			members := keep(r.row, func(s uint32) bool { return r.typeOf[s] == m })
			if len(members) > 0 {
				for _, i := range samplePositions(&seq, len(members), d, r.sys.Policy.Replacement) {
					class[m] = append(class[m], members[i])
				}
				class[m] = least(class[m], length)
			}
		}
		fast, slow := class[0], class[1]
		// One coin will do, since each job has at most one choice to make.
		takeSlow := len(fast) == 0
		if len(fast) > 0 && len(slow) > 0 && !idle(fast[0]) {
			takeSlow = coin < 1-r.sys.Policy.PFast
			if idle(slow[0]) {
				takeSlow = coin < r.sys.Policy.PSlow
			}
		}
		if takeSlow {
			return leastHash(a.Seed, slow)
		}
		return leastHash(a.Seed, fast)
	case policy.JIQJSQD:
		if free := keep(r.row, idle); len(free) > 0 {
			return r.tied(a, free)
		}
		fallthrough
	default: // JSQD
		var sample []uint32
		for _, i := range samplePositions(&seq, len(r.row), r.sys.Policy.D, r.sys.Policy.Replacement) {
			sample = append(sample, r.row[i])
		}
		return leastHash(a.Seed, least(sample, length))
	}
}

// tied draws one of several equally good servers, which are in ascending order.
func (r *Reference) tied(a Arrival, servers []uint32) uint32 {
	if isComplete(r.sys.Graph) {
		seq := rng.NewSequence(a.Seed)
		return servers[seq.Below(uint64(len(servers)))]
	}
	return leastHash(a.Seed, servers)
}

func leastHash(seed uint64, servers []uint32) uint32 {
	return slices.MinFunc(servers, func(a, b uint32) int { return int(tieHash(seed, a)) - int(tieHash(seed, b)) })
}

// least returns the servers with the least value.
func least(servers []uint32, value func(uint32) int) []uint32 {
	best := value(servers[0])
	for _, s := range servers {
		best = min(best, value(s))
	}
	return keep(servers, func(s uint32) bool { return value(s) == best })
}

func keep(servers []uint32, ok func(uint32) bool) (kept []uint32) {
	for _, s := range servers {
		if ok(s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// samplePositions draws d positions of a row of n: with replacement d draws; without, a uniform subset by Floyd's method (Bentley and Floyd
// 1987), or the whole row if d >= n.
func samplePositions(seq *rng.Sequence, n, d int, replacement bool) (positions []int) {
	if replacement {
		for range d {
			positions = append(positions, int(seq.Below(uint64(n))))
		}
		return positions
	}
	if d >= n {
		for i := range n {
			positions = append(positions, i)
		}
		return positions
	}
	for j := n - d; j < n; j++ {
		p := int(seq.Below(uint64(j + 1)))
		if slices.Contains(positions, p) {
			p = j
		}
		positions = append(positions, p)
	}
	return positions
}

func bump(row *[]uint64, k int) {
	for len(*row) <= k {
		*row = append(*row, 0)
	}
	(*row)[k]++
}

// Plan returns the clock and lanes of the run.
func (r *Reference) Plan() *Plan { return r.plan }

// Counters returns a snapshot of all counts since time 0.
func (r *Reference) Counters() Counters {
	return r.count.Since(&Counters{Servers: make([]ServerCounters, len(r.count.Servers))})
}

// Digest returns the digest of state and counters.
func (r *Reference) Digest() uint64 {
	return Digest(len(r.queue), func(s int) int { return r.queue[s] }, r.phase, &r.count)
}
