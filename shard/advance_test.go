package shard

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// small is a system of some servers and twice as many ports on a stored graph of the given degree, with two types, a buffer of 3, and load
// 0.9.
func small(t testing.TB, servers, degree int, rule policy.Rule) *kernel.System {
	rows := make([][]uint32, 2*servers)
	for p := range rows {
		for i := range min(degree, servers) {
			rows[p] = append(rows[p], uint32((p*7+i)%servers))
		}
	}
	g, err := graph.Explicit(rows, servers)
	if err != nil {
		t.Fatal(err)
	}
	sys := &kernel.System{Graph: g, Buffer: 3, Seed: 21, Policy: policy.Policy{Rule: rule, D: 2}}
	if fast := servers / 2; fast > 0 {
		sys.Types = append(sys.Types, kernel.Type{Rate: 2, Count: fast})
	}
	sys.Types = append(sys.Types, kernel.Type{Rate: 1, Count: servers - servers/2})
	sys.Arrivals = 0.9 * sys.Capacity()
	return sys
}

// begin makes a simulator that is closed at the end of the test.
func begin(t testing.TB, sys *kernel.System, cfg Config) *Simulator {
	t.Helper()
	sim, err := New(sys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	})
	return sim
}

// advance goes to the given number of epochs.
func advance(t testing.TB, sim *Simulator, epochs float64) {
	t.Helper()
	if err := sim.Advance(context.Background(), epochs*sim.plan.Epoch); err != nil {
		t.Fatal(err)
	}
}

// reference returns the digest of the definition after some epochs.
func reference(t testing.TB, sys *kernel.System, epochs float64) uint64 {
	t.Helper()
	ref, err := kernel.NewReference(sys)
	if err != nil {
		t.Fatal(err)
	}
	tick, err := ref.Plan().Ticks(epochs * ref.Plan().Epoch)
	if err != nil {
		t.Fatal(err)
	}
	ref.Advance(tick)
	return ref.Digest()
}

// TestMoreShardsThanServers: shards without a server, a port or an event of their own change nothing.
func TestMoreShardsThanServers(t *testing.T) {
	for _, servers := range []int{1, 2, 3} {
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JIQ, policy.JSQD, policy.Random} {
			for _, shards := range []int{16, MaxShards} {
				sys, epochs := small(t, servers, 2, rule), 1.2
				if rule == policy.Random {
					sys.Graph = graph.Complete{L: 1, N: servers}
				}
				if shards == MaxShards {
					epochs = 0.1 // this many take a while
				}
				sim := begin(t, sys, Config{Shards: shards, Window: 20})
				if sim.Shards() != shards {
					t.Errorf("%d shards instead of %d", sim.Shards(), shards)
				}
				advance(t, sim, epochs)
				if sim.Digest() != reference(t, sys, epochs) {
					t.Errorf("%d servers, %v, %d shards: another digest", servers, rule, shards)
				}
			}
		}
	}
}

// TestFewerProcessorsThanShards: with one processor three shards end, since who waits gives way; also if processors are taken away after
// New.
func TestFewerProcessorsThanShards(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	sys := small(t, 40, 5, policy.JSQ)
	want := reference(t, sys, 5)
	for _, before := range []int{1, 2} {
		for _, shards := range []int{2, 3} {
			runtime.GOMAXPROCS(before)
			sim := begin(t, sys, Config{Shards: shards, Window: 200})
			runtime.GOMAXPROCS(1)
			advance(t, sim, 5)
			if sim.Digest() != want {
				t.Errorf("%d shards, %d processors at New: another digest", shards, before)
			}
		}
	}
}

