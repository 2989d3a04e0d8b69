package known

import (
	"math"
	"testing"

	"shardq/bench/scenario/input"
)

// Beside a measurement the bound is that of the jobs that were admitted once more than one in a thousand is lost.
func TestBeside(t *testing.T) {
	sc := parse(t, small)
	p := sc.Policies[0]
	whole := Beside(sc, p, 0, 2)
	if whole.Admitted != whole.LowerBound || math.Abs(whole.Gap-(2/whole.LowerBound-1)) > 1e-12 {
		t.Errorf("nothing lost: %+v", whole)
	}
	lossy := Beside(sc, p, 0.1, 2)
	if !(lossy.Admitted < lossy.LowerBound) || math.Abs(lossy.Gap-(2/lossy.Admitted-1)) > 1e-12 {
		t.Errorf("a tenth lost: %+v", lossy)
	}
	if none := Beside(sc, p, math.NaN(), math.NaN()); !math.IsNaN(none.Gap) || !math.IsNaN(none.Admitted) || len(none.Limits) == 0 {
		t.Errorf("no job: %+v", none)
	}
}

// A mere bound is not the value that a run is compared with.
func TestFirst(t *testing.T) {
	sc := parse(t, small, input.Set{Path: "servers", Value: "{count: 2, types: [{share: 1, rate: 1}]}"},
		input.Set{Path: "graph", Value: "{kind: complete}"}, input.Set{Path: "policy", Value: "{name: jiq}"})
	theory, err := Of(sc)
	if err != nil {
		t.Fatal(err)
	}
	if len(theory.Limits) < 2 || !theory.Limits[0].Bound {
		t.Fatalf("limits %+v", theory.Limits)
	}
	if l, ok := theory.First(); !ok || l.Bound || l.Name != "JIQ of two servers" {
		t.Errorf("first %+v, %v", l, ok)
	}
	if l, ok := (Theory{Limits: theory.Limits[:1]}).First(); ok {
		t.Errorf("a bound is a value: %+v", l)
	}
}

// Only the graphs of theorems are drawn from a construction.
func TestDrawn(t *testing.T) {
	if c, err := Drawn(parse(t, small)); c != nil || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
	c, err := Drawn(parse(t, small, input.Set{Path: "graph", Value: "{kind: theorem2, epsilon: 0.02}"}))
	if err != nil || c.Epsilon != 0.02 || !(c.Edges > 0) || len(c.Block().Lines) == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}
