package lumped

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

var update = flag.Bool("update", false, "write the digests of this build to testdata/digests.json")

var never atomic.Bool

// consistent fails if state and counters contradict each other.
func consistent(t interface{ Fatalf(string, ...any) }, s *Simulator) {
	c := s.Counters()
	if c.Arrived != c.Admitted+c.Blocked || c.Unroutable != 0 || c.Servers != nil || c.Ticks != s.now {
		t.Fatalf("counters %+v", c)
	}
	jobs := uint64(0)
	all := make([]uint32, 4096)
	for m := range s.classes {
		tail := s.classes[m].tail
		if tail[0] != s.classes[m].n || tail[len(tail)-1] != 0 ||
			!slices.IsSortedFunc(tail, func(a, b uint32) int { return int(int64(b) - int64(a)) }) {
			t.Fatalf("type %d: tail %v", m, tail)
		}
		for k, n := range tail {
			all[k] += n
			if k > 0 {
				jobs += uint64(n)
			}
			if k > s.buffer && n > 0 {
				t.Fatalf("type %d: %d servers with %d jobs, and room for %d", m, n, k, s.buffer)
			}
		}
	}
	if jobs != c.InSystem {
		t.Fatalf("%d jobs at servers, %d in the system", jobs, c.InSystem)
	}
	if s.all == nil {
		return
	}
	for k, n := range s.all {
		if n != all[k] {
			t.Fatalf("%d servers with at least %d jobs, kept as %d", all[k], k, n)
		}
	}
	if s.all[s.low] != s.servers || s.all[s.low+1] == s.servers {
		t.Fatalf("the shortest queue is kept as %d of %v", s.low, s.all)
	}
}

// TestPiecesMakeTheWhole: stops anywhere change nothing, and state and counters agree at each.
func TestPiecesMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := draw(t)
		whole, pieces := start(t, sys), start(t, sys)
		consistent(t, whole)
		tick := uint64(0)
		for range rapid.IntRange(1, 4).Draw(t, "stops") {
			tick += uint64(rapid.Int64Range(0, 1<<32).Draw(t, "step"))
			pieces.advance(tick, &never)
			consistent(t, pieces)
		}
		whole.advance(tick, &never)
		if diff := cmp.Diff(whole.Counters(), pieces.Counters()); diff != "" || whole.Digest() != pieces.Digest() {
			t.Fatalf("in one go and in pieces (-one +pieces):\n%s", diff)
		}
	})
}

// TestPairsAreTheGeneralCase: the loop for pairs of one type follows the trajectory of the general one.
func TestPairsAreTheGeneralCase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := draw(t)
		sys.Types = sys.Types[:1]
		sys.StartBusy = nil
		sys.Types[0].Count = rapid.SampledFrom([]int{2, 3, 50, 3 << 28}).Draw(t, "servers")
		sys.Graph = graph.Complete{L: 3, N: sys.Types[0].Count}
		sys.Arrivals = rapid.SampledFrom([]float64{0.5, 0.95, 30}).Draw(t, "load") * sys.Capacity()
		sys.Policy.Rule, sys.Policy.D = policy.JSQD, 2
		sys.Policy.Replacement = sys.Policy.Replacement || sys.Servers() == 2 // else it is jsq
		a, b := start(t, sys), start(t, sys)
		if !a.doubles {
			t.Fatal("no loop for pairs")
		}
		b.doubles = false
		for _, tick := range []uint64{1 << 30, 1<<32 + 1<<31, 3 << 32} {
			a.advance(tick, &never)
			b.advance(tick, &never)
			if diff := cmp.Diff(a.Counters(), b.Counters()); diff != "" || a.Digest() != b.Digest() {
				t.Fatalf("pairs and the general loop at tick %d (-pairs +general):\n%s", tick, diff)
			}
		}
	})
}