// TestAdvanceStopsAndResumes: a run cancelled at random moments, again and again, and resumed each time, ends where an uninterrupted one
// ends. Each stop leaves a state of its own: counters add up, Now does not go back, and no goroutine is left.
func TestAdvanceStopsAndResumes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, shards := range []int{1, 2, 3, 16} {
		for _, rule := range []policy.Rule{policy.JFSQ, policy.JIQJSQD} {
			sys := small(t, 300, 10, rule)
			epochs := 60 / float64(min(shards, 4))
			whole := begin(t, sys, Config{Shards: shards})
			advance(t, whole, epochs)

			sim := begin(t, sys, Config{Shards: shards})
			until := epochs * sim.plan.Epoch
			stops := 0
			for tries := 0; ; tries++ {
				// Longer and longer, so that a slow machine ends as well.
				limit := time.Duration(random.IntN(1000+100*tries)) * time.Microsecond
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				before := sim.Now()
				err := sim.Advance(ctx, until)
				cancel()
				c := sim.Counters()
				if c.Arrived != c.Admitted+c.Blocked+c.Unroutable || c.Admitted-c.Departed != c.InSystem ||
					sim.plan.Time(c.Ticks) != sim.Now() {
					t.Fatalf("%d shards, stopped at %v: counters do not add up: %+v", shards, sim.Now(), c)
				}
				if sim.Now() < before || sim.Now() > until {
					t.Fatalf("%d shards: from %v to %v", shards, before, sim.Now())
				}
				if err == nil {
					break
				}
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Fatal(err)
				}
				if sim.Now() > before {
					stops++
				}
			}
			if sim.Now() != whole.Now() || sim.Digest() != whole.Digest() {
				t.Errorf("%d shards, %v: %d stops changed the result", shards, rule, stops)
			}
			if stops == 0 {
				t.Logf("%d shards, %v: never stopped on the way", shards, rule)
			}
		}
	}
	goleak.VerifyNone(t)
}

// TestAdvanceStopsSoon: a run that would take hours ends soon after its context, and the error is the context's own.
func TestAdvanceStopsSoon(t *testing.T) {
	for _, shards := range []int{1, 2, 7} {
		sim := begin(t, small(t, 300, 10, policy.JFSQ), Config{Shards: shards})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		start := time.Now()
		err := sim.Advance(ctx, 1e6*sim.plan.Epoch)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d shards: error %v", shards, err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%d shards: stopped after %v", shards, took)
		}
		if sim.Now() == 0 {
			t.Errorf("%d shards: got nowhere", shards)
		}
	}
}

// TestAdvanceErrors: times off the clock, or before now, are refused and change nothing; so is a context that has ended.
func TestAdvanceErrors(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, shards := range []int{1, 3} {
		sim := begin(t, small(t, 20, 3, policy.JSQ), Config{Shards: shards})
		advance(t, sim, 1.5)
		want, now := sim.Digest(), sim.Now()
		for _, c := range []struct {
			what  string
			ctx   context.Context
			until float64
			want  string
		}{
			{"back", context.Background(), now / 2, "shard: cannot go back from time"},
			{"negative", context.Background(), -1, "outside the clock"},
			{"NaN", context.Background(), math.NaN(), "outside the clock"},
			{"infinite", context.Background(), math.Inf(1), "outside the clock"},
			{"beyond the clock", context.Background(), kernel.MaxEpochs * sim.plan.Epoch, "outside the clock"},
			{"ended context", ended, now * 2, "context canceled"},
		} {
			err := sim.Advance(c.ctx, c.until)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%d shards, %s: error %v, want %q in it", shards, c.what, err, c.want)
			}
			if sim.Digest() != want || sim.Now() != now {
				t.Errorf("%d shards, %s: the run has changed", shards, c.what)
			}
		}
		if err := sim.Advance(context.Background(), now); err != nil {
			t.Errorf("%d shards: advancing to the present: %v", shards, err)
		}
		advance(t, sim, 2)
		if sim.Digest() != reference(t, small(t, 20, 3, policy.JSQ), 2) {
			t.Errorf("%d shards: another digest after errors", shards)
		}
	}
}

// TestQueueTooLongInWindows: an unbounded queue that outgrows its counter ends a sharded run with an error, as it does a serial one.
func TestQueueTooLongInWindows(t *testing.T) {
	sys := small(t, 4, 1, policy.Random)
	sys.Buffer, sys.Arrivals = 0, 60*sys.Capacity()
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	l, err := kernel.NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	l.MaxJobs = 50 // a counter as short as this, since the real one holds 2^31-1
	w, err := newWindows[uint32](nil, sys, plan, l, 3, Config{Window: 100}, isa.Generic)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Advance(1<<32, nil)
	var long kernel.ErrQueueTooLong
	if !errors.As(err, &long) || long.Jobs != 50 {
		t.Fatalf("error %v", err)
	}
	for _, o := range w.workers {
		for s := range sys.Servers() {
			if jobs := o.state[s] >> l.TypeBits; jobs > 50 {
				t.Errorf("server %d has %d jobs", s, jobs)
			}
		}
	}
}

