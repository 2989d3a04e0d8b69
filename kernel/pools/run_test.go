package pools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
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
		Pools: rapid.SampledFrom([]int{1, 2, 3, 10, 1000, 1_000_000_000, kernel.MaxServers}).Draw(t, "pools"),
		Cap:   rapid.SampledFrom([]int{0, 1, 2, 5, 1000}).Draw(t, "cap"),
		Rate:  rapid.SampledFrom([]float64{1, 0.3, 1e-6, 1e6}).Draw(t, "rate"),
		Seed:  rapid.Uint64().Draw(t, "seed"),
		Policy: policy.Policy{
			Rule:        rapid.SampledFrom(policy.Rules(policy.Pools)).Draw(t, "policy"),
			D:           rapid.SampledFrom([]int{1, 2, 3, 5, 50}).Draw(t, "d"),
			Replacement: rapid.Bool().Draw(t, "replacement"),
		},
	}
	sys.Arrivals = rapid.SampledFrom([]float64{1e-6, 0.1, 1, 3.5, 120}).Draw(t, "load") * sys.Rate * float64(sys.Pools)
	return sys
}

// consistent fails if state, index and counters contradict each other.
func consistent(t interface{ Fatalf(string, ...any) }, sys *System, s *Simulator) {
	c := s.Counters()
	if c.Arrived != c.Admitted+c.Blocked || c.Departed > c.Admitted || c.InSystem != c.Admitted-c.Departed {
		t.Fatalf("tasks: %+v", c)
	}
	tasks, last := uint64(0), uint64(sys.Pools)
	for k := 1; k <= s.levels.Top()+1; k++ {
		n := s.levels.AtLeast(k)
		tasks += n
		if n > last || n > 0 && sys.Cap > 0 && k > sys.Cap {
			t.Fatalf("%d pools with %d tasks, %d with one less", n, k, last)
		}
		last = n
	}
	if tasks != c.InSystem || tasks != s.tasks {
		t.Fatalf("%d tasks in pools, %d in the system", tasks, c.InSystem)
	}
	if want := newIndex(&s.levels); !slices.Equal(s.index.sum, want.sum) {
		t.Fatalf("index %v, want %v", s.index.sum, want.sum)
	}
	joined := uint64(0)
	for _, n := range c.Join {
		joined += n
	}
	var sum kernel.Wide
	for _, w := range c.Level {
		sum = sum.Plus(w)
	}
	if joined != c.Admitted || sum != c.Tasks {
		t.Fatalf("joins and integrals: %+v", c)
	}
	if now, arrived := s.Progress(); now != float64(c.Ticks)*s.Tick() || arrived != c.Arrived {
		t.Fatalf("progress %v, %d: %+v", now, arrived, c)
	}
}

// TestPiecesMakeTheWhole: stops anywhere change nothing, and state and counters agree at each.
func TestPiecesMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := draw(t)
		whole, pieces := start(t, sys), start(t, sys)
		consistent(t, sys, whole)
		now, sum := 0.0, Counters{}
		for range rapid.IntRange(1, 5).Draw(t, "stops") {
			now += rapid.Float64Range(0, 1000).Draw(t, "events") / (sys.Arrivals + sys.Rate)
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

// TestIntegrals: those of all levels are sums over ticks, here taken event by event.
func TestIntegrals(t *testing.T) {
	s := start(t, &System{Pools: 5, Cap: 4, Rate: 1, Arrivals: 10, Policy: policy.Policy{Rule: policy.JSQD, D: 2}, Seed: 4})
	last := uint64(0)
	levels := make([]kernel.Wide, 4)
	for range 2000 {
		due := s.clock.Due
		for k := range levels {
			levels[k] = levels[k].Plus(kernel.WideProduct(s.levels.AtLeast(k+1), due-last))
		}
		last = due
		if _, err := s.handle(math.MaxUint64, 1); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := s.levels.Integrals(last); !slices.Equal(got, levels) {
		t.Errorf("integrals %v, want %v", got, levels)
	}
}

// TestStops: a context that has ended stops a run, which can go on.
func TestStops(t *testing.T) {
	sys := &System{Pools: 1000, Rate: 1, Arrivals: 3000, Policy: policy.Policy{Rule: policy.JSQ}, Seed: 1}
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

// TestTooMany: a pool that outgrows the engine is an error that stays.
func TestTooMany(t *testing.T) {
	s := start(t, &System{Pools: 1, Rate: 1, Arrivals: 100, Policy: policy.Policy{Rule: policy.JSQ}, Seed: 1})
	s.limit = 50
	for range 2 {
		if err := s.Advance(context.Background(), 100); err == nil || !strings.Contains(err.Error(), "give it a cap") {
			t.Fatalf("error %v", err)
		}
	}
}

// TestNoAllocations: memory does not depend on the number of events.
func TestNoAllocations(t *testing.T) {
	for _, p := range []policy.Policy{{Rule: policy.JSQ}, {Rule: policy.JSQD, D: 2}, {Rule: policy.JSQD, D: 40, Replacement: true},
		{Rule: policy.Random}} {
		s := start(t, &System{Pools: 1_000_000, Rate: 1, Arrivals: 3e6, Policy: p, Seed: 1})
		if n := testing.AllocsPerRun(5, func() {
			if _, err := s.handle(math.MaxUint64, 10_000); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%+v: %v allocations in 10,000 events", p, n)
		}
	}
}

// TestGolden: results of a system and a seed never change, on any machine.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		sys  System
		want uint64
	}{
		{System{Pools: 100, Cap: 5, Rate: 1, Arrivals: 450, Policy: policy.Policy{Rule: policy.JSQ}, Seed: 1}, 0x8526266e38b04706},
		{System{Pools: 1_000_000_000, Rate: 0.7, Arrivals: 6e8, Policy: policy.Policy{Rule: policy.JSQD, D: 2}, Seed: 2},
			0x33ff581462c0587a},
		{System{Pools: 30, Rate: 1.1, Arrivals: 3000, Policy: policy.Policy{Rule: policy.JSQD, D: 3, Replacement: true}, Seed: 3},
			0xfa9fd1e0432ee53},
		{System{Pools: 7, Rate: 1.1, Arrivals: 3, Policy: policy.Policy{Rule: policy.Random}, Seed: 4}, 0xa61fe2e78b5e6b17},
	} {
		t.Run(fmt.Sprintf("pools=%d", c.sys.Pools), func(t *testing.T) {
			s := start(t, &c.sys)
			advance(t, s, 1e5/c.sys.Arrivals)
			if got := s.Digest(); got != c.want {
				t.Errorf("digest %#x, want %#x", got, c.want)
			}
		})
	}
}
