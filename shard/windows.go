package shard

import (
	"context"
	"errors"
	"runtime/pprof"
	"strconv"
	stdsync "sync"
	"sync/atomic"

	"shardq/alloc"
	"shardq/kernel"
	winsync "shardq/sync"
)

// windows runs a system on two or more shards.
type windows[K kernel.Word] struct {
	arena   *alloc.Arena
	sys     *kernel.System
	plan    *kernel.Plan
	layout  kernel.Layout
	start   uint64 // jobs at time 0
	workers []*worker[K]
	barrier *winsync.Barrier

	now      uint64  // tick reached
	length   uint64  // ticks of the next window
	fixed    bool    // length was asked for
	perEpoch float64 // mean arrivals in an epoch
	drawn    uint64  // epochs drawn so far

	// orders is what the first worker tells the others before the barrier of a window; they read it after. Two slots, by turns: a fast
	// worker may write the next while a slow one still reads.
	orders [2]order
}

// order says how to go on after the window that is being settled.
type order struct {
	length uint64 // of the next window
	stop   bool   // there is no next window
}

// epochs is how many epochs of events exist at a time: the one in use, the next (drawn before the last barrier of this one), and the one
// before, which a slow worker may still be reading.
const epochs = 3

func newWindows[K kernel.Word](arena *alloc.Arena, sys *kernel.System, plan *kernel.Plan, l kernel.Layout, n int, perWindow float64, isa kernel.ISA) (*windows[K], error) {
	w := &windows[K]{arena: arena, sys: sys, plan: plan, layout: l, barrier: winsync.NewBarrier(n)}
	w.perEpoch = sys.Arrivals * plan.Epoch
	w.fixed = perWindow > 0
	if !w.fixed {
		perWindow = max(firstShare*float64(sys.Servers()), minWindow)
	}
	w.length = max(1, uint64(min(perWindow/w.perEpoch, 1)*kernel.TicksPerEpoch))
	cutA, cutD := plan.Arrivals.Split(n), plan.Departures.Split(n)
	for i := range n {
		o, err := newWorker(w, i, n, isa, [4]int{cutA[i], cutA[i+1], cutD[i], cutD[i+1]})
		w.workers = append(w.workers, o)
		if err != nil {
			return nil, errors.Join(err, w.free())
		}
		w.start = kernel.InitState(sys, l, o.state)
	}
	return w, nil
}

// free returns the memory to the arena. It may be called twice.
func (w *windows[K]) free() (err error) {
	for _, o := range w.workers {
		err = errors.Join(err, alloc.Free(w.arena, o.state))
		o.state = nil // the address may soon belong to somebody else
		for _, g := range o.gens {
			if g == nil { // New failed half-way
				break
			}
			err = errors.Join(err, g.Free(w.arena))
		}
	}
	return err
}

// Advance handles all events before the given tick, or stops early, between two windows, soon after stop is set. It returns the tick reached.
func (w *windows[K]) Advance(until uint64, stop *atomic.Bool) (uint64, error) {
	if w.now < until {
		var wait stdsync.WaitGroup
		for _, o := range w.workers {
			wait.Go(func() { o.run(until, stop) })
		}
		wait.Wait()
		w.now = w.workers[0].now
		w.length = w.workers[0].length
		w.drawn = w.workers[0].drawn
	}
	if w.sys.Buffer == 0 {
		for _, o := range w.workers {
			if o.tally.Blocked > 0 {
				return w.now, kernel.ErrQueueTooLong{Jobs: w.layout.MaxJobs}
			}
		}
	}
	return w.now, nil
}

// Now returns the tick reached.
func (w *windows[K]) Now() uint64 { return w.now }

// Progress returns the tick reached and the arrivals so far.
func (w *windows[K]) Progress() (tick, arrived uint64) {
	for _, o := range w.workers {
		arrived += o.shownArrived.Load()
	}
	return w.workers[0].shownTick.Load(), arrived
}

// Counters returns a snapshot of all counts since time 0.
func (w *windows[K]) Counters() kernel.Counters {
	var tallies []*kernel.Tally
	for _, o := range w.workers {
		tallies = append(tallies, o.tally)
	}
	return w.layout.Merge(tallies, w.start, w.now)
}

// Digest returns the digest of state and counters.
func (w *windows[K]) Digest() uint64 {
	c := w.Counters()
	state := w.workers[0].state
	return kernel.Digest(len(state), func(i int) int { return int(state[i] >> w.layout.TypeBits) }, &c)
}

// labels are the pprof labels of one worker, a context for each phase.
type labels [phases]context.Context

// The phases of a window.
const (
	phaseDraw = iota
	phaseStrike
	phaseRoute
	phaseWait
	phaseSettle
	phaseApply
	phases
)

var phaseNames = [phases]string{"draw", "strike", "route", "wait", "settle", "apply"}

func newLabels(shard int) (l labels) {
	for i, name := range phaseNames {
		l[i] = pprof.WithLabels(context.Background(), pprof.Labels("shard", strconv.Itoa(shard), "phase", name))
	}
	return l
}
