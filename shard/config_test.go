package shard

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"shardq/alloc"
	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// TestNewRefuses: what New cannot run is an error that names the fault.
func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		what string
		in   func(sys *kernel.System, cfg *Config)
		want string
	}{
		{"negative shards", func(_ *kernel.System, cfg *Config) { cfg.Shards = -1 }, "shard: -1 shards, want 1 to 256, or 0 to choose"},
		{"too many shards", func(_ *kernel.System, cfg *Config) { cfg.Shards = MaxShards + 1 }, "shard: 257 shards"},
		{"negative window", func(_ *kernel.System, cfg *Config) { cfg.Window = -1 }, "shard: a window of -1 arrivals"},
		{"window NaN", func(_ *kernel.System, cfg *Config) { cfg.Window = math.NaN() }, "shard: a window of NaN arrivals"},
		{"unknown instruction set", func(_ *kernel.System, cfg *Config) { cfg.ISA = isa.AVX512 + 1 }, "unknown instruction set"},
		{"unknown idle way", func(_ *kernel.System, cfg *Config) { cfg.Idle = "rank" }, "unknown way to find idle servers \"rank\""},
		{"unknown state", func(_ *kernel.System, cfg *Config) { cfg.State = "split" }, "unknown form of the state \"split\""},
		{"bad system", func(sys *kernel.System, _ *Config) { sys.Arrivals = 0 }, "total arrival rate 0"},
		{"bad port rates", func(sys *kernel.System, _ *Config) { sys.PortRates = make([]float64, 40) }, "port rates"},
		{"too many bits", func(sys *kernel.System, _ *Config) {
			sys.Types = nil
			for i := range 20 {
				sys.Types = append(sys.Types, kernel.Type{Rate: 20 - float64(i), Count: 1})
			}
			for range 1 << 13 {
				last := sys.Types[len(sys.Types)-1]
				sys.Types = append(sys.Types, kernel.Type{Rate: last.Rate * 0.999, Count: 1})
			}
			sys.Graph = graph.Complete{L: 1, N: len(sys.Types)}
			sys.Buffer = kernel.MaxBuffer
		}, "bits a server"},
	} {
		sys, cfg := small(t, 20, 3, policy.JSQ), Config{}
		c.in(sys, &cfg)
		sim, err := New(sys, cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.what, err, c.want)
		}
		if sim != nil {
			t.Errorf("%s: a simulator along with the error", c.what)
		}
	}
	if _, err := Estimate(&kernel.System{Types: make([]kernel.Type, 1<<13), Buffer: kernel.MaxBuffer}, Config{}); err == nil {
		t.Error("Estimate takes a system with too many bits")
	}
}

// TestOddWindows: windows of any size, infinite ones too, give the digest of the definition.
func TestOddWindows(t *testing.T) {
	sys := small(t, 30, 4, policy.JFSQ)
	want := reference(t, sys, 2.5)
	for _, window := range []float64{0.9, 1, 33.3, 1e9, math.Inf(1)} {
		sim := begin(t, sys, Config{Shards: 3, Window: window})
		advance(t, sim, 2.5)
		if sim.Digest() != want {
			t.Errorf("window %v: another digest", window)
		}
	}
}

// TestNumberOfShards: what is asked for is what runs, except that a system with nothing to divide says so; by itself the program uses the
// cores for large systems only.
func TestNumberOfShards(t *testing.T) {
	cores := min(runtime.GOMAXPROCS(0), MaxShards)
	for _, c := range []struct {
		complete       bool
		rule           policy.Rule
		servers, asked int
		want           int
		note           bool
	}{
		{false, policy.JFSQ, 100, 0, 1, false},
		{false, policy.JFSQ, 100, 7, 7, false},
		{false, policy.JFSQ, SmallSystem - 1, 0, 1, false},
		{false, policy.JFSQ, SmallSystem, 0, cores, false},
		{true, policy.JFSQ, SmallSystem, 0, 1, false},
		{true, policy.JFSQ, 100, 1, 1, false},
		{true, policy.JFSQ, 100, 7, 1, true},
		{true, policy.JIQJSQD, 100, 2, 1, true},
		{true, policy.JSQD, 100, 7, 7, false},
		{true, policy.Random, SmallSystem, 0, cores, false},
		{true, policy.Fastest, 100, 2, 2, false},
	} {
		sys := small(t, c.servers, 2, c.rule)
		if c.complete {
			sys.Graph = graph.Complete{L: 5, N: c.servers}
		}
		sim := begin(t, sys, Config{Shards: c.asked})
		if sim.Shards() != c.want || (sim.Note() != "") != c.note {
			t.Errorf("%+v: %d shards, note %q", c, sim.Shards(), sim.Note())
		}
		if c.note && (!strings.Contains(sim.Note(), c.rule.String()) || !strings.Contains(sim.Note(), "complete graph")) {
			t.Errorf("%+v: the note does not say why: %q", c, sim.Note())
		}
	}
}

// TestCloseReturnsMemory: closing gives everything back to the arena, once, however often it is called; a New that fails leaves nothing
// there.
func TestCloseReturnsMemory(t *testing.T) {
	const servers = 1 << 20 // large enough for mappings of their own
	for _, backing := range []alloc.Backing{alloc.Auto, alloc.Heap} {
		arena := alloc.New(alloc.Config{Backing: backing})
		for _, shards := range []int{1, 3} {
			sys := small(t, 30, 3, policy.JSQD)
			sys.Graph, sys.Types = graph.Complete{L: 5, N: servers}, []kernel.Type{{Rate: 1, Count: servers}}
			sim, err := New(sys, Config{Shards: shards, Arena: arena})
			if err != nil {
				t.Fatal(err)
			}
			state := uint64(0)
			for _, use := range arena.Usage() {
				if use.Purpose == alloc.State {
					state += use.Bytes
				}
			}
			if state < uint64(shards*servers) {
				t.Errorf("%v, %d shards: in use %v", backing, shards, arena.Usage())
			}
			if err := sim.Close(); err != nil {
				t.Error(err)
			}
			if use := arena.Usage(); len(use) != 0 {
				t.Errorf("%v, %d shards: left %v", backing, shards, use)
			}
			// The next run is likely to get the same addresses. A second Close of the first must not free them.
			next, err := New(sys, Config{Shards: shards, Arena: arena})
			if err != nil {
				t.Fatal(err)
			}
			before := fmt.Sprint(arena.Usage())
			if err := sim.Close(); err != nil {
				t.Error(err)
			}
			if after := fmt.Sprint(arena.Usage()); after != before {
				t.Errorf("%v, %d shards: a second Close took memory of another run: %v, before %v", backing, shards, after, before)
			}
			if err := next.Close(); err != nil {
				t.Error(err)
			}
		}
		if _, err := New(small(t, 1000, 3, policy.JSQ), Config{Arena: arena, ISA: isa.AVX512 + 1}); err == nil || len(arena.Usage()) != 0 {
			t.Errorf("a failed New, %v, left %v", err, arena.Usage())
		}
		if err := arena.Release(); err != nil {
			t.Error(err)
		}
	}
}

// TestTick: a tick is the least step of Now.
func TestTick(t *testing.T) {
	sim := begin(t, small(t, 20, 3, policy.JSQ), Config{})
	if err := sim.Advance(t.Context(), 3*sim.Tick()); err != nil {
		t.Fatal(err)
	}
	if got := sim.Counters().Ticks; got != 3 || sim.Now() != 3*sim.Tick() {
		t.Errorf("after three ticks: %d, time %v", got, sim.Now())
	}
}
