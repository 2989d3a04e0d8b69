package kernel

import (
	"math"
	"strings"
	"testing"

	"shardq/graph"
	"shardq/kernel/policy"
)

func soundSystem() *System {
	return &System{
		Graph: graph.Complete{L: 2, N: 3}, Types: []Type{{Rate: 2, Count: 1}, {Rate: 1, Count: 2}}, Buffer: 5, Arrivals: 1,
		Policy: policy.Policy{Rule: policy.JSQD, D: 2},
	}
}

// TestValidateFindsEachFault: one fault each, with its name in the message.
func TestValidateFindsEachFault(t *testing.T) {
	if err := soundSystem().Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fault string
		in    func(s *System)
		want  string
	}{
		{"no graph", func(s *System) { s.Graph = nil }, "no graph"},
		{"no types", func(s *System) { s.Types = nil }, "0 server types"},
		{"many types", func(s *System) { s.Types = make([]Type, MaxTypes+1) }, "65537 server types"},
		{"rate 0", func(s *System) { s.Types[1].Rate = 0 }, "service rate 0"},
		{"rate NaN", func(s *System) { s.Types[0].Rate = math.NaN() }, "service rate NaN"},
		{"rate infinite", func(s *System) { s.Types[0].Rate = math.Inf(1) }, "service rate +Inf"},
		{"no servers", func(s *System) { s.Types[1].Count = 0 }, "type 1: 0 servers"},
		{"negative servers", func(s *System) { s.Types[1].Count = -5 }, "type 1: -5 servers"},
		{"equal rates", func(s *System) { s.Types[1].Rate = 2 }, "rate 2 is not below the rate 2"},
		{"rising rates", func(s *System) { s.Types[1].Rate = 3 }, "rate 3 is not below"},
		{"too many servers", func(s *System) { s.Types[1].Count = MaxServers }, "the limit is 2147483648"},
		{"graph of other size", func(s *System) { s.Types[1].Count = 3 }, "graph has 3 servers, the types have 4"},
		{"no ports", func(s *System) { s.Graph = graph.Complete{L: 0, N: 3} }, "0 ports"},
		{"port rates", func(s *System) { s.PortRates = []float64{1} }, "1 port rates for 2 ports"},
		{"negative buffer", func(s *System) { s.Buffer = -1 }, "buffer -1"},
		{"large buffer", func(s *System) { s.Buffer = MaxBuffer + 1 }, "buffer 1048577"},
		{"no arrivals", func(s *System) { s.Arrivals = 0 }, "total arrival rate 0"},
		{"arrivals NaN", func(s *System) { s.Arrivals = math.NaN() }, "total arrival rate NaN"},
		{"arrivals infinite", func(s *System) { s.Arrivals = math.Inf(1) }, "total arrival rate +Inf"},
		{"unknown rule", func(s *System) { s.Policy.Rule = 99 }, `unknown policy "rule(99)"`},
		{"rule of another model", func(s *System) { s.Policy.Rule = policy.TABS }, `unknown policy "tabs"`},
		{"no sample", func(s *System) { s.Policy.D = 0 }, "d = 0"},
		{"coarse", func(s *System) { s.CoarseTicks = 32 }, "32 coarse tick bits"},
		{"start shares", func(s *System) { s.StartBusy = []float64{1} }, "1 start shares for 2 types"},
		{"start share above 1", func(s *System) { s.StartBusy = []float64{0, 1.5} }, "start share 1.5"},
		{"start share NaN", func(s *System) { s.StartBusy = []float64{math.NaN(), 0} }, "start share NaN"},
	} {
		s := soundSystem()
		c.in(s)
		err := s.Validate()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.fault, err, c.want)
			continue
		}
		for _, line := range strings.Split(err.Error(), "\n") {
			if !strings.HasPrefix(line, "kernel: ") {
				t.Errorf("%s: line %q does not name the package", c.fault, line)
			}
		}
		if _, err := NewReference(s); err == nil {
			t.Errorf("%s: NewReference takes it", c.fault)
		}
	}
}

