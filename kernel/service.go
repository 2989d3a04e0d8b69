package kernel

import (
	"math"

	"shardq/graph/rng"
)

// Service says what happens to the job in service at a server, for systems whose service has phases.
//
// Potential departures strike a server at the rate of its fastest phase, Peak times that of its type. One that strikes a busy server moves
// its job from phase j to k, or ends its service, with the probabilities that make every phase as long as it should be, and otherwise does
// nothing. The draw is a function of (seed, tick, server), and so is the first phase of a job whose service begins: neither depends on who
// asks or on what is known of the queue.
//
// A server behind which jobs queue up does not see them: its departures are those that it would have had without, as long as it is busy. So
// the state that has all potential departures of a window and none of its arrivals is still the most optimistic one.
type Service struct {
	Peak   float64 // rate of the fastest phase
	Phases int
	keys   [3]uint64
	first  []outcome   // what begins
	after  [][]outcome // by phase: what follows; nothing if the draw is beyond the last
}

// outcome is a phase, or the end of service, with the draws that mean it: those below limit that are not below that of the outcome before.
type outcome struct {
	limit uint64
	phase uint8
	end   bool
}

// Uses of the hash of (tick, server).
const (
	drawStrike = iota // what a potential departure does
	drawNext          // first phase of the next job in the queue
	drawJoin          // first phase of a job that joins an idle server
)

// NewService prepares the law of a valid system, or returns nil if its service is exponential.
func NewService(sys *System) *Service {
	p := sys.Service
	if p == nil {
		return nil
	}
	s := &Service{Phases: len(p.Rates)}
	key := rng.NewKey(sys.Seed, rng.ServicePhase)
	for i := range s.keys {
		s.keys[i] = key.Uint64(uint32(i), 0, 0)
	}
	for _, rate := range p.Rates {
		s.Peak = max(s.Peak, rate)
	}
	add := func(list []outcome, sum *float64, probability float64, o outcome) []outcome {
		if probability <= 0 {
			return list
		}
		*sum += probability
		o.limit = math.MaxUint64
		if *sum < 1-1e-12 {
			o.limit = uint64(float64(*sum * 0x1p64))
		}
		return append(list, o)
	}
	sum := 0.0
	for j, probability := range p.Start {
		s.first = add(s.first, &sum, probability, outcome{phase: uint8(j)})
	}
	s.first[len(s.first)-1].limit = math.MaxUint64
	for j, rate := range p.Rates {
		share := rate / s.Peak
		left := 1.0
		for k := range p.Rates {
			left -= p.next(j, k)
		}
		if left < 1e-12 { // what rounding leaves
			left = 0
		}
		sum = 0
		list := add(nil, &sum, float64(share*left), outcome{end: true})
		for k := range p.Rates {
			list = add(list, &sum, float64(share*p.next(j, k)), outcome{phase: uint8(k)})
		}
		s.after = append(s.after, list)
	}
	return s
}

// draw returns the word of (tick, server) for one use.
func (s *Service) draw(use int, tick uint64, server uint32) uint64 {
	return rng.Mix64(rng.Mix64(s.keys[use]^tick) + uint64(server)*0x9E3779B97F4A7C15)
}

// begin returns the first phase of a service.
func (s *Service) begin(word uint64) uint8 {
	i := 0
	for i < len(s.first)-1 && word >= s.first[i].limit {
		i++
	}
	return s.first[i].phase
}

// Join returns the phase of an idle server after a job joined it at the tick.
func (s *Service) Join(tick uint64, server uint32) uint8 {
	if len(s.first) == 1 {
		return s.first[0].phase
	}
	return s.begin(s.draw(drawJoin, tick, server))
}

// Strike returns what a potential departure at the tick makes of a server with some jobs, the one in service in the given phase: the phase
// after it, and whether a job leaves. Idle servers are in phase 0.
func (s *Service) Strike(jobs uint32, phase uint8, tick uint64, server uint32) (after uint8, leaves bool) {
	if jobs == 0 {
		return 0, false
	}
	word := s.draw(drawStrike, tick, server)
	for _, o := range s.after[phase] {
		if word >= o.limit {
			continue
		}
		switch {
		case !o.end:
			return o.phase, false
		case jobs == 1:
			return 0, true
		case len(s.first) == 1:
			return s.first[0].phase, true
		}
		return s.begin(s.draw(drawNext, tick, server)), true
	}
	return phase, false
}

// Peak returns the rate of potential departures over the service rate.
func (p *Phases) Peak() float64 {
	if p == nil {
		return 1
	}
	peak := 0.0
	for _, rate := range p.Rates {
		peak = max(peak, rate)
	}
	return peak
}

// EventRate returns the rate of all events: arrivals and potential departures.
func (s *System) EventRate() float64 { return s.Arrivals + float64(s.Capacity()*s.Service.Peak()) }
