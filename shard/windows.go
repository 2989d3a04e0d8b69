package shard

import (
	"context"
	"errors"
	"runtime"
	"runtime/pprof"
	"strconv"
	stdsync "sync"
	"sync/atomic"
	"time"

	"shardq/alloc"
	"shardq/graph/isa"
	"shardq/kernel"
	winsync "shardq/sync"
)

// windows runs a system on two or more shards.
type windows[K kernel.Word] struct {
	arena   *alloc.Arena
	sys     *kernel.System
	plan    *kernel.Plan
	layout  kernel.Layout
	start   uint64            // jobs at time 0
	shared  bool              // all shards use one array of keys, written by the owners of its servers
	state   []K               // that array
	law     *kernel.Service   // nil: exponential
	phase   []uint8           // of the jobs in service, where the state is shared and the law has phases
	bits    bool              // idle servers are found in a set beside the state
	idle    kernel.IdleSet    // that set, where the state is shared
	index   *kernel.PortIndex // of all sets, if they keep ports
	workers []*worker[K]
	ends    []uint32 // the server after the last one of each shard
	barrier *winsync.Barrier

	fixed    bool    // the length of windows was asked for
	pin      bool    // shards keep to their cores
	perEpoch float64 // mean arrivals in an epoch
	done     Stats   // phases excluded
	watch    watch
	pace     pace
	running  stdsync.WaitGroup // workers
	left     stdsync.WaitGroup // workers that have not left the first one alone

	// orders is what the first worker tells the others before the barrier of a window; they read it after. Two slots, by turns: a fast
	// worker may write the next while a slow one still reads.
	orders [2]order
}

// order says how to go on after the window that is being settled.
type order struct {
	length uint64 // of the next window
	stop   bool   // there is no next window
	alone  bool   // the first shard goes on alone
}

// epochs is how many epochs of events exist at a time: the one in use, the next (drawn before the last barrier of this one), and the one
// before, which a slow worker may still be reading.
const epochs = 3

func newWindows[K kernel.Word](
	arena *alloc.Arena,
	sys *kernel.System,
	plan *kernel.Plan,
	l kernel.Layout,
	n int,
	cfg Config,
	level isa.Level,
) (
	*windows[K], error,
) {
	w := &windows[K]{arena: arena, sys: sys, plan: plan, layout: l, pin: cfg.Pin, barrier: winsync.NewBarrier(n)}
	w.perEpoch = sys.Arrivals * plan.Epoch
	perWindow := cfg.Window
	w.fixed = perWindow > 0
	way := kernel.ChooseIdleWay(sys, l, cfg.Idle)
	if !w.fixed {
		perWindow = max(firstShare*float64(sys.Servers()), minWindow)
		if way == kernel.IdleByPort { // jobs that come together may all want the same few servers
			perWindow = minWindow
		}
	}
	length := max(1, uint64(min(perWindow/w.perEpoch, 1)*kernel.TicksPerEpoch))
	var err error
	if w.shared = shareState(sys, l, cfg.State, n); w.shared {
		if w.state, err = kernel.NewState[K](arena, sys.Servers()); err != nil {
			return nil, err
		}
	}
	if w.law = kernel.NewService(sys); w.law != nil && w.shared {
		if w.phase, err = kernel.NewPhases(arena, sys.Servers()); err != nil {
			return nil, errors.Join(err, w.free())
		}
	}
	if way == kernel.IdleByPort {
		if w.index, err = kernel.NewPortIndex(arena, sys, level); err != nil {
			return nil, errors.Join(err, w.free())
		}
	}
	if w.bits = way == kernel.IdleByRow || way == kernel.IdleByPort; w.bits && w.shared {
		if w.idle, err = w.newIdleSet(); err != nil {
			return nil, errors.Join(err, w.free())
		}
	}
	cutA, cutD := plan.Arrivals.Split(n), plan.Departures.Split(n)
	for i := range n {
		o, err := newWorker(w, i, n, length, level, [4]int{cutA[i], cutA[i+1], cutD[i], cutD[i+1]})
		w.workers = append(w.workers, o)
		if err != nil {
			return nil, errors.Join(err, w.free())
		}
		w.ends = append(w.ends, max(o.servers[1], last(w.ends)))
	}
	w.init()
	w.watch = watch{off: n > runtime.GOMAXPROCS(0), period: firstAlone, waits: make([]time.Duration, 0, n)}
	return w, nil
}

