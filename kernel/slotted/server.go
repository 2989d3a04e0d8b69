package slotted

import (
	"math"

	"shardq/graph/rng"
	"shardq/kernel"
)

// server is what is known of a server: its queue at the start of slot from, and the first time that the queue is down to target, its key
// point. Nothing is drawn of what happens in between until somebody looks.
//
// Poisson service is the points of a Poisson process, so that the key point is a gamma time, queue - target points away, and all points
// before it are uniform: a look divides them by a binomial draw. Bursty service is a success in each slot with one probability: the key
// point is a success number, the successes before it are a uniform choice of slots, and a look divides them by a hypergeometric draw.
type server struct {
	queue, target uint64
	from          uint64
	wake          uint64  // first slot that starts after the key point; never for an idle server
	gap           float64 // from the start of slot from to the key point, in slots
	slope         uint64  // expected jobs served per slot between from and wake, given the key point, in units of 2^-32
	next, prev    int32   // in the list of the calendar
	set, place    int32   // index of the set that it is in, and its place there
}

// never is later than every slot.
const never = 1 << 62

// one is a job in the fixed-point numbers of expected jobs.
const one = 1 << 32

// MaxQueue is the longest queue that a run takes: numbers of jobs are exact as float64.
const MaxQueue = 1 << 50

// steps returns how many service events bring a queue down to its target.
func (s *Simulator) steps(v *server) uint64 {
	if s.burst == 0 {
		return v.queue - v.target
	}
	return (v.queue - v.target + s.burst - 1) / s.burst
}

// plan draws the key point of a busy server from the start of the current slot, which must be v.from, and enters it everywhere.
func (s *Simulator) plan(n int32, v *server, purpose uint32) {
	draws := s.source.server(n, purpose, s.now)
	v.target = s.levels.below(v.queue)
	rate := s.classes.rates[s.classes.of(n)]
	if k := s.steps(v); s.burst == 0 {
		v.gap = gamma(&draws, float64(k)) / rate
	} else {
		v.gap = trials(&draws, k, rate/float64(s.burst))
	}
	s.enter(n, v)
}

// enter puts a busy server with its key point into the calendar and the expected number in system.
func (s *Simulator) enter(n int32, v *server) {
	v.wake = never
	if v.gap < never/4 {
		v.wake = v.from + uint64(math.Ceil(v.gap))
	}
	s.calendar.insert(s.servers, n)
	s.expect(v)
}

// expect adds a busy server to the expected number in system.
func (s *Simulator) expect(v *server) {
	v.slope = s.fall(v)
	s.total = s.total.Plus(kernel.WideProduct(v.queue, one))
	s.slopes = s.slopes.Plus(kernel.Wide{Lo: v.slope})
}

// unexpect takes it out again, at the current slot.
func (s *Simulator) unexpect(v *server) {
	s.total = s.total.Minus(kernel.WideProduct(v.queue, one)).Plus(kernel.WideProduct(v.slope, s.now-v.from))
	s.slopes = s.slopes.Minus(kernel.Wide{Lo: v.slope})
}

// fall returns the expected jobs served in a slot before the key point, in units of 2^-32.
func (s *Simulator) fall(v *server) uint64 {
	if v.gap <= 1 {
		return 0 // no slot starts in between
	}
	jobs := float64(s.steps(v) - 1)
	if s.burst == 0 {
		jobs /= v.gap
	} else {
		jobs = float64(jobs*float64(s.burst)) / (v.gap - 1)
	}
	return uint64(min(float64(jobs*one)+0.5, 1<<62))
}

// look returns the queue of a server at the start of the current slot.
func (s *Simulator) look(n int32) uint64 {
	v := &s.servers[n]
	if v.queue == 0 || v.from == s.now {
		return v.queue
	}
	draws := s.source.server(n, glimpse, s.now)
	s.unexpect(v)
	elapsed, others := s.now-v.from, s.steps(v)-1
	if s.burst == 0 {
		v.queue -= binomial(&draws, others, float64(elapsed)/v.gap)
	} else {
		v.queue -= s.burst * hypergeometric(&draws, uint64(v.gap)-1, others, elapsed)
	}
	v.gap -= float64(elapsed) // exact
	v.from = s.now
	s.expect(v)
	return v.queue
}

// pass brings a server whose key point was in the slot that has just ended to the start of the current one. It is out of the calendar
// already.
func (s *Simulator) pass(n int32, v *server) {
	draws := s.source.server(n, passage, s.now)
	s.unexpect(v)
	if s.burst > 0 {
		v.queue -= min(v.queue, s.burst*s.steps(v))
		v.from = s.now
		if v.queue > 0 {
			v.target = s.levels.below(v.queue)
			v.gap = trials(&draws, s.steps(v), s.classes.rates[s.classes.of(n)]/float64(s.burst))
			s.enter(n, v)
		}
	} else {
		s.passPoints(n, v, &draws)
	}
	if v.queue == 0 {
		v.wake, v.slope = never, 0
	}
	s.file(n, v)
}

// passPoints goes on from a key point of Poisson service to the end of its slot, and to the first key point after it.
func (s *Simulator) passPoints(n int32, v *server, draws *rng.Sequence) {
	rate := s.classes.rates[s.classes.of(n)]
	rest := float64(v.wake-v.from) - v.gap // of the slot
	v.queue, v.from = v.target, s.now
	for v.queue > 0 {
		v.target = s.levels.below(v.queue)
		gap := gamma(draws, float64(v.queue-v.target)) / rate
		if gap <= rest {
			v.queue, rest = v.target, rest-gap
			continue
		}
		v.queue -= binomial(draws, v.queue-v.target-1, rest/gap)
		v.gap = gap - rest
		s.enter(n, v)
		return
	}
}
