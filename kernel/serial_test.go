package kernel

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// start8 starts a serial run with keys of one byte.
func start8(t *testing.T, sys *System) *Serial[uint8] {
	t.Helper()
	if err := sys.Validate(); err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLayout(sys)
	if err != nil || l.Width != 8 {
		t.Fatalf("%+v, %v", l, err)
	}
	s, err := NewSerial[uint8](nil, sys, plan, l, isa.Available(), "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// smallSystem has 30 servers of two types, 20 ports, and a buffer of 4.
func smallSystem(t *testing.T, rule policy.Rule) *System {
	rows := make([][]uint32, 20)
	for p := range rows {
		for i := range 6 {
			rows[p] = append(rows[p], uint32((7*p+5*i)%30))
		}
	}
	return &System{
		Graph: explicit(t, rows, 30), Types: []Type{{Rate: 2, Count: 10}, {Rate: 1, Count: 20}}, Buffer: 4, Arrivals: 38, Seed: 16,
		Policy: policy.Policy{Rule: rule, D: 2}, StartBusy: []float64{0.5, 0.2},
	}
}

// TestAreaIsTheTimeIntegral: the area counter is the sum over events of number in system times the ticks since the event before, taken from
// the bare events, at every stop.
func TestAreaIsTheTimeIntegral(t *testing.T) {
	for _, rule := range []policy.Rule{policy.JSQ, policy.Random} {
		sys := smallSystem(t, rule)
		ref, err := NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		s := start8(t, sys)
		area, last, number := Wide{}, uint64(0), ref.count.InSystem
		until := uint64(0)
		for epoch := range uint64(3) {
			for _, e := range ref.events {
				tick := epoch<<32 | uint64(e.offset)
				area = area.Plus(WideProduct(number, tick-last))
				last = tick
				ref.Advance(tick + 1) // up to and with this event, and others of its tick, which change the number at once
				number = ref.count.InSystem
			}
			until = (epoch+1)<<32 - 1000
			if last < until {
				s.Advance(until, nil)
				if c, want := s.Counters(), area.Plus(WideProduct(number, until-last)); c.Area != want {
					t.Fatalf("%v, tick %d: area %+v, want %+v", rule, until, c.Area, want)
				}
			}
			ref.Advance((epoch+1)<<32 + 1) // loads the next epoch
		}
		if s.now == 0 {
			t.Fatal("nothing compared")
		}
	}
}

// TestEndOfTheClock: the last epochs before the clock ends, where ticks need 63 bits, count like the first: no product of ticks overflows.
func TestEndOfTheClock(t *testing.T) {
	sys := smallSystem(t, policy.JFSQ)
	const from = uint64(MaxEpochs - 3)
	s := start8(t, sys)
	s.now = from << 32
	ref, err := NewReference(sys)
	if err != nil {
		t.Fatal(err)
	}
	ref.epoch = from
	ref.pass(from << 32)
	ref.load()
	for _, until := range []uint64{from<<32 + 12345, (MaxEpochs - 1) << 32, MaxEpochs<<32 - 1} {
		reached, err := s.Advance(until, nil)
		if err != nil || reached != until {
			t.Fatalf("reached %d, %v", reached, err)
		}
		ref.Advance(until)
		if s.Digest() != ref.Digest() {
			t.Fatalf("tick %d: reference %+v, serial %+v", until, ref.Counters(), s.Counters())
		}
	}
}

// TestLossSystemExactly: M/M/1/b, where everything is known: pi(k) in proportion to rho^k. The potential departures see time averages
// (PASTA), so do the arrivals, the area gives the mean number, and arrivals are blocked with probability pi(b). Each is compared over 80
// independent runs by its t statistic; with 79 degrees of freedom 7 standard errors have probability below 1e-9.
func TestLossSystemExactly(t *testing.T) {
	const runs, buffer, rho = 80, 4, 0.8
	pi, sum, mean := make([]float64, buffer+1), 0.0, 0.0
	for k := range pi {
		pi[k] = math.Pow(rho, float64(k))
		sum += pi[k]
	}
	for k := range pi {
		pi[k] /= sum
		mean += float64(k) * pi[k]
	}
	values := map[string][]float64{}
	truth := map[string]float64{"mean number": mean, "blocking": pi[buffer], "utilisation": 1 - pi[0], "mean queue": mean}
	for k := range pi {
		truth[fmt.Sprintf("time with %d", k)] = pi[k]
		if k < buffer {
			truth[fmt.Sprintf("joins at %d", k)] = pi[k]
		}
	}
	for seed := range uint64(runs) {
		sys := &System{
			Graph: graph.Complete{L: 1, N: 1}, Types: []Type{{Rate: 2, Count: 1}}, Buffer: buffer, Arrivals: 2 * rho, Seed: seed,
			Policy: policy.Policy{Rule: policy.JSQ},
		}
		s := start8(t, sys)
		s.Advance(1<<32, nil) // warm-up
		before := s.Counters()
		s.Advance(9<<32, nil)
		now := s.Counters()
		c := now.Since(&before)
		note := func(what string, x float64) { values[what] = append(values[what], x) }
		strikes := 0.0
		for _, v := range c.Seen[0] {
			strikes += float64(v)
		}
		for k := range pi {
			note(fmt.Sprintf("time with %d", k), float64(c.Seen[0][k])/strikes)
			if k < buffer {
				note(fmt.Sprintf("joins at %d", k), float64(c.Join[0][k])/float64(c.Arrived))
			}
		}
		note("blocking", float64(c.Blocked)/float64(c.Arrived))
		note("mean number", c.Area.Float()/float64(c.Ticks))
		note("utilisation", float64(c.Servers[0].Busy)/float64(c.Servers[0].Seen))
		note("mean queue", float64(c.Servers[0].Jobs)/float64(c.Servers[0].Seen))
	}
	for what, want := range truth {
		got, deviation := stat.MeanStdDev(values[what], nil)
		if z := (got - want) / (deviation / math.Sqrt(runs)); !(math.Abs(z) < 7) {
			t.Errorf("%s: %.5f, want %.5f, off by %.1f standard errors", what, got, want, z)
		}
		if deviation == 0 {
			t.Errorf("%s: all seeds give the same value", what)
		}
	}
}

// TestTimeSharesByType: on a system of several types the share of strikes that saw k jobs estimates the share of time with k jobs, taken
// from the definition's own path. Compared over 80 runs like above.
func TestTimeSharesByType(t *testing.T) {
	const runs = 80
	differences := map[[2]int][]float64{}
	for seed := range uint64(runs) {
		sys := smallSystem(t, policy.JSQ)
		sys.Seed = seed
		ref, err := NewReference(sys)
		if err != nil {
			t.Fatal(err)
		}
		const epochs = 1
		spent := [2][5]float64{}
		last := 0.0
		for _, e := range ref.events {
			for s, k := range ref.queue {
				spent[ref.typeOf[s]][k] += float64(e.offset) - last
			}
			last = float64(e.offset)
			ref.Advance(uint64(e.offset) + 1)
		}
		s := start8(t, sys)
		s.Advance(epochs<<32, nil)
		c := s.Counters()
		for m := range spent {
			total, strikes := 0.0, 0.0
			for k := range spent[m] {
				total += spent[m][k]
			}
			for _, v := range c.Seen[m] {
				strikes += float64(v)
			}
			for k, v := range c.Seen[m] {
				differences[[2]int{m, k}] = append(differences[[2]int{m, k}], float64(v)/strikes-spent[m][k]/total)
			}
		}
	}
	for at, list := range differences {
		if len(list) < runs {
			continue // a length that some runs did not reach
		}
		mean, deviation := stat.MeanStdDev(list, nil)
		if z := mean / (deviation / math.Sqrt(runs)); !(math.Abs(z) < 7) {
			t.Errorf("type %d, %d jobs: the shares differ by %v, %.1f standard errors", at[0], at[1], mean, z)
		}
	}
	if len(differences) < 6 {
		t.Errorf("only %d lengths compared", len(differences))
	}
}

// TestUnboundedQueueTooLong: a queue that outgrows its counter ends the run with an error that says so, and is never wrapped around to
// idle.
func TestUnboundedQueueTooLong(t *testing.T) {
	sys := &System{
		Graph: graph.Complete{
			L: 1,
			N: 1,
		}, Types: []Type{{Rate: 1, Count: 1}}, Arrivals: 50, Seed: 17, Policy: policy.Policy{Rule: policy.Random},
	}
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	l.MaxJobs = 100 // a counter as short as this, since the real one holds 2^32-1
	s, err := NewSerial[uint32](nil, sys, plan, l, isa.Available(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1<<25, nil); err != nil {
		t.Fatalf("after %d arrivals: %v", s.tally.Arrived, err)
	}
	_, err = s.Advance(1<<32, nil)
	var long ErrQueueTooLong
	if !errors.As(err, &long) || long.Jobs != 100 || !strings.Contains(err.Error(), "unstable") {
		t.Fatalf("error %v", err)
	}
	if s.state[0] > 100 {
		t.Errorf("the queue has %d jobs", s.state[0])
	}
	if _, err := s.Advance(1<<32+1, nil); !errors.As(err, &long) {
		t.Errorf("the next Advance forgets the error: %v", err)
	}
}

// TestBlockedIsNoErrorWithABuffer: full buffers are what a buffer is for.
func TestBlockedIsNoErrorWithABuffer(t *testing.T) {
	sys := smallSystem(t, policy.Random)
	sys.Arrivals = 500
	s := start8(t, sys)
	if _, err := s.Advance(1<<32, nil); err != nil {
		t.Fatal(err)
	}
	if c := s.Counters(); c.Blocked == 0 {
		t.Error("nothing was blocked: the test says little")
	}
}

// TestStopAndProgress: a run that is stopped again and again from another goroutine, which also watches its progress, ends in the same
// state.
func TestStopAndProgress(t *testing.T) {
	whole := start8(t, smallSystem(t, policy.JIQ))
	const end = 100 << 32
	whole.Advance(end, nil)

	s := start8(t, smallSystem(t, policy.JIQ))
	var stop atomic.Bool
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		tick, arrived := uint64(0), uint64(0)
		for {
			select {
			case <-done:
				return
			default:
			}
			stop.Store(true)
			nextTick, nextArrived := s.Progress()
			if nextTick < tick || nextArrived < arrived || nextTick > end {
				t.Errorf("progress went from tick %d, %d arrivals to %d, %d", tick, arrived, nextTick, nextArrived)
			}
			tick, arrived = nextTick, nextArrived
			time.Sleep(20 * time.Microsecond) // or Advance would never get anywhere
		}
	})
	stops := 0
	for s.Now() < end {
		before := s.Now()
		stop.Store(false)
		reached, err := s.Advance(end, &stop)
		if err != nil || reached < before || reached > end || reached != s.Now() {
			t.Fatalf("from %d to %d: %v", before, reached, err)
		}
		if reached < end {
			stops++
		}
	}
	close(done)
	watcher.Wait()
	if stops == 0 {
		t.Log("the run was never stopped")
	}
	if s.Digest() != whole.Digest() {
		t.Error("stops changed the result")
	}
	if tick, arrived := s.Progress(); tick != end || arrived != s.Counters().Arrived {
		t.Errorf("progress at the end: %d, %d", tick, arrived)
	}
}

// TestSeedsDiffer: neighbouring seeds, and replications of one seed, give different trajectories.
func TestSeedsDiffer(t *testing.T) {
	seen := map[uint64]uint64{}
	for seed := range uint64(50) {
		sys := smallSystem(t, policy.JFSQ)
		sys.Seed = seed
		s := start8(t, sys)
		s.Advance(1<<32, nil)
		if other, ok := seen[s.Digest()]; ok {
			t.Errorf("seeds %d and %d give one digest", seed, other)
		}
		seen[s.Digest()] = seed
	}
}

// TestManyArrivalsAtOneTick: more arrivals at one tick than there are between two looks at stop do not hold up the run.
func TestManyArrivalsAtOneTick(t *testing.T) {
	sys := &System{
		Graph: graph.Complete{L: 1 << 22, N: 1}, Types: []Type{{Rate: 1, Count: 1}}, Buffer: 5, Arrivals: 1000, Seed: 19, CoarseTicks: 31,
		Policy: policy.Policy{Rule: policy.Random},
	}
	s := start8(t, sys)
	var stop atomic.Bool
	timer := time.AfterFunc(10*time.Second, func() { stop.Store(true) })
	defer timer.Stop()
	reached, err := s.Advance(2<<32, &stop)
	if err != nil || reached != 2<<32 {
		t.Errorf("reached tick %d, %v", reached, err)
	}
	ref, err := NewReference(sys)
	if err != nil {
		t.Fatal(err)
	}
	ref.Advance(2 << 32)
	if s.Digest() != ref.Digest() {
		t.Error("another digest than the reference")
	}
}
