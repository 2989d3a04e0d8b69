package kernel

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"shardq/alloc"
	"shardq/graph/isa"
)

// Serial runs a whole system on one core: events are drawn an epoch at a time, sorted, and handled in order of time.
type Serial[K Word] struct {
	arena  *alloc.Arena
	plan   *Plan
	layout Layout
	state  []K
	law    *Service // nil: exponential
	phase  []uint8  // of the job in service, 0 if there is none; nil if service is exponential
	idle   IdleSet
	index  *PortIndex       // of idle, if it keeps ports
	start  uint64           // jobs at time 0
	now    uint64           // tick
	shown  [2]atomic.Uint64 // tick and arrivals, for Progress
	router *Router[K]
	tally  *Tally

	gen       *Generator
	loaded    bool
	nextA     int // first arrival of the epoch not yet handled
	nextD     int
	one       K
	unbounded bool

	drawing, running time.Duration
}

// Times returns the time spent in drawing events and in all of Advance.
func (s *Serial[K]) Times() (drawing, all time.Duration) { return s.drawing, s.running }

// ErrQueueTooLong says that an unbounded queue outgrew the counter of its server.
type ErrQueueTooLong struct{ Jobs int }

func (e ErrQueueTooLong) Error() string {
	return fmt.Sprintf(
		"kernel: a queue reached %d jobs, more than the state of a server can count: the system is unstable, or give it a buffer",
		e.Jobs,
	)
}

// NewSerial prepares a run at time 0. Its memory comes from the arena, nil for the heap. idle says how idle servers are found (see
// ChooseIdleWay).
func NewSerial[K Word](arena *alloc.Arena, sys *System, plan *Plan, l Layout, level isa.Level, idle IdleWay) (*Serial[K], error) {
	s := &Serial[K]{
		arena: arena, plan: plan, layout: l, one: 1 << l.TypeBits, unbounded: sys.Buffer == 0,
		tally: NewTally(l, sys.Servers()),
	}
	var err error
	if s.state, err = NewState[K](arena, sys.Servers()); err != nil {
		return nil, err
	}
	if s.gen, err = NewGenerator(arena, plan, 0, len(plan.Arrivals.Lanes), 0, len(plan.Departures.Lanes), level); err != nil {
		return nil, errors.Join(err, alloc.Free(arena, s.state))
	}
	if s.law = NewService(sys); s.law != nil {
		if s.phase, err = NewPhases(arena, sys.Servers()); err != nil {
			return nil, errors.Join(err, s.Free())
		}
	}
	s.start = InitState(sys, l, s.state)
	InitPhases(s.law, l, s.state, s.phase, 0, uint32(sys.Servers()))
	s.router = NewRouter(sys, l, s.state, level)
	switch way := ChooseIdleWay(sys, l, idle); way {
	case IdleByRow, IdleByPort:
		if s.idle, err = NewIdleSet(arena, sys.Servers(), false); err != nil {
			return nil, errors.Join(err, s.Free())
		}
		if way == IdleByPort {
			if s.index, err = NewPortIndex(arena, sys, level); err == nil {
				err = s.idle.KeepPorts(arena, s.index)
			}
			if err != nil {
				return nil, errors.Join(err, s.Free())
			}
		}
		FillIdle(&s.idle, l, s.state, 0, uint32(sys.Servers()))
		s.router.FindIdle(s.idle)
	}
	return s, nil
}

// State returns the keys of all servers, for reading.
func (s *Serial[K]) State() []K { return s.state }

// Free returns the memory to the arena. It may be called twice.
func (s *Serial[K]) Free() error {
	state, phase := s.state, s.phase
	s.state, s.phase = nil, nil // the addresses may soon belong to somebody else
	return errors.Join(
		alloc.Free(s.arena, state),
		alloc.Free(s.arena, phase),
		s.idle.Free(s.arena),
		s.index.Free(s.arena),
		s.gen.Free(s.arena),
	)
}

// NewState returns a key for each of n servers, all zero, readable some bytes past the end as gathers need it.
func NewState[K Word](arena *alloc.Arena, n int) ([]K, error) {
	state, err := alloc.Make[K](arena, alloc.State, n+StatePadding)
	if err != nil {
		return nil, fmt.Errorf("kernel: state of %d servers: %w", n, err)
	}
	return state[:n], nil
}

// InitState writes the initial keys of all servers and returns the number of jobs in the system.
func InitState[K Word](sys *System, l Layout, state []K) (jobs uint64) {
	return InitServers(sys, l, state, 0, uint32(sys.Servers()))
}

// InitServers is InitState for the servers from .. to-1.
func InitServers[K Word](sys *System, l Layout, state []K, from, to uint32) (jobs uint64) {
	first := uint32(0)
	for m, t := range sys.Types {
		end := first + uint32(t.Count)
		for id := max(first, from); id < min(end, to); id++ {
			state[id] = K(m)
			if sys.StartBusy != nil && sys.startsBusy(id, m) {
				state[id] += 1 << l.TypeBits
				jobs++
			}
		}
		first = end
	}
	return jobs
}

// NewPhases returns a phase for each of n servers, all zero.
func NewPhases(arena *alloc.Arena, n int) ([]uint8, error) {
	phase, err := alloc.Make[uint8](arena, alloc.State, n)
	if err != nil {
		return nil, fmt.Errorf("kernel: phases of %d servers: %w", n, err)
	}
	return phase, nil
}

// InitPhases writes the initial phases of the servers from .. to-1, given their initial keys. A nil law is exponential.
func InitPhases[K Word](law *Service, l Layout, state []K, phase []uint8, from, to uint32) {
	if law == nil {
		return
	}
	for id := from; id < to; id++ {
		phase[id] = 0
		if l.jobs(uint32(state[id])) > 0 {
			phase[id] = law.Join(0, id)
		}
	}
}

