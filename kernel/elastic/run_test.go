package elastic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shardq/graph/isa"
	"shardq/kernel"
)

// start returns a simulator of a system that must be good.
func start(t interface{ Fatal(...any) }, sys *System) *Simulator {
	s, err := New(sys, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func advance(t interface{ Fatal(...any) }, s *Simulator, until float64) {
	if err := s.Advance(context.Background(), until); err != nil {
		t.Fatal(err)
	}
}

// draw draws a system.
func draw(t *rapid.T) *System {
	sys := &System{
		Servers: rapid.SampledFrom([]int{1, 2, 3, 10, 1000, 1_000_000_000, kernel.MaxServers}).Draw(t, "servers"),
		Buffer:  rapid.SampledFrom([]int{0, 1, 2, 5, 100}).Draw(t, "buffer"),
		Rate:    rapid.SampledFrom([]float64{1, 0.3, 1e-6, 1e6}).Draw(t, "rate"),
		Standby: rapid.SampledFrom([]float64{0, 0.01, 1, 100}).Draw(t, "standby"),
		Setup:   rapid.SampledFrom([]float64{0.01, 1, 100}).Draw(t, "setup"),
		Seed:    rapid.Uint64().Draw(t, "seed"),
	}
	sys.Standby *= sys.Rate
	sys.Setup *= sys.Rate
	sys.Arrivals = rapid.SampledFrom([]float64{1e-6, 0.1, 0.7, 0.95, 1.5}).Draw(t, "load") * sys.Rate * float64(sys.Servers)
	return sys
}

// consistent fails if state and counters contradict each other.
func consistent(t interface{ Fatalf(string, ...any) }, sys *System, s *Simulator) {
	c := s.Counters()
	if c.Arrived != c.Admitted+c.Blocked || c.Departed > c.Admitted || c.InSystem != c.Admitted-c.Departed {
		t.Fatalf("jobs: %+v", c)
	}
	jobs, last := uint64(0), s.busy.AtLeast(1)
	for k := 1; k <= s.busy.Top()+1; k++ {
		n := s.busy.AtLeast(k)
		jobs += n
		if n > last || n > 0 && sys.Buffer > 0 && k > sys.Buffer {
			t.Fatalf("%d servers with %d jobs, %d with one less", n, k, last)
		}
		last = n
	}
	if jobs != c.InSystem {
		t.Fatalf("%d jobs at servers, %d in the system", jobs, c.InSystem)
	}
	servers := uint64(sys.Servers)
	for _, n := range []uint64{s.idle.N, s.starting.N, s.off.N, s.busy.AtLeast(1)} {
		if n > servers {
			t.Fatalf("%d servers in one state", n)
		}
	}
	if sum := s.idle.N + s.starting.N + s.off.N + s.busy.AtLeast(1); sum != servers {
		t.Fatalf("%d servers in all states", sum)
	}
	if c.Setups-c.Ready != s.starting.N || c.SwitchedOff-c.Setups != s.off.N {
		t.Fatalf("%d in setup and %d off: %+v", s.starting.N, s.off.N, c)
	}
	joined := uint64(0)
	for _, n := range c.Join {
		joined += n
	}
	if joined != c.Admitted || c.Emptied+c.Ready+servers != s.idle.N+c.SwitchedOff+first(c.Join) {
		t.Fatalf("joins %+v", c)
	}
	if c.Busy.Plus(c.Idle).Plus(c.SettingUp).Plus(c.Off) != kernel.WideProduct(servers, c.Ticks) {
		t.Fatalf("integrals of states do not sum to that of all servers: %+v", c)
	}
	var sum kernel.Wide
	for _, w := range c.Level {
		sum = sum.Plus(w)
	}
	if sum != c.Jobs || len(c.Level) > 0 && c.Level[0] != c.Busy {
		t.Fatalf("integrals of jobs: %+v", c)
	}
	if now, arrived := s.Progress(); now != float64(c.Ticks)*s.Tick() || arrived != c.Arrived {
		t.Fatalf("progress %v, %d: %+v", now, arrived, c)
	}
}

func first(list []uint64) uint64 {
	if len(list) == 0 {
		return 0
	}
	return list[0]
}

// TestPiecesMakeTheWhole: stops anywhere change nothing, and state and counters agree at each.
func TestPiecesMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := draw(t)
		whole, pieces := start(t, sys), start(t, sys)
		consistent(t, sys, whole)
		now, sum := 0.0, Counters{}
		for range rapid.IntRange(1, 5).Draw(t, "stops") {
			now += rapid.Float64Range(0, 1000).Draw(t, "events") / (sys.Arrivals + sys.Rate + sys.Standby*float64(sys.Servers))
			before := pieces.Counters()
			advance(t, pieces, now)
			consistent(t, sys, pieces)
			after := pieces.Counters()
			part := after.Since(&before)
			sum.Add(&part)
			sum.InSystem = after.InSystem
		}
		advance(t, whole, now)
		c := whole.Counters()
		if diff := cmp.Diff(c, pieces.Counters()); diff != "" || whole.Digest() != pieces.Digest() {
			t.Fatalf("in one go and in pieces (-one +pieces):\n%s", diff)
		}
		if diff := cmp.Diff(c, sum, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("in one go and as a sum of parts (-one +parts):\n%s", diff)
		}
	})
}