// TestValidateListsAllFaults: several faults at once, each in a line of its own.
func TestValidateListsAllFaults(t *testing.T) {
	s := &System{
		Graph: graph.Complete{
			L: 2,
			N: 9,
		}, Types: []Type{{Rate: -1, Count: 1}, {Rate: 1, Count: 0}}, Buffer: -2, PortRates: []float64{1, 2, 3},
		Policy: policy.Policy{Rule: policy.JIQJSQD}, CoarseTicks: 40, StartBusy: []float64{2},
	}
	err := s.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	wants := []string{
		"service rate -1", "0 servers, want", "not below", "graph has 9", "3 port rates", "buffer -2", "arrival rate 0", "d = 0",
		"40 coarse",
		"1 start shares", "start share 2",
	}
	for _, want := range wants {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
	if lines := strings.Count(err.Error(), "\n") + 1; lines != len(wants) {
		t.Errorf("%d lines, want %d:\n%v", lines, len(wants), err)
	}
}

// TestStartShares: servers start busy in proportion to the share of their type: none at 0, all at 1, the same in every engine.
func TestStartShares(t *testing.T) {
	const each = 10_000
	sys := &System{
		Graph: graph.Complete{L: 1, N: 3 * each}, Types: []Type{{Rate: 4, Count: each}, {Rate: 2, Count: each}, {Rate: 1, Count: each}},
		Buffer: 5, Arrivals: 1, StartBusy: []float64{0, 0.3, 1}, Seed: 13,
	}
	l, err := NewLayout(sys)
	if err != nil {
		t.Fatal(err)
	}
	state := make([]uint8, sys.Servers())
	jobs := InitState(sys, l, state)
	busy := make([]int, 3)
	for s, k := range state {
		if want := s / each; l.typ(uint32(k)) != want {
			t.Fatalf("server %d has type %d, want %d", s, l.typ(uint32(k)), want)
		}
		busy[s/each] += l.jobs(uint32(k))
	}
	if busy[0] != 0 || busy[2] != each || jobs != uint64(busy[0]+busy[1]+busy[2]) {
		t.Errorf("busy at the start: %v, %d jobs", busy, jobs)
	}
	deviate(t, "share 0.3", (float64(busy[1])-0.3*each)/math.Sqrt(each*0.3*0.7))
	ref, err := NewReference(sys)
	if err != nil {
		t.Fatal(err)
	}
	if c := ref.Counters(); c.InSystem != jobs {
		t.Errorf("the reference starts with %d jobs, not %d", c.InSystem, jobs)
	}
	for s, q := range ref.queue {
		if q != l.jobs(uint32(state[s])) {
			t.Fatalf("server %d starts with %d jobs in the reference, not %d", s, q, l.jobs(uint32(state[s])))
		}
	}
}

// TestSearchedCompleteGraphsAreNotDivided: which systems have nothing to divide among shards.
func TestSearchedCompleteGraphsAreNotDivided(t *testing.T) {
	for _, p := range append(everyRule(), policy.Policy{Rule: policy.Supermarket, D: 2}, policy.Policy{Rule: policy.TwoClass}) {
		sys := &System{Graph: graph.Complete{L: 1, N: 2}, Policy: p}
		want := p.Rule != policy.Random && p.Rule != policy.Fastest && p.Rule != policy.JSQD && p.Rule != policy.Supermarket &&
			p.Rule != policy.TwoClass
		if LooksAtAll(sys) != want {
			t.Errorf("%v on a complete graph: %v, want %v", p.Rule, !want, want)
		}
		sys.Graph = sameRow(t, 1, ids(2, 1), 2)
		if LooksAtAll(sys) {
			t.Errorf("%v on a stored graph looks at all", p.Rule)
		}
	}
}
