package shard

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"shardq/graph"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// meeting is a graph whose first rows are given out only when some goroutines ask for one at the same time.
type meeting struct {
	graph.Graph
	want    int32
	here    atomic.Int32
	met     atomic.Bool
	started time.Time
	failed  atomic.Bool
}

func (m *meeting) Row(port uint32, buf []uint32) []uint32 {
	if !m.met.Load() {
		if m.here.Add(1) == m.want {
			m.met.Store(true)
		}
		for !m.met.Load() {
			time.Sleep(20 * time.Microsecond)
			if time.Since(m.started) > 20*time.Second {
				m.failed.Store(true)
				m.met.Store(true)
			}
		}
	}
	return m.Graph.Row(port, buf)
}

// skewed is a system all of whose jobs arrive at the ports of one lane, and so belong to one shard, and whose servers are many enough for a
// lane each.
func skewed(t testing.TB, rule policy.Rule) *kernel.System {
	sys := small(t, 400, 10, rule)
	sys.PortRates = make([]float64, sys.Graph.Ports())
	for p := range 3 {
		sys.PortRates[p] = float64(1 + p)
	}
	sys.Arrivals = 0.4 * sys.Capacity()
	return sys
}

// TestOthersTakeArrivals: if all arrivals belong to one shard, the others route some of them: the first rows come only when every shard
// asks for one. The result is that of the definition.
func TestOthersTakeArrivals(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, state := range []State{Copies, Shared} {
		for _, shards := range []int{2, 3} {
			sys := skewed(t, policy.JFSQ)
			m := &meeting{Graph: sys.Graph, want: int32(shards), started: time.Now()}
			slow := *sys
			slow.Graph = m
			// A window has some 900 arrivals: chunks enough for every shard.
			sim := begin(t, &slow, Config{Shards: shards, Window: 900, State: state})
			w := sim.engine.(*windows[uint8])
			w.watch.off = true
			advance(t, sim, 2)
			if m.failed.Load() {
				t.Fatalf("%s: only %d of %d shards route", state, m.here.Load(), shards)
			}
			sum := uint64(0)
			for i, o := range w.workers {
				sum += o.tally.Arrived
				if o.tally.Arrived < mostChunk/2 { // the last mostChunk of a window may be short
					t.Errorf("%s: shard %d of %d routed %d arrivals", state, i, shards, o.tally.Arrived)
				}
			}
			if c := sim.Counters(); sum != c.Arrived {
				t.Errorf("%s: the shards routed %d arrivals of %d", state, sum, c.Arrived)
			}
			if sim.Digest() != reference(t, sys, 2) {
				t.Errorf("%s, %d shards: another digest", state, shards)
			}
		}
	}
}

// TestWhoRoutesDoesNotMatter: windows done by hand, in each of which another shard comes first and takes all the arrivals, or all but what
// a shard before it took, end in the state of the definition, in both forms of the state.
func TestWhoRoutesDoesNotMatter(t *testing.T) {
	for _, state := range []State{Copies, Shared} {
		for _, idle := range []kernel.IdleWay{kernel.IdleByKey, kernel.IdleByRow} {
			for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ, policy.JIQJSQD} {
				sys := small(t, 300, 10, rule)
				sim := begin(t, sys, Config{Shards: 3, Window: 150, State: state, Idle: idle})
				w := sim.engine.(*windows[uint8])
				const until = 3
				byHand(w, until)
				if want := reference(t, sys, until); sim.Digest() != want {
					t.Errorf("%s, %s, %v: another digest", state, idle, rule)
				}
				for i, o := range w.workers {
					if o.tally.Arrived == 0 {
						t.Errorf("shard %d routed nothing", i)
					}
				}
			}
		}
	}
}

