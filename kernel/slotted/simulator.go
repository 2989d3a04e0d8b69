package slotted

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"shardq/kernel"
	"shardq/kernel/policy"
)

// Simulator is one run of one system.
type Simulator struct {
	policy  policy.Policy
	burst   uint64 // 0: Poisson service
	source  source
	batch   batch
	classes classes
	levels  levels

	now      uint64 // slot that starts next
	servers  []server
	calendar calendar
	sets     sets

	remembered []int32 // sq-d-m
	sample     []int32 // scratch
	candidates []candidate
	marks      marks

	sent  int32   // server that got the batch of this slot, or none
	fresh []int32 // servers that came under the threshold in this slot and are not in memory
	stuck bool    // a queue outgrew MaxQueue

	// Of expected jobs given the key points, in units of 2^-32, modulo 2^128: at the start of slot now, served per slot, and the sum over
	// slots.
	total, slopes, area kernel.Wide
	count               Counters // but levels

	shownSlot, shownArrived atomic.Uint64
}

// MaxSlots is where the clock ends.
const MaxSlots = 1 << 53

// New prepares a run at slot 0.
func New(sys *System) (*Simulator, error) {
	if err := sys.Validate(); err != nil {
		return nil, err
	}
	n := sys.Servers()
	s := &Simulator{
		policy: sys.Policy, burst: uint64(sys.Burst), source: newSource(sys.Seed), classes: newClasses(sys.Types), levels: newLevels(sys),
		servers: make([]server, n), calendar: newCalendar(n), marks: newMarks(n), sent: none,
	}
	var err error
	if s.batch, err = newBatch(sys); err != nil {
		return nil, fmt.Errorf("slotted: %w", err)
	}
	s.sets = newSets(&s.levels, &s.classes, sys.Policy.Rule == policy.JBTGD)
	for i := range s.servers {
		v := &s.servers[i]
		v.wake = never
		s.put(int32(i), v, 1, s.kind(int32(i)))
	}
	return s, nil
}

// Advance simulates the slots that end by the given time, which must not be before now. If ctx ends first it stops soon and returns
// ctx.Err(); state and counters are then those of the slot reached, and a later Advance goes on from there to the same end. A queue that
// outgrows MaxQueue is a kernel.ErrQueueTooLong.
func (s *Simulator) Advance(ctx context.Context, until float64) error {
	if !(until >= 0 && until <= MaxSlots) {
		return fmt.Errorf("slotted: time %v is outside the clock, which ends at slot %v", until, float64(MaxSlots))
	}
	end := uint64(math.Floor(until))
	if end < s.now {
		return fmt.Errorf("slotted: cannot go back from slot %d to %v", s.now, until)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var stop atomic.Bool // for this Advance alone: the hook of an earlier one may still be about to run
	unhook := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer unhook()
	for s.now < end && !s.stuck && !stop.Load() {
		s.step()
		if s.now&0x3ff == 0 {
			s.show()
		}
	}
	s.show()
	switch {
	case s.stuck:
		return kernel.ErrQueueTooLong{Jobs: MaxQueue}
	case s.now < end:
		return ctx.Err()
	}
	return nil
}

// step simulates a slot: the batch comes, every server serves, and what is to be reported is.
func (s *Simulator) step() {
	s.area = s.area.Plus(s.total)
	s.sent = none
	if jobs, draws := s.batch.draw(&s.source, s.now); jobs > 0 {
		s.count.Arrived += jobs
		s.count.Batches++
		s.give(s.choose(&draws), jobs)
	}
	s.now++
	s.total = s.total.Minus(s.slopes)
	for _, n := range s.calendar.take(s.servers, s.now) {
		s.pass(n, &s.servers[n])
	}
	if threshold(s.policy) {
		s.endSlot()
	}
}

// give adds a batch to the queue of a server.
func (s *Simulator) give(n int32, jobs uint64) {
	v := &s.servers[n]
	if s.look(n) > 0 {
		s.calendar.remove(s.servers, n)
		s.unexpect(v)
	}
	s.sent = n
	v.from = s.now
	v.queue += jobs
	if v.queue > MaxQueue {
		v.queue, s.stuck = MaxQueue, true
	}
	s.plan(n, v, dispatch)
	s.file(n, v)
}

func (s *Simulator) show() {
	s.shownSlot.Store(s.now)
	s.shownArrived.Store(s.count.Arrived)
}

// Progress returns the simulated slots and the number of arrivals so far. Any goroutine may call it at any time.
func (s *Simulator) Progress() (now float64, arrived uint64) {
	return float64(s.shownSlot.Load()), s.shownArrived.Load()
}

// Counters returns a snapshot of all counts since slot 0.
func (s *Simulator) Counters() Counters {
	c := s.count
	c.Slots = s.now
	c.InSystem = whole(s.total).Lo
	c.Area = whole(s.area)
	return c
}

// whole rounds a fixed-point number to whole jobs.
func whole(w kernel.Wide) kernel.Wide {
	w = w.Plus(kernel.Wide{Lo: one / 2})
	return kernel.Wide{Hi: w.Hi >> 32, Lo: w.Hi<<32 | w.Lo>>32}
}

// Close does nothing; it is there so that engines can be used alike. It may be called twice.
func (s *Simulator) Close() error { return nil }