// last returns the last element, or 0.
func last(list []uint32) uint32 {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1]
}

// newIdleSet returns an empty set of idle servers, with ports if they are kept. With an error it may have memory to free.
func (w *windows[K]) newIdleSet() (kernel.IdleSet, error) {
	s, err := kernel.NewIdleSet(w.arena, w.sys.Servers(), w.shared)
	if err == nil && w.index != nil {
		err = s.KeepPorts(w.arena, w.index)
	}
	return s, err
}

// init writes the initial keys, each shard those that it will write in the run, so that they lie in memory near its core.
func (w *windows[K]) init() {
	starts := make([]uint64, len(w.workers))
	var wait stdsync.WaitGroup
	for i, o := range w.workers {
		from, to := uint32(0), uint32(w.sys.Servers())
		if w.shared {
			from, to = o.servers[0], o.servers[1]
		}
		wait.Go(func() {
			if w.pin {
				defer pin(i)()
			}
			starts[i] = kernel.InitServers(w.sys, w.layout, o.state, from, to)
			kernel.InitPhases(w.law, w.layout, o.state, o.jobPhase, from, to)
			kernel.FillIdle(&o.idle, w.layout, o.state, from, to)
		})
	}
	wait.Wait()
	w.start = starts[0]
	if w.shared {
		for _, s := range starts[1:] {
			w.start += s
		}
	}
}

// owner returns the shard that applies what happens on a server, where all share the state.
func (w *windows[K]) owner(server uint32) int {
	p := 0
	for server >= w.ends[p] {
		p++
	}
	return p
}

// free returns the memory to the arena. It may be called twice.
func (w *windows[K]) free() (err error) {
	if w.shared {
		err = errors.Join(alloc.Free(w.arena, w.state), alloc.Free(w.arena, w.phase), w.idle.Free(w.arena))
		w.state, w.phase = nil, nil // the addresses may soon belong to somebody else
	}
	for _, o := range w.workers {
		if !w.shared {
			err = errors.Join(err, alloc.Free(w.arena, o.state), alloc.Free(w.arena, o.jobPhase), o.idle.Free(w.arena))
		}
		o.state, o.jobPhase = nil, nil
		for _, g := range o.gens {
			if g == nil { // New failed half-way
				break
			}
			err = errors.Join(err, g.Free(w.arena))
		}
	}
	return errors.Join(err, w.index.Free(w.arena))
}

// Advance handles all events before the given tick, or stops early, between two windows, soon after stop is set. It returns the tick
// reached.
func (w *windows[K]) Advance(until uint64, stop *atomic.Bool) (uint64, error) {
	if first := w.workers[0]; first.now < until {
		start := w.workers
		if first.alone {
			start = start[:1] // and it goes on so
		} else {
			w.reset(time.Now())
		}
		w.left.Add(len(start) - 1)
		for _, o := range start {
			w.running.Go(func() { o.run(until, stop) })
		}
		w.running.Wait()
		w.left = stdsync.WaitGroup{}
	}
	if w.sys.Buffer == 0 {
		for _, o := range w.workers {
			if o.tally.Blocked > 0 {
				return w.Now(), kernel.ErrQueueTooLong{Jobs: w.layout.MaxJobs}
			}
		}
	}
	return w.Now(), nil
}

// Now returns the tick reached.
func (w *windows[K]) Now() uint64 { return w.workers[0].now }

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
	return w.layout.Merge(tallies, w.start, w.Now())
}

// Digest returns the digest of state and counters.
func (w *windows[K]) Digest() uint64 {
	c := w.Counters()
	state := w.workers[0].state // of all servers, as in every worker
	return kernel.Digest(len(state), func(i int) int { return int(state[i] >> w.layout.TypeBits) }, w.workers[0].jobPhase, &c)
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
