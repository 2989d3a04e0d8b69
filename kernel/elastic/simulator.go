package elastic

import (
	"context"
	"fmt"

	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel"
	"shardq/kernel/jump"
)

// MaxJobs is the longest queue of a system with unbounded buffers.
const MaxJobs = 1 << 24

// eventStream names the random numbers of this engine.
const eventStream rng.Stream = 1 << 18

// Simulator is one run of one system.
type Simulator struct {
	clock *jump.Clock

	// Rates per tick: arrivals of all jobs, the others of one server.
	arrivals, rate, standby, setup float64
	buffer                         int
	unbounded                      bool

	busy                jump.Levels // by number of jobs; those without a job are in one of three states:
	idle, starting, off jump.Count
	total               float64 // rate of all events in this state

	arrived, blocked           uint64
	setups, ready, switchedOff uint64
	met                        []uint64 // met[2k] jobs left a server with k jobs, met[2k+1] joined one with k jobs
	failed                     error
}

// New prepares a run at time 0, whose random numbers are drawn with the instructions of a level.
func New(sys *System, level isa.Level) (*Simulator, error) {
	if err := sys.Validate(); err != nil {
		return nil, err
	}
	servers := uint64(sys.Servers)
	clock, err := jump.NewClock(sys.Seed, eventStream, sys.Arrivals+float64(sys.Rate*float64(servers)), level)
	if err != nil {
		return nil, fmt.Errorf("elastic: %w", err)
	}
	tick := clock.Tick()
	s := &Simulator{
		clock:    clock,
		arrivals: sys.Arrivals * tick, rate: sys.Rate * tick, standby: sys.Standby * tick, setup: sys.Setup * tick,
		buffer: sys.Buffer, unbounded: sys.Buffer == 0,
		busy: jump.NewLevels(servers, sys.rows()),
		idle: jump.Count{N: servers},
	}
	if s.unbounded {
		s.buffer = MaxJobs
	}
	s.met = make([]uint64, 2*(s.busy.Room()+1))
	s.schedule()
	return s, nil
}

// schedule draws the time of the next event.
func (s *Simulator) schedule() {
	starts := float64(s.setup * float64(s.starting.N))
	stops := float64(s.standby * float64(s.idle.N))
	leaves := float64(s.rate * float64(s.busy.AtLeast(1)))
	s.total = starts + stops + leaves + s.arrivals
	s.clock.Schedule(s.total)
}

// Advance simulates up to the given time (units of the model), which must not be before that reached. If ctx ends first it stops soon and
// returns ctx.Err(); state and counters are then those of the point reached, and a later Advance goes on from there to the same end. A
// queue that outgrows MaxJobs is a kernel.ErrQueueTooLong, now and later.
func (s *Simulator) Advance(ctx context.Context, until float64) error {
	if s.failed != nil {
		return s.failed
	}
	return s.clock.Advance(ctx, until, s.handle)
}

// handle handles events before the tick end, at most so many.
func (s *Simulator) handle(end uint64, events int) (arrived uint64, err error) {
	for ; events > 0 && s.clock.Due < end; events-- {
		s.event(s.clock.Due, s.clock.Seed)
		if s.failed != nil {
			break
		}
		s.schedule()
	}
	return s.arrived, s.failed
}

// event changes the state at a tick.
func (s *Simulator) event(tick, seed uint64) {
	seq := rng.NewSequence(seed)
	busy := s.busy.AtLeast(1)
	// Rare kinds come first, near 0, where floating point is finest.
	x := float64(float64(seq.Next()) * 0x1p-64 * s.total)
	before := float64(s.setup * float64(s.starting.N))
	if x < before {
		s.starting.Dec(tick)
		s.idle.Inc(tick)
		s.ready++
		return
	}
	before += float64(s.standby * float64(s.idle.N))
	if x < before {
		s.idle.Dec(tick)
		s.off.Inc(tick)
		s.switchedOff++
		return
	}
	before += float64(s.rate * float64(busy))
	if x < before {
		s.depart(s.busy.At(seq.Below(busy)), tick)
		return
	}
	s.arrived++
	if s.idle.N > 0 {
		s.idle.Dec(tick)
		s.join(0, tick)
		return
	}
	if busy == 0 {
		s.blocked++
	} else if k := s.busy.At(seq.Below(busy)); k >= s.buffer {
		s.full()
	} else {
		s.join(k, tick)
	}
	if s.off.N > 0 {
		s.off.Dec(tick)
		s.starting.Inc(tick)
		s.setups++
	}
}

// join adds a job to a server with k jobs.
func (s *Simulator) join(k int, tick uint64) {
	s.busy.Raise(k, tick)
	if 2*k+3 >= len(s.met) {
		s.met = append(s.met, make([]uint64, len(s.met))...)
	}
	s.met[2*k+1]++
}

// depart takes a job from a server with k jobs.
func (s *Simulator) depart(k int, tick uint64) {
	s.busy.Lower(k, tick)
	s.met[2*k]++
	if k == 1 {
		s.idle.Inc(tick)
	}
}

// full loses a job.
func (s *Simulator) full() {
	s.blocked++
	if s.unbounded {
		s.failed = kernel.ErrQueueTooLong{Jobs: MaxJobs}
	}
}

// Progress returns the simulated time and the number of arrivals so far. Any goroutine may call it at any time.
func (s *Simulator) Progress() (now float64, arrived uint64) { return s.clock.Progress() }

// Tick returns the length of a tick in units of the model's time, a power of two.
func (s *Simulator) Tick() float64 { return s.clock.Tick() }

// Close does nothing; it is there so that engines can be used alike. It may be called twice.
func (s *Simulator) Close() error { return nil }
