package kernel

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shardq/graph"
	"shardq/graph/isa"
	"shardq/kernel/policy"
)

// TestStepsAreLoad: whatever was drawn by Step before, of this epoch or of others that were left half drawn, Load gives what it gives
// alone; Step does not touch what is loaded, takes one step a lane, and no buffer grows.
func TestStepsAreLoad(t *testing.T) {
	sys := &System{
		Graph: graph.Complete{
			L: 300,
			N: 200,
		}, Types: []Type{{Rate: 3, Count: 50}, {Rate: 1, Count: 150}}, Buffer: 5, Arrivals: 250, Seed: 31,
	}
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	lanesA, lanesD := len(plan.Arrivals.Lanes), len(plan.Departures.Lanes)
	type drawn struct {
		arrivals   []Arrival
		departures []Departure
	}
	rapid.Check(t, func(t *rapid.T) {
		firstA := rapid.IntRange(0, lanesA).Draw(t, "first arrival lane")
		lastA := rapid.IntRange(firstA, lanesA).Draw(t, "last arrival lane")
		firstD := rapid.IntRange(0, lanesD).Draw(t, "first departure lane")
		lastD := rapid.IntRange(firstD, lanesD).Draw(t, "last departure lane")
		lanes := lastA - firstA + lastD - firstD
		fresh := func() *Generator {
			g, err := NewGenerator(nil, plan, firstA, lastA, firstD, lastD, isa.Best)
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		alone := map[uint64]drawn{}
		want := func(epoch uint64) drawn {
			if _, ok := alone[epoch]; !ok {
				g := fresh()
				g.Load(epoch)
				alone[epoch] = drawn{g.Arrivals, g.Departures}
			}
			return alone[epoch]
		}
		g := fresh()
		bytes := g.Bytes()
		loaded, have := uint64(0), false
		stepping, steps := ^uint64(0), 0 // what Step is at, and how many lanes of it are drawn
		for range rapid.IntRange(1, 12).Draw(t, "calls") {
			epoch := rapid.SampledFrom([]uint64{0, 1, 2, 3, MaxEpochs - 1}).Draw(t, "epoch")
			if rapid.IntRange(0, 2).Draw(t, "call") == 0 {
				g.Load(epoch)
				loaded, have = epoch, true
				stepping = ^uint64(0)
			}
			for range rapid.IntRange(0, lanes+2).Draw(t, "steps") {
				if stepping != epoch {
					stepping, steps = epoch, 0
				}
				more := g.Step(epoch)
				if more != (steps < lanes) {
					t.Fatalf("step %d of %d lanes: %v", steps, lanes, more)
				}
				if more {
					steps++
				}
			}
			if !have {
				continue
			}
			if w := want(loaded); !slices.Equal(g.Arrivals, w.arrivals) || !slices.Equal(g.Departures, w.departures) {
				t.Fatalf(
					"epoch %d: %d arrivals and %d departures, alone %d and %d, or others",
					loaded,
					len(g.Arrivals),
					len(g.Departures),
					len(w.arrivals),
					len(w.departures),
				)
			}
		}
		if g.Bytes() != bytes {
			t.Fatalf("the buffers grew from %d to %d bytes", bytes, g.Bytes())
		}
	})
}

// TestLoadAfterSteps: the plain case of a run: some lanes of the next epoch drawn, then the rest, again and again.
func TestLoadAfterSteps(t *testing.T) {
	sys := smallSystem(t, policy.JFSQ)
	plan, err := NewPlan(sys)
	if err != nil {
		t.Fatal(err)
	}
	lanesA, lanesD := len(plan.Arrivals.Lanes), len(plan.Departures.Lanes)
	g, err := NewGenerator(nil, plan, 0, lanesA, 0, lanesD, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := NewGenerator(nil, plan, 0, lanesA, 0, lanesD, isa.Best)
	if err != nil {
		t.Fatal(err)
	}
	for epoch := range uint64(lanesA + lanesD + 2) {
		for range epoch {
			g.Step(epoch)
		}
		g.Load(epoch)
		alone.Load(epoch)
		if !slices.Equal(g.Arrivals, alone.Arrivals) || !slices.Equal(g.Departures, alone.Departures) {
			t.Fatalf("epoch %d after %d steps: other events", epoch, epoch)
		}
	}
}
