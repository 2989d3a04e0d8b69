package scenario_test

import (
	"slices"
	"testing"

	"shardq/bench/scenario"
)

// TestKindsAreComplete: every kind says what it is, once, and a word that is no kind has no facts.
func TestKindsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for i, k := range scenario.Kinds() {
		f := k.Facts()
		if f.Kind != k || f.Doc == "" || seen[f.Doc] || slices.Index(scenario.Kinds(), k) != i {
			t.Errorf("%s: %+v", k, f)
		}
		seen[f.Doc] = true
		g := scenario.GraphSection{Kind: k}
		if g.OnServers() != f.OnServers || g.ReachesAll() != (f.Law == scenario.EveryEdge) ||
			f.Law == scenario.AlikeServers && !f.OnServers ||
			f.BothSides && !f.EvenDegree {
			t.Errorf("%s: %+v", k, f)
		}
	}
	if f := scenario.Kind("star").Facts(); f.Kind != "" || f.Doc != "" {
		t.Errorf("a kind that does not exist: %+v", f)
	}
	if g := (scenario.GraphSection{Kind: scenario.File, Between: "servers"}); !g.OnServers() {
		t.Error("a file between servers is not a graph on servers")
	}
}