// Advance handles all events before the given tick, or stops early, between two events, soon after stop is set. It returns the tick
// reached.
func (s *Serial[K]) Advance(until uint64, stop *atomic.Bool) (uint64, error) {
	defer func(start time.Time) { s.running += time.Since(start) }(time.Now())
	const burst = 1 << 12 // arrivals between two looks at stop
	for s.now < until {
		epoch := s.now >> 32
		if !s.loaded {
			start := time.Now()
			s.gen.Load(epoch)
			s.drawing += time.Since(start)
			s.nextA, s.nextD, s.loaded = 0, 0, true
			s.router.Start(s.gen.Arrivals, 0)
		}
		if stop != nil && stop.Load() {
			break
		}
		end := min(until, (epoch+1)<<32)
		if n := s.nextA + burst; n < len(s.gen.Arrivals) {
			end = min(end, epoch<<32+uint64(s.gen.Arrivals[n].Offset)+1) // past the tick, so that something is done even if all share one
		}
		s.handle(epoch, uint64(end-epoch<<32))
		s.now = end
		s.shown[0].Store(s.now)
		s.shown[1].Store(s.tally.Arrived)
		if end == (epoch+1)<<32 {
			s.loaded = false
		}
	}
	if s.unbounded && s.tally.Blocked > 0 {
		return s.now, ErrQueueTooLong{s.layout.MaxJobs}
	}
	return s.now, nil
}

// handle takes the events of the loaded epoch before the given offset (up to 2^32) in order of time.
func (s *Serial[K]) handle(epoch, end uint64) {
	arrivals, departures := s.gen.Arrivals, s.gen.Departures
	a, d := s.nextA, s.nextD
	var admitted, left, admitOffsets, leaveOffsets uint64
	t, state, one, full := s.tally, s.state, s.one, s.router.full
	levels, bits, idle := s.router.levels, s.layout.TypeBits, s.idle
	law, phase, layout := s.law, s.phase, s.layout
	far := canPrefetch && s.router.isa > isa.Generic && len(state)*s.layout.Width/8 > innerCache
	for {
		// Potential departures up to the next arrival, at equal ticks before it.
		limit := end
		if a < len(arrivals) && uint64(arrivals[a].Offset) < end {
			limit = uint64(arrivals[a].Offset) + 1
		}
		for d < len(departures) && uint64(departures[d].Offset()) < limit {
			server, offset := departures[d].Server(), departures[d].Offset()
			if far && d+departuresAhead < len(departures) {
				next := departures[d+departuresAhead].Server()
				prefetch(unsafe.Pointer(&state[next]))
				if idle.words != nil {
					prefetch(unsafe.Pointer(&idle.words[next>>6]))
				}
				if law != nil {
					prefetch(unsafe.Pointer(&phase[next]))
				}
			}
			d++
			// Whether the server is busy is as good as random and known late, so there is no branch on it.
			k := state[server]
			jobs := k >> bits
			gone := min(jobs, 1)
			if law != nil {
				after, leaves := law.Strike(uint32(jobs), phase[server], epoch<<32|uint64(offset), server)
				phase[server] = after
				if !leaves {
					gone = 0
				}
				t.Departed += uint64(gone)
			}
			state[server] = k - gone<<bits
			t.Strike(server, uint32(k), uint32(jobs))
			left += uint64(gone)
			leaveOffsets += uint64(gone) * uint64(offset)
			switch {
			case idle.words != nil && jobs == 1:
				if gone > 0 {
					idle.Put(server, true)
				}
			case levels != nil && gone > 0:
				levels.move(server, int(jobs), int(jobs)-1)
			}
		}
		if a >= len(arrivals) || uint64(arrivals[a].Offset) >= end {
			break
		}
		job := &arrivals[a]
		s.router.Ahead(arrivals, a)
		a++
		t.Arrived++
		server, k, fate := s.router.Route(job)
		switch {
		case fate == NoRoute:
			t.Unroutable++
		case fate == Lost || k >= full:
			t.Blocked++
		default:
			found := uint32(k)
			if law != nil {
				found = layout.Found(found, phase[server])
				if k < one {
					phase[server] = law.Join(epoch<<32|uint64(job.Offset), server)
				}
			}
			t.Admit(server, found)
			state[server] = k + one
			admitted++
			admitOffsets += uint64(job.Offset)
			switch {
			case idle.words != nil && k < one:
				idle.Put(server, false)
			case levels != nil:
				jobs := s.layout.jobs(uint32(k))
				levels.move(server, jobs, jobs+1)
			}
		}
	}
	s.nextA, s.nextD = a, d
	t.AdmitTicks = t.AdmitTicks.Plus(WideProduct(admitted, epoch<<32)).Plus(Wide{0, admitOffsets})
	t.LeaveTicks = t.LeaveTicks.Plus(WideProduct(left, epoch<<32)).Plus(Wide{0, leaveOffsets})
}

// Now returns the tick reached.
func (s *Serial[K]) Now() uint64 { return s.now }

// Progress returns the tick reached and the arrivals so far. Any goroutine may call it while Advance runs.
func (s *Serial[K]) Progress() (tick, arrived uint64) { return s.shown[0].Load(), s.shown[1].Load() }

// Counters returns a snapshot of all counts since time 0.
func (s *Serial[K]) Counters() Counters {
	return s.layout.Merge([]*Tally{s.tally}, s.start, s.now)
}

// Digest returns the digest of state and counters.
func (s *Serial[K]) Digest() uint64 {
	c := s.Counters()
	return Digest(len(s.state), func(i int) int { return s.layout.jobs(uint32(s.state[i])) }, s.phase, &c)
}