// TestAreaIsTheTimeIntegral: the area is the sum of the jobs in the system over all ticks, here taken event by event.
func TestAreaIsTheTimeIntegral(t *testing.T) {
	for _, p := range []policy.Policy{{Rule: policy.JSQ}, {Rule: policy.JSQD, D: 2}} {
		for _, load := range []float64{0.5, 3} {
			sys := system(p, 6, load, 30)
			sys.StartBusy = []float64{0.5}
			s := start(t, sys)
			area, last, number := kernel.Wide{}, uint64(0), s.start
			for epoch := range uint64(2) {
				var scout stream
				scout, err := newStream(sys, isa.Best)
				if err != nil {
					t.Fatal(err)
				}
				scout.load(epoch)
				for _, offset := range scout.ticks {
					tick := epoch<<32 + uint64(offset)
					s.advance(tick+1, &never)
					area = area.Plus(kernel.WideProduct(number, tick-last))
					c := s.Counters()
					last, number = tick, c.InSystem
					if want := area.Plus(kernel.WideProduct(number, 1)); c.Area != want {
						t.Fatalf("%v, tick %d: area %+v, want %+v", p, tick, c.Area, want)
					}
				}
			}
		}
	}
}

// TestNoAllocationPerEvent: once queues have had their longest length, nothing is allocated.
func TestNoAllocationPerEvent(t *testing.T) {
	for _, p := range everyPolicy() {
		for _, counts := range [][]int{{40}, {20, 30, 1000}} {
			s := start(t, system(p, 7, 0.9, counts...))
			s.advance(3<<32, &never)
			if n := testing.AllocsPerRun(3, func() { s.advance(s.now+1<<32, &never) }); n > 0 {
				t.Errorf("%+v: %v allocations in an epoch", p, n)
			}
		}
	}
}