// TestIntegrals: those of all states are sums over ticks, here taken event by event.
func TestIntegrals(t *testing.T) {
	s := start(t, &System{Servers: 5, Buffer: 3, Rate: 1, Arrivals: 3, Standby: 1, Setup: 0.5, Seed: 4})
	last := uint64(0)
	var idle, starting, off kernel.Wide
	levels := make([]kernel.Wide, 3)
	for range 2000 {
		due := s.clock.Due
		step := due - last
		idle = idle.Plus(kernel.WideProduct(s.idle.N, step))
		starting = starting.Plus(kernel.WideProduct(s.starting.N, step))
		off = off.Plus(kernel.WideProduct(s.off.N, step))
		for k := range levels {
			levels[k] = levels[k].Plus(kernel.WideProduct(s.busy.AtLeast(k+1), step))
		}
		last = due
		if _, err := s.handle(math.MaxUint64, 1); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := s.busy.Integrals(last)
	if s.idle.Integral(last) != idle || s.starting.Integral(last) != starting || s.off.Integral(last) != off || !slices.Equal(got, levels) {
		t.Errorf("integrals %v %v %v %v", s.idle.Integral(last), s.starting.Integral(last), s.off.Integral(last), got)
	}
}

// TestStops: a context that has ended stops a run, which can go on.
func TestStops(t *testing.T) {
	sys := &System{Servers: 1000, Rate: 1, Arrivals: 700, Standby: 1, Setup: 1, Seed: 1}
	stopped := start(t, sys)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- stopped.Advance(ctx, 1e6) }()
	for {
		if _, arrived := stopped.Progress(); arrived > 0 {
			break
		}
		runtime.Gosched()
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped with %v", err)
	}
	consistent(t, sys, stopped)
	now, _ := stopped.Progress()
	now++
	advance(t, stopped, now)
	whole := start(t, sys)
	advance(t, whole, now)
	if stopped.Digest() != whole.Digest() {
		t.Error("a stop changed the trajectory")
	}
}

// TestTooLong: an unbounded queue that outgrows the engine is an error that stays.
func TestTooLong(t *testing.T) {
	s := start(t, &System{Servers: 1, Rate: 1, Arrivals: 10, Seed: 1})
	s.buffer = 50
	for range 2 {
		if err := s.Advance(context.Background(), 100); !errors.Is(err, kernel.ErrQueueTooLong{Jobs: MaxJobs}) {
			t.Fatalf("error %v", err)
		}
	}
}

// TestNoAllocations: memory does not depend on the number of events.
func TestNoAllocations(t *testing.T) {
	s := start(t, &System{Servers: 1_000_000, Rate: 1, Arrivals: 7e5, Standby: 1, Setup: 1, Seed: 1})
	if n := testing.AllocsPerRun(5, func() {
		if _, err := s.handle(math.MaxUint64, 10_000); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations in 10,000 events", n)
	}
}

// TestGolden: results of a system and a seed never change, on any machine.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		sys  System
		want uint64
	}{
		{System{Servers: 100, Buffer: 5, Rate: 1, Arrivals: 80, Standby: 0.5, Setup: 0.2, Seed: 1}, 0xc3acd54ee3a97f8f},
		{System{Servers: 1_000_000_000, Rate: 0.7, Arrivals: 6e8, Standby: 0.1, Setup: 0.3, Seed: 2}, 0x75adbb89abbfb5fd},
		{System{Servers: 3, Rate: 1.1, Arrivals: 3, Standby: 7, Setup: 0.9, Seed: 3}, 0x7b75944978d2ba53},
	} {
		t.Run(fmt.Sprintf("servers=%d", c.sys.Servers), func(t *testing.T) {
			s := start(t, &c.sys)
			advance(t, s, 1e5/c.sys.Arrivals)
			if got := s.Digest(); got != c.want {
				t.Errorf("digest %#x, want %#x", got, c.want)
			}
		})
	}
}