// byHand does the windows of some epochs, in one goroutine, with the shards in changing order.
func byHand[K kernel.Word](w *windows[K], until uint64) {
	every := func(turn int, f func(o *worker[K])) {
		for i := range w.workers {
			f(w.workers[(turn+i)%len(w.workers)])
		}
	}
	every(0, func(o *worker[K]) { o.draw() })
	first := w.workers[0]
	for window := 0; first.now < until<<32; window++ {
		epoch := first.now >> 32
		end := min(uint64(kernel.TicksPerEpoch), first.now-epoch<<32+first.length)
		every(window, func(o *worker[K]) { o.strike(epoch, end) })
		if window%4 == 3 { // one takes a mostChunk of each list and comes back to it last
			o := w.workers[window%len(w.workers)]
			o.out[o.turn] = o.out[o.turn][:0]
			for p, peer := range w.workers {
				arrivals := peer.gens[epoch%epochs].Arrivals
				last := o.endOf(p, epoch, end)
				if from := int(peer.queue.next[o.turn].Add(mostChunk)) - mostChunk; from < last {
					o.router.Start(arrivals, from)
					o.routeSome(p, arrivals, from, min(from+mostChunk, last))
				}
			}
			before := append(o.out[o.turn][:0:0], o.out[o.turn]...)
			every(window+1, func(o *worker[K]) { o.route(epoch, end) })
			o.out[o.turn] = append(o.out[o.turn], before...) // route begins a new list
		} else {
			every(window+1, func(o *worker[K]) { o.route(epoch, end) })
		}
		if end == kernel.TicksPerEpoch {
			every(window, func(o *worker[K]) { o.draw() })
		}
		every(window+2, func(o *worker[K]) { o.settle() })
		every(window, func(o *worker[K]) {
			o.apply(epoch)
			o.now = epoch<<32 + end
			o.turn ^= 1
			if end == kernel.TicksPerEpoch {
				clear(o.cursor)
				clear(o.limits)
			}
		})
	}
}

// TestQueueOpensWhereTheWindowEnds: what a window hands out first is the first arrival that the window before it did not; an epoch begins
// at its first.
func TestQueueOpensWhereTheWindowEnds(t *testing.T) {
	var q queue
	for _, c := range []struct {
		last int
		end  uint64
		want int64
	}{{0, 1, 0}, {17, 1 << 31, 17}, {17, kernel.TicksPerEpoch - 1, 17}, {17, kernel.TicksPerEpoch, 0}} {
		for turn := range 2 {
			q.next[turn].Store(1000) // left by the window before the last
			q.next[turn^1].Store(2000)
			q.open(turn, c.last, c.end)
			if got, other := q.next[turn].Load(), q.next[turn^1].Load(); got != c.want || other != 2000 {
				t.Errorf("%+v: opens at %d, and the window at hand at %d", c, got, other)
			}
		}
	}
}

// TestSharedStateOfFewServers: one array for more shards than servers, with idle bits and without, also while the first shard is alone.
func TestSharedStateOfFewServers(t *testing.T) {
	for _, servers := range []int{1, 3, 65} {
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JFIQ} {
			for _, idle := range []kernel.IdleWay{kernel.IdleByKey, kernel.IdleByRow} {
				for _, shards := range []int{2, 5, 16} {
					sys := small(t, servers, 2, rule)
					sim := begin(t, sys, Config{Shards: shards, Window: 60, State: Shared, Idle: idle})
					w := sim.engine.(*windows[uint8])
					if shards == 5 {
						n := 0
						w.forceAlone(func() bool { n++; return n/3%2 == 1 })
					}
					if len(w.ends) != shards || int(w.ends[shards-1]) != servers {
						t.Fatalf("%d servers, %d shards: the shards' servers end at %v", servers, shards, w.ends)
					}
					for s := range uint32(servers) {
						p := w.owner(s)
						if o := w.workers[p]; s < o.servers[0] || s >= o.servers[1] {
							t.Errorf("server %d is said to be of shard %d, which has %v", s, p, o.servers)
						}
					}
					epochs := 1.2
					if shards == 16 {
						epochs = 0.2 // this many take a while
					}
					advance(t, sim, epochs)
					if sim.Digest() != reference(t, sys, epochs) {
						t.Errorf("%d servers, %v, %s, %d shards: another digest", servers, rule, idle, shards)
					}
				}
			}
		}
	}
}

// TestSkewedArrivals: skewed arrivals and every number of shards, real goroutines: the digest of the definition.
func TestSkewedArrivals(t *testing.T) {
	for _, rule := range []policy.Rule{policy.JFSQ, policy.JIQ, policy.Random} {
		sys := skewed(t, rule)
		want := reference(t, sys, 3.5)
		for _, shards := range []int{2, 3, 7} {
			for _, state := range []State{Copies, Shared} {
				t.Run(fmt.Sprintf("policy=%v/shards=%d/state=%s", rule, shards, state), func(t *testing.T) {
					sim := begin(t, sys, Config{Shards: shards, State: state})
					advance(t, sim, 3.5)
					if sim.Digest() != want {
						t.Error("another digest")
					}
				})
			}
		}
	}
}