// TestAnyNumberOfServers: the largest system starts and runs at once.
func TestAnyNumberOfServers(t *testing.T) {
	for _, p := range []policy.Policy{{Rule: policy.JSQD, D: 2}, {Rule: policy.JSQD, D: 1000}, {Rule: policy.JFSQ}, {Rule: policy.Random}} {
		sys := system(p, 0, 0.9, 1<<30, 1<<30)
		sys.StartBusy = []float64{0.9, 0.8}
		s := start(t, sys)
		s.advance(20<<32, &never)
		consistent(t, s)
		if want := float64(1<<30) * 1.7; math.Abs(float64(s.start)-want) > 7*math.Sqrt(float64(1<<30)*0.25) {
			t.Errorf("%d jobs at time 0, want about %.0f", s.start, want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		what string
		in   func(sys *kernel.System)
		want string
	}{
		{"bad system", func(sys *kernel.System) { sys.Arrivals = 0 }, "total arrival rate 0"},
		{"stored graph", func(sys *kernel.System) {
			g, err := graph.Explicit([][]uint32{{0, 1, 2}}, 3)
			if err != nil {
				t.Fatal(err)
			}
			sys.Graph = g
		}, "where every port reaches all of them, want graph.Complete"},
		{"negative port rate", func(sys *kernel.System) { sys.PortRates = []float64{-1} }, "rate -1 of port 0"},
		{"port rate NaN", func(sys *kernel.System) { sys.PortRates = []float64{math.NaN()} }, "rate NaN of port 0"},
		{"no port rates", func(sys *kernel.System) { sys.PortRates = []float64{0} }, "their sum is 0"},
		{"infinite port rates", func(sys *kernel.System) { sys.PortRates = []float64{math.Inf(1)} }, "their sum is +Inf"},
	} {
		sys := system(policy.Policy{Rule: policy.JSQ}, 3, 0.5, 3)
		c.in(sys)
		s, err := New(sys, Config{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.what, err, c.want)
		}
		if s != nil {
			t.Errorf("%s: a simulator along with the error", c.what)
		}
	}
	if _, err := New(&kernel.System{Graph: &graph.Complete{L: 1, N: 1}, Types: []kernel.Type{{Rate: 1, Count: 1}}, Arrivals: 1},
		Config{}); err != nil {
		t.Errorf("a pointer to a complete graph is refused: %v", err)
	}
}

func TestAdvance(t *testing.T) {
	s := start(t, system(policy.Policy{Rule: policy.JSQ}, 3, 0.5, 3))
	ctx := context.Background()
	if err := s.Advance(ctx, 10); err != nil {
		t.Fatal(err)
	}
	if now, arrived := s.Progress(); math.Abs(now-10) > 1e-5 || now != s.Now() || arrived != s.Counters().Arrived || arrived == 0 {
		t.Errorf("progress %v, %d at time %v", now, arrived, s.Now())
	}
	if got := float64(s.Counters().Ticks) * s.Tick(); math.Abs(got-10) > 1e-5 {
		t.Errorf("ticks come to %v units of time", got)
	}
	for until, want := range map[float64]string{9: "go back", -1: "outside the clock", math.NaN(): "outside the clock",
		1e15: "outside the clock"} {
		if err := s.Advance(ctx, until); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("to time %v: error %v, want %q in it", until, err, want)
		}
	}
	if err := s.Advance(ctx, s.Now()); err != nil {
		t.Errorf("to the same time: %v", err)
	}
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
}

// TestInterruption: a run that is stopped goes on to the end it would have had.
func TestInterruption(t *testing.T) {
	sys := system(policy.Policy{Rule: policy.JSQD, D: 2}, 0, 0.9, 100)
	s, whole := start(t, sys), start(t, sys)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(5*time.Millisecond, cancel)
	if err := s.Advance(ctx, 1e7); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if err := s.Advance(ctx, 1e7); !errors.Is(err, context.Canceled) {
		t.Fatalf("with a context that has ended: error %v", err)
	}
	reached := s.Now()
	consistent(t, s)
	for _, s := range []*Simulator{s, whole} {
		if err := s.Advance(context.Background(), reached+50); err != nil {
			t.Fatal(err)
		}
	}
	if s.Digest() != whole.Digest() {
		t.Error("another end after an interruption")
	}
}

// TestQueueTooLong: an unstable system ends with an error, not with all memory.
func TestQueueTooLong(t *testing.T) {
	for _, p := range []policy.Policy{{Rule: policy.Random}, {Rule: policy.JSQD, D: 2}} {
		s := start(t, system(p, 0, 5, 3))
		s.buffer = 300 // stands for MaxJobs
		err := s.Advance(context.Background(), 1e6)
		if long := (kernel.ErrQueueTooLong{}); !errors.As(err, &long) {
			t.Fatalf("error %v", err)
		}
		if s.Now() > 1e4 {
			t.Errorf("stopped at time %v", s.Now())
		}
	}
}

// TestBytes: the estimate covers what is allocated, within a factor of two.
func TestBytes(t *testing.T) {
	for _, sys := range []*kernel.System{system(policy.Policy{}, 5, 1, 7), system(policy.Policy{}, 0, 1, 7, 8, 9)} {
		s := start(t, sys)
		bytes := 16*cap(s.stream.blocks) + 4*(cap(s.stream.ticks)+cap(s.stream.raw)+cap(s.stream.starts))
		for m := range s.classes {
			bytes += 4*cap(s.classes[m].tail) + 8*cap(s.classes[m].met)
		}
		if got := Bytes(sys); got < uint64(bytes) || got > 2*uint64(bytes) {
			t.Errorf("estimate %d, taken %d", got, bytes)
		}
	}
}

// TestDigests: the digests on record, made on another build, come out again: whatever the processor, the Go release, the tags.
func TestDigests(t *testing.T) {
	got := map[string]string{}
	for _, p := range everyPolicy() {
		for _, counts := range [][]int{{1000}, {5, 10, 40}} {
			sys := system(p, 6, 0.95, counts...)
			sys.StartBusy = slices.Repeat([]float64{0.4}, len(counts))
			s := start(t, sys)
			s.advance(5<<32+12345, &never)
			got[fmt.Sprintf("%v d=%d replacement=%v servers=%v", p.Rule, p.D, p.Replacement, counts)] = fmt.Sprintf("%016x", s.Digest())
		}
	}
	const file = "testdata/digests.json"
	if *update {
		data, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.MkdirAll("testdata", 0o777), os.WriteFile(file, append(data, '\n'), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("digests (-recorded +now):\n%s", diff)
	}
}
