package speed

import (
	"strings"
	"testing"
	"time"

	"shardq/shard"
)

// TestModelByHand: phases that are 12 + 40/P (strike .. apply by parts), and a barrier of 100 ns a shard once in 50 jobs.
func TestModelByHand(t *testing.T) {
	at := func(p float64) PhaseTimes {
		return PhaseTimes{Draw: 10 / p, Strike: 6, Route: 24 / p, Settle: 2 + 6/p, Apply: 4, Wait: 99}
	}
	two := at(2)
	two.Wait, two.Windows = 7, 1.0/50 // 2*100/50 = 4 is the barrier, 3 is for slower shards
	barrier := func(shards int) float64 { return 100 * float64(shards) }
	m := newModel(measuredPhases{2, two}, measuredPhases{4, at(4)}, barrier)
	for _, c := range []struct {
		shards int
		want   float64
		limit  string
	}{
		{2, 12 + 20 + 3 + 4, "work that shards divide: 51 %"},
		{4, 12 + 10 + 3 + 8, "work that every shard repeats: 36 % (strike 18 %, apply 12 %)"},
		{32, 12 + 1.25 + 3 + 64, "waiting for other shards: 83 % (barriers 80 %)"},
	} {
		if got := m.nsJob(c.shards); !near(got, c.want) {
			t.Errorf("%d shards: %v ns, want %v", c.shards, got, c.want)
		}
		if got := m.limit(c.shards); got != c.limit {
			t.Errorf("%d shards: %q, want %q", c.shards, got, c.limit)
		}
	}
	if got := m.best(); got != 4 { // 15 + 40/P + 2 P is 33 at 4 and at 5
		t.Errorf("best on %d shards, want 4", got)
	}
	// With windows as long as the run all of the wait stays.
	two.Windows = 0
	m = newModel(measuredPhases{2, two}, measuredPhases{4, at(4)}, barrier)
	if got, want := m.nsJob(8), 12+40.0/8+7; !near(got, want) {
		t.Errorf("8 shards in one window: %v ns, want %v", got, want)
	}
}

// TestModelIsSane: a phase that grows with the shards, or falls faster than in proportion, counts as all repeated or all divided.
func TestModelIsSane(t *testing.T) {
	m := newModel(
		measuredPhases{2, PhaseTimes{Strike: 6, Route: 24}},
		measuredPhases{4, PhaseTimes{Strike: 8, Route: 3}},
		func(int) float64 { return 1 },
	)
	if got, want := m.nsJob(8), 6+24*2/8.0; !near(got, want) {
		t.Errorf("%v ns, want %v", got, want)
	}
}

func TestPredictionLines(t *testing.T) {
	s := &session{workload: "scale"}
	one := &Timing{Name: "engine, 1 shard", System: "servers=8", NsJob: []float64{50, 48, 60}}
	few, more := PhaseTimes{Route: 20, Strike: 5}, PhaseTimes{Route: 10, Strike: 5}
	s.predict(one, measuredPhases{2, few}, measuredPhases{4, more}, func(int) float64 { return 1 })
	if len(s.Lines) != len(predictedShards)+1 {
		t.Fatalf("%d lines, want %d", len(s.Lines), len(predictedShards)+1)
	}
	if last := s.Lines[len(predictedShards)]; last.Shards != shard.MaxShards { // nothing but divided work gets dearer or cheaper
		t.Errorf("%+v", last)
	}
	l := s.Lines[2] // 8 shards: 5 + 40/8 = 10 ns
	if l.Shards != 8 || !near(l.NsJob, 10) || !near(l.Ratio, 5) || !l.Predicted || l.Against != one.Name ||
		!strings.Contains(l.Note, "50 %") {
		t.Errorf("%+v", l)
	}
}

func TestMeanPhases(t *testing.T) {
	before := []phaseTimes{{draw: 1, wait: 10, windows: 3}, {draw: 2, wait: 20, windows: 3}}
	after := []phaseTimes{
		{
			draw:    1 + 300,
			strike:  100,
			route:   500,
			wait:    10 + 40,
			settle:  20,
			apply:   60,
			windows: 5,
		}, {draw: 2 + 100, strike: 300, route: 700, wait: 20 + 60, settle: 40, apply: 20, windows: 5},
	}
	got := meanPhases(before, after, 10)
	want := PhaseTimes{Draw: 20, Strike: 20, Route: 60, Wait: 5, Settle: 3, Apply: 4, Windows: 0.2}
	if got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if meanPhases(nil, nil, 10) != nil || meanPhases(before, after, 0) != nil {
		t.Error("phases out of nothing")
	}
}

func TestMedianPhases(t *testing.T) {
	got := medianPhases(
		[]*PhaseTimes{
			{Draw: 1, Strike: 9, Wait: 5, Windows: 2},
			{Draw: 2, Strike: 8, Wait: 900, Windows: 3},
			{Draw: 3, Strike: 7, Wait: 6, Windows: 4},
		},
	)
	if want := (PhaseTimes{Draw: 2, Strike: 8, Wait: 6, Windows: 3}); got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if medianPhases(nil) != nil {
		t.Error("phases out of nothing")
	}
}

func TestBarrierTakesTime(t *testing.T) {
	if ns := timeBarrier(2, time.Millisecond); !(ns > 0 && ns < 1e9) {
		t.Errorf("%v ns", ns)
	}
}