// TestShardsAgreeOnTheState: after any number of windows all shards hold the same key for every server.
func TestShardsAgreeOnTheState(t *testing.T) {
	sim := begin(t, small(t, 300, 10, policy.JFIQ), Config{Shards: 5})
	for _, epochs := range []float64{0.3, 1, 2.7} {
		advance(t, sim, epochs)
		w := sim.engine.(*windows[uint8])
		for i, o := range w.workers {
			for s, k := range o.state {
				if k != w.workers[0].state[s] {
					t.Fatalf("shard %d has key %d for server %d, shard 0 has %d", i, k, s, w.workers[0].state[s])
				}
			}
		}
	}
}

// TestCountersAreSnapshots: counters taken earlier do not change while the run goes on.
func TestCountersAreSnapshots(t *testing.T) {
	for _, shards := range []int{1, 2} {
		sim := begin(t, small(t, 20, 3, policy.JSQ), Config{Shards: shards})
		advance(t, sim, 1)
		c := sim.Counters()
		text := fmt.Sprint(c)
		advance(t, sim, 2)
		if fmt.Sprint(c) != text {
			t.Errorf("%d shards: a snapshot changed", shards)
		}
		now := sim.Counters()
		if d := now.Since(&c); d.Arrived == 0 || d.Ticks != 1<<32 {
			t.Errorf("%d shards: between two snapshots: %+v", shards, d)
		}
	}
}

// TestProgressFromAnyGoroutine: progress is read while the run goes on, never goes back, and ends at the truth.
func TestProgressFromAnyGoroutine(t *testing.T) {
	for _, shards := range []int{1, 2, 3} {
		sim := begin(t, small(t, 100, 5, policy.JFSQ), Config{Shards: shards})
		done := make(chan struct{})
		var readers sync.WaitGroup
		for range 2 {
			readers.Go(func() {
				now, arrived := sim.Progress()
				for {
					nextNow, nextArrived := sim.Progress()
					if nextNow < now || nextArrived < arrived {
						t.Errorf("%d shards: progress went from %v, %d to %v, %d", shards, now, arrived, nextNow, nextArrived)
					}
					now, arrived = nextNow, nextArrived
					select {
					case <-done:
						return
					case <-time.After(100 * time.Microsecond):
					}
				}
			})
		}
		for i := range 20 {
			advance(t, sim, float64(i))
		}
		close(done)
		readers.Wait()
		if now, arrived := sim.Progress(); now != sim.Now() || arrived != sim.Counters().Arrived {
			t.Errorf(
				"%d shards: at the end progress is %v, %d, the run is at %v, %d",
				shards,
				now,
				arrived,
				sim.Now(),
				sim.Counters().Arrived,
			)
		}
	}
}

// TestOrderHasRoom: the order of an arrival holds the position of every arrival that a shard can have in an epoch of the largest system,
// and every shard, below the bit that tells arrivals from departures.
func TestOrderHasRoom(t *testing.T) {
	sys := &kernel.System{Graph: graph.Complete{L: 1 << 25, N: 1}, Types: []kernel.Type{{Rate: 1, Count: 1}}, Arrivals: 1e9}
	plan, err := kernel.NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	if most := plan.Arrivals.MaxEvents(0, len(plan.Arrivals.Lanes)); most > 1<<positionBits {
		t.Errorf("%d arrivals in an epoch, room for %d", most, 1<<positionBits)
	}
	if MaxShards<<positionBits > arrivalBit {
		t.Errorf("%d shards do not fit", MaxShards)
	}
}

// fakeEngine stands for an engine whose Advance does what a test wants.
type fakeEngine struct {
	engine
	advance func(until uint64, stop *atomic.Bool) (uint64, error)
}

func (f *fakeEngine) Now() uint64 { return 0 }

func (f *fakeEngine) Advance(until uint64, stop *atomic.Bool) (uint64, error) {
	return f.advance(until, stop)
}

// TestStopOfAnEarlierAdvance: a context that ends just as its Advance does must not stop the next Advance, which has a context of its own
// and would return nil without having come to its end.
func TestStopOfAnEarlierAdvance(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the hook of the context runs when this goroutine gives way
	f := &fakeEngine{}
	sim := &Simulator{plan: &kernel.Plan{Epoch: 1}, engine: f}
	ctx, cancel := context.WithCancel(context.Background())
	f.advance = func(until uint64, _ *atomic.Bool) (uint64, error) {
		cancel()
		return until, nil
	}
	if err := sim.Advance(ctx, 1); err != nil {
		t.Fatal(err)
	}
	f.advance = func(until uint64, stop *atomic.Bool) (uint64, error) {
		for range 1000 {
			runtime.Gosched()
		}
		if stop.Load() {
			t.Error("stopped by the context of the Advance before")
		}
		return until, nil
	}
	if err := sim.Advance(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
}
