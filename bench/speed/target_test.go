package speed

import (
	"strings"
	"testing"
)

func TestMet(t *testing.T) {
	least, most := Target{Limit: 1.6}, Target{Limit: 1.9, Most: true}
	for _, c := range []struct {
		target Target
		figure float64
		want   bool
	}{
		{least, 1.6, true}, {least, 1.595, true}, {least, 1.594, false}, {least, 7, true}, {least, 0, false},
		{most, 1.9, true}, {most, 1.904, true}, {most, 1.906, false}, {most, 0, true}, {Target{Most: true}, 0, true},
		{Target{Most: true}, 4, false},
	} {
		if got := c.target.Met(c.figure); got != c.want {
			t.Errorf("%+v, figure %v: met %v, want %v", c.target, c.figure, got, c.want)
		}
	}
}

func TestTargetsAreNamed(t *testing.T) {
	seen := map[string]bool{}
	for _, target := range Targets() {
		if seen[target.Row] || target.Row == "" || target.What == "" || target.Unit == "" || target.Cores < 1 {
			t.Errorf("%+v: want a name of its own, words, a unit and a number of cores", target)
		}
		seen[target.Row] = true
	}
}

// TestTargetTable: the worst figure of a row counts, a row without a figure shows why, and rows that nobody speaks of are left out.
func TestTargetTable(t *testing.T) {
	s := &session{effort: full, cores: 1}
	for _, x := range []float64{30, 18.5, 25} {
		l := Line{Contestant: "lumped engine"}
		s.decide(&l, "lumped", x)
		s.add(l)
	}
	for _, x := range []float64{1, 3.5, 2} {
		l := Line{Contestant: "engine, 1 shard"}
		s.decide(&l, "cost", x)
		s.add(l)
	}
	s.add(Line{Row: "billion", Note: "not today"})
	var out strings.Builder
	if err := s.TargetTable().CSV(&out); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != 4 || !strings.HasSuffix(got[1], "at least 20 M/s,18.5 M/s,missed") ||
		!strings.HasSuffix(got[2], "at most 4 times,3.5 times,met") ||
		!strings.HasSuffix(got[3], "at most 24 GiB,,not today") {
		t.Errorf("table\n%s", out.String())
	}
	if missed := s.Missed(); len(missed) != 1 || missed[0].Figure != 18.5 {
		t.Errorf("missed %+v, want the line of 18.5", missed)
	}
	s.explainMissing()
	for _, target := range Targets() {
		found := 0
		for _, l := range s.Lines {
			if l.Row == target.Row {
				found++
				if l.FigureUnit == "" && l.Note == "" {
					t.Errorf("%s has neither a figure nor a reason", target.Row)
				}
				if l.FigureUnit == "" && target.Cores > 1 && l.Note != "needs 2 cores" {
					t.Errorf("%s: reason %q", target.Row, l.Note)
				}
			}
		}
		if found == 0 {
			t.Errorf("nothing about %s", target.Row)
		}
	}
}

// TestQuickIsNotJudged: a quick session has figures and no verdicts.
func TestQuickIsNotJudged(t *testing.T) {
	s := &session{effort: quick}
	l := Line{}
	s.decide(&l, "lumped", 1)
	if l.Target != "" || l.Met || l.Figure != 1 || l.FigureUnit != "M/s" || l.Row != "lumped" {
		t.Errorf("%+v", l)
	}
}
