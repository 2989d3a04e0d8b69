package shard

import (
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"sync/atomic"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/kernel"
)

// MaxShards is the largest number of shards.
const MaxShards = 256

// Config says how a system is run. It changes speed and memory, never a result. The zero value lets the program choose.
type Config struct {
	Shards int          // 1 to MaxShards; 0 chooses by the size of the system and the cores of the process
	Window float64      // mean arrivals per window; 0 adapts it to the conflicts met. One shard needs no windows and ignores it
	Arena  *alloc.Arena // where state lives; nil takes the plain heap
	ISA    isa.Level    // instruction set of every routine; the zero value takes the best that this processor has
	// bind each of several shards to a core while it runs, where the system can; it may be the wrong core if other programs run
	Pin   bool
	Idle  kernel.IdleWay // how jfiq, jiq and jiq-jsq-d find idle servers; "" chooses by the size of the system
	State State          // where the keys of the servers are; "" chooses by their size
}

// State is the form of the keys of the servers.
type State string

// The forms of the state.
const (
	Copies State = "copies" // every shard has the keys of all servers
	Shared State = "shared" // all use one array
)

// Validate reports everything that is wrong, joined into one error.
func (c Config) Validate() error {
	var errs []error
	if c.Shards < 0 || c.Shards > MaxShards {
		errs = append(errs, fmt.Errorf("shard: %d shards, want 1 to %d, or 0 to choose", c.Shards, MaxShards))
	}
	if c.Window != 0 && !(c.Window >= 0.1) {
		errs = append(errs, fmt.Errorf("shard: a window of %v arrivals, want at least 0.1, or 0 to choose", c.Window))
	}
	if c.State != "" && c.State != Copies && c.State != Shared {
		errs = append(errs, fmt.Errorf("shard: unknown form of the state %q, want copies or shared, or nothing to choose", string(c.State)))
	}
	return errors.Join(append(errs, c.Idle.Check(), c.ISA.Check())...)
}

// Simulator is one run of one system.
type Simulator struct {
	sys    *kernel.System
	plan   *kernel.Plan
	engine engine
	free   func() error
	shards int
	note   string
}

// engine is what Serial and the windows have in common.
type engine interface {
	Advance(until uint64, stop *atomic.Bool) (uint64, error)
	Now() uint64
	Counters() kernel.Counters
	Digest() uint64
	Occupancy() []uint64
	// progress may be called while Advance runs.
	Progress() (tick, arrived uint64)
	stats() Stats
}

// serial is the engine of one shard.
type serial[K kernel.Word] struct{ *kernel.Serial[K] }

func (s serial[K]) stats() Stats {
	drawing, all := s.Times()
	return Stats{Shards: []Phases{{Draw: drawing, Route: all - drawing}}}
}

// New prepares a run at time 0. The graph must stay unchanged until Close.
func New(sys *kernel.System, cfg Config) (*Simulator, error) {
	if err := sys.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	level := cfg.ISA.Resolve()
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		return nil, err
	}
	layout, err := kernel.NewLayout(sys)
	if err != nil {
		return nil, err
	}
	s := &Simulator{sys: sys, plan: plan}
	s.shards, s.note = choose(sys, kernel.ChooseIdleWay(sys, layout, cfg.Idle), cfg.Shards)
	switch layout.Width {
	case 8:
		s.engine, s.free, err = start[uint8](s, layout, cfg, level)
	case 16:
		s.engine, s.free, err = start[uint16](s, layout, cfg, level)
	default:
		s.engine, s.free, err = start[uint32](s, layout, cfg, level)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// start makes the engine for one word size.
func start[K kernel.Word](s *Simulator, l kernel.Layout, cfg Config, level isa.Level) (engine, func() error, error) {
	if s.shards == 1 {
		e, err := kernel.NewSerial[K](cfg.Arena, s.sys, s.plan, l, level, cfg.Idle)
		if err != nil {
			return nil, nil, err
		}
		return serial[K]{e}, e.Free, nil
	}
	e, err := newWindows[K](cfg.Arena, s.sys, s.plan, l, s.shards, cfg, level)
	if err != nil {
		return nil, nil, err
	}
	return e, e.free, nil
}

// Shards returns the number of shards in use.
func (s *Simulator) Shards() int { return s.shards }

// Note says in words why the number of shards is not the one asked for, or is empty.
func (s *Simulator) Note() string { return s.note }

// Tick returns the length of a tick in units of the model's time.
func (s *Simulator) Tick() float64 { return s.plan.Epoch / kernel.TicksPerEpoch }

// Now returns the simulated time in units of the model.
func (s *Simulator) Now() float64 { return s.plan.Time(s.engine.Now()) }

// Advance simulates up to the given time (units of the model), which must not be before Now. If ctx ends first it stops soon and returns
// ctx.Err(); state, counters and Now are then those of the point reached, and a later Advance goes on from there to the same end.
func (s *Simulator) Advance(ctx context.Context, until float64) error {
	tick, err := s.plan.Ticks(until)
	if err != nil {
		return err
	}
	if now := s.engine.Now(); tick < now {
		return fmt.Errorf("shard: cannot go back from time %v to %v", s.Now(), until)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var stop atomic.Bool // for this Advance alone: the hook of an earlier one may still be about to run
	unhook := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer unhook()
	var reached uint64
	pprof.Do(ctx, pprof.Labels("shard", "0", "phase", "run"), func(context.Context) { // workers of several shards set their own
		reached, err = s.engine.Advance(tick, &stop)
	})
	if err != nil {
		return err
	}
	if reached < tick {
		return ctx.Err()
	}
	return nil
}

// Progress returns the simulated time and the number of arrivals so far. Any goroutine may call it at any time.
func (s *Simulator) Progress() (now float64, arrived uint64) {
	tick, arrived := s.engine.Progress()
	return s.plan.Time(tick), arrived
}

// Counters returns a snapshot of all counts since time 0.
func (s *Simulator) Counters() kernel.Counters { return s.engine.Counters() }

// Digest returns the xxhash64 of the state and all counters (see kernel.Digest).
func (s *Simulator) Digest() uint64 { return s.engine.Digest() }

// Close returns the memory. It may be called twice.
func (s *Simulator) Close() error { return s.free() }
