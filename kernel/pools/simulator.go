package pools

import (
	"context"
	"fmt"

	"shardq/graph/isa"
	"shardq/graph/rng"
	"shardq/kernel/jump"
	"shardq/kernel/policy"
)

// MaxTasks is the largest number of tasks in a pool without a cap.
const MaxTasks = 1 << 24

// eventStream names the random numbers of this engine.
const eventStream rng.Stream = 1<<18 + 1

// Simulator is one run of one system.
type Simulator struct {
	clock *jump.Clock

	arrivals, rate float64 // per tick, of all tasks and of one
	draws          int     // pools that a task samples; 0: all of them
	replacement    bool
	limit          int // tasks per pool
	capped         bool

	pools  uint64
	levels jump.Levels // pools by their tasks
	index  index
	tasks  uint64
	leaves float64 // rate of departures in this state
	total  float64 // and of all events

	arrived, blocked, departed uint64
	joined                     []uint64 // joined[k] tasks joined a pool with k tasks
	failed                     error
}

// New prepares a run at time 0, whose random numbers are drawn with the instructions of a level.
func New(sys *System, level isa.Level) (*Simulator, error) {
	if err := sys.Validate(); err != nil {
		return nil, err
	}
	clock, err := jump.NewClock(sys.Seed, eventStream, sys.Arrivals+max(sys.Arrivals, sys.Rate), level)
	if err != nil {
		return nil, fmt.Errorf("pools: %w", err)
	}
	s := &Simulator{
		clock:    clock,
		arrivals: sys.Arrivals * clock.Tick(), rate: sys.Rate * clock.Tick(),
		draws: sys.Policy.D, replacement: sys.Policy.Replacement,
		limit: sys.Cap, capped: sys.Cap > 0,
		pools:  uint64(sys.Pools),
		levels: jump.NewLevels(uint64(sys.Pools), sys.rows()),
	}
	switch {
	case sys.Policy.Rule == policy.Random:
		s.draws = 1
	case sys.Policy.Rule == policy.JSQ, !s.replacement && s.draws >= sys.Pools:
		s.draws = 0
	}
	if !s.capped {
		s.limit = MaxTasks
	}
	s.grow()
	s.schedule()
	return s, nil
}

// grow makes room for as many tasks in a pool as levels have.
func (s *Simulator) grow() {
	rows := s.levels.Room() + 1
	s.joined = append(s.joined, make([]uint64, rows-len(s.joined))...)
	s.index = newIndex(&s.levels)
}

// schedule draws the time of the next event.
func (s *Simulator) schedule() {
	s.leaves = float64(s.rate * float64(s.tasks))
	s.total = s.leaves + s.arrivals
	s.clock.Schedule(s.total)
}

// Advance simulates up to the given time (units of the model), which must not be before that reached. If ctx ends first it stops soon and
// returns ctx.Err(); state and counters are then those of the point reached, and a later Advance goes on from there to the same end.
func (s *Simulator) Advance(ctx context.Context, until float64) error {
	if s.failed != nil {
		return s.failed
	}
	return s.clock.Advance(ctx, until, s.handle)
}

// handle handles events before the tick end, at most so many.
func (s *Simulator) handle(end uint64, events int) (arrived uint64, err error) {
	const draws = 1 << 22 // a stop must not wait for more
	events = min(events, max(1, draws/max(1, s.draws)))
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
	if float64(seq.Next())*0x1p-64*s.total < s.leaves {
		k := s.index.find(&s.levels, seq.Below(s.tasks))
		s.levels.Lower(k, tick)
		s.index.add(k, ^uint64(0))
		s.tasks--
		s.departed++
		return
	}
	s.arrived++
	k := s.route(&seq)
	if k >= s.limit {
		s.blocked++
		if !s.capped {
			s.failed = fmt.Errorf("pools: a pool reached %d tasks, more than this engine counts: give it a cap", MaxTasks)
		}
		return
	}
	s.levels.Raise(k, tick)
	s.tasks++
	s.joined[k]++
	if k+1 < len(s.joined) {
		s.index.add(k+1, 1)
	} else {
		s.grow()
	}
}

// route returns the number of tasks of the pool that a task is sent to. Which of several pools with as many tasks it is does not matter
// here.
func (s *Simulator) route(seq *rng.Sequence) int {
	if s.draws == 0 {
		return s.levels.Low()
	}
	// Levels do not rise with the rank, so the least of the sample has the largest rank. All ranks drawn so far are up to best; one more is
	// beyond with the share of those that are.
	best := seq.Below(s.pools)
	least := s.levels.AtLeast(s.levels.Low() + 1)
	left := s.pools
	for i := 1; i < s.draws && best < least; i++ {
		if !s.replacement {
			left--
		}
		if rank := seq.Below(left); rank < s.pools-1-best {
			best += 1 + rank
		}
	}
	return s.levels.At(best)
}

// Progress returns the simulated time and the number of arrivals so far. Any goroutine may call it at any time.
func (s *Simulator) Progress() (now float64, arrived uint64) { return s.clock.Progress() }

// Tick returns the length of a tick in units of the model's time, a power of two.
func (s *Simulator) Tick() float64 { return s.clock.Tick() }

// Close does nothing; it is there so that engines can be used alike. It may be called twice.
func (s *Simulator) Close() error { return nil }
