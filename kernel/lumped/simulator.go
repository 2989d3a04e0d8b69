package lumped

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"
	"sync/atomic"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// MaxJobs is the longest queue of a system with unbounded buffers.
const MaxJobs = 1 << 24

// Config says how a system is run. It changes speed only.
type Config struct {
	ISA isa.Level // of the instructions that make random numbers
}

// Simulator is one run of one system.
type Simulator struct {
	epoch float64 // length in units of the model's time

	rule        policy.Rule
	d           int
	replacement bool
	pair        pair // if d = 2
	servers     uint32
	buffer      int
	unbounded   bool
	doubles     bool // handlePairs applies

	stream  stream
	classes []class
	ends    []uint32 // number of servers of each type and all faster ones
	all     []uint32 // all[k] servers have at least k jobs; nil if the policy does not need it
	low     int      // no server has fewer jobs; kept beside all

	now    uint64 // tick
	loaded bool
	next   int // first event of the epoch not yet handled
	burst  int // events between two looks at stop

	start        uint64 // jobs at time 0
	arrived      uint64
	blocked      uint64
	netTicks     kernel.Wide // sum over admissions of their tick, less that over real departures, modulo 2^128
	shownTick    atomic.Uint64
	shownArrived atomic.Uint64
}

// New prepares a run at time 0. It refuses a graph other than graph.Complete: elsewhere the counts are not a Markov chain.
func New(sys *kernel.System, cfg Config) (*Simulator, error) {
	if err := sys.Validate(); err != nil {
		return nil, err
	}
	reach := 0
	switch g := sys.Graph.(type) {
	case graph.Complete:
		reach = g.Reach
	case *graph.Complete:
		reach = g.Reach
	default:
		return nil, fmt.Errorf("lumped: a graph of type %T: servers can be counted only where every port reaches all of them, "+
			"want graph.Complete", sys.Graph)
	}
	if reach > 0 && reach < sys.Servers() {
		return nil, fmt.Errorf("lumped: ports reach %d of %d servers, want all of them", reach, sys.Servers())
	}
	if err := validRates(sys.PortRates); err != nil {
		return nil, err
	}
	if sys.Service != nil {
		return nil, errors.New("lumped: service with phases: counts by number of jobs do not tell the phase, want exponential service")
	}
	if rule := sys.Policy.Rule; !policy.Describe(policy.Bipartite, rule).Lumpable {
		return nil, fmt.Errorf("lumped: policy %v is not one of this engine's", rule)
	}
	p := normal(sys.Policy, sys.Servers())
	s := &Simulator{
		epoch: EpochEvents / (sys.Arrivals + sys.Capacity()),
		rule:  p.Rule, d: p.D, replacement: p.Replacement,
		servers: uint32(sys.Servers()), buffer: sys.Buffer,
		burst: EpochEvents,
	}
	if p.Rule.Samples() {
		s.pair = newPair(s.servers, p.Replacement) // of two servers at least: one would be all
		s.burst = max(1, min(s.burst, 1<<20/p.D))
	}
	if !(s.epoch > 0) || math.IsInf(s.epoch, 0) {
		return nil, fmt.Errorf("lumped: rates out of range: arrivals %v, capacity %v", sys.Arrivals, sys.Capacity())
	}
	if s.unbounded = s.buffer == 0; s.unbounded {
		s.buffer = MaxJobs
	}
	var err error
	if s.stream, err = newStream(sys, cfg.ISA); err != nil {
		return nil, err
	}
	if err := s.fill(sys); err != nil {
		return nil, err
	}
	s.doubles = p.Rule == policy.JSQD && p.D == 2 && len(s.classes) == 1
	if ranks(p) {
		s.rank()
	}
	return s, nil
}

// validRates refuses relative port rates without a finite positive sum. Beyond that they do not matter: all ports are alike.
func validRates(rates []float64) error {
	sum := 0.0
	for i, r := range rates {
		if !(r >= 0) {
			return fmt.Errorf("lumped: port rates: rate %v of port %d is not a finite number of at least 0", r, i)
		}
		sum += r
	}
	if rates != nil && !(sum > 0 && sum <= math.MaxFloat64) {
		return fmt.Errorf("lumped: port rates: their sum is %v, want a finite positive number", sum)
	}
	return nil
}

// Advance simulates up to the given time (units of the model), which must not be before Now. If ctx ends first it stops soon and returns
// ctx.Err(); state, counters and Now are then those of the point reached, and a later Advance goes on from there to the same end. A queue
// that outgrows MaxJobs is a kernel.ErrQueueTooLong.
func (s *Simulator) Advance(ctx context.Context, until float64) error {
	tick, err := s.ticks(until)
	if err != nil {
		return err
	}
	if tick < s.now {
		return fmt.Errorf("lumped: cannot go back from time %v to %v", s.Now(), until)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var stop atomic.Bool // for this Advance alone: the hook of an earlier one may still be about to run
	unhook := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer unhook()
	s.advance(tick, &stop)
	if s.unbounded && s.blocked > 0 {
		return kernel.ErrQueueTooLong{Jobs: MaxJobs}
	}
	if s.now < tick {
		return ctx.Err()
	}
	return nil
}

// advance handles all events before the given tick, or stops between two events soon after stop is set.
func (s *Simulator) advance(until uint64, stop *atomic.Bool) {
	for s.now < until && !stop.Load() && !(s.unbounded && s.blocked > 0) {
		epoch := s.now >> 32
		if !s.loaded {
			s.stream.load(epoch)
			s.next, s.loaded = 0, true
		}
		ticks := s.stream.ticks
		end := min(until-epoch<<32, kernel.TicksPerEpoch)
		if n := s.next + s.burst; n < len(ticks) {
			end = min(end, uint64(ticks[n])+1) // past the tick, so that something is done even if all share one
		}
		last := s.next + sort.Search(len(ticks)-s.next, func(i int) bool { return uint64(ticks[s.next+i]) >= end })
		if s.doubles {
			s.handlePairs(epoch, last)
		} else {
			s.handle(epoch, last)
		}
		s.now = epoch<<32 + end
		if end == kernel.TicksPerEpoch {
			s.loaded = false
		}
		s.shownTick.Store(s.now)
		s.shownArrived.Store(s.arrived)
	}
}

// Progress returns the simulated time and the number of arrivals so far. Any goroutine may call it at any time.
func (s *Simulator) Progress() (now float64, arrived uint64) {
	return s.time(s.shownTick.Load()), s.shownArrived.Load()
}

// Close does nothing; it is there so that engines can be used alike. It may be called twice.
func (s *Simulator) Close() error { return nil }
