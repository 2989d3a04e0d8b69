package speed

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/bench/result"
	"shardq/bench/speed/systems"
)

// TestLinesOfSystems: lines of systems survive JSON, are judged by their references, and have tables of their own.
func TestLinesOfSystems(t *testing.T) {
	s := &session{workload: "systems", host: result.Host{CPU: "cpu", Cores: 2, OS: "linux", Arch: "amd64", Go: "go1.26"}, version: "v"}
	small := systems.Run{Servers: 10, Shards: 1, Seconds: 2, PerSecond: 500, Unit: "slot"}
	large := systems.Run{Servers: 1000, Shards: 2, Seconds: 1.5, PerSecond: 2e6, Unit: "job"}
	s.add(
		s.systemLine(
			&systems.Result{Name: "one", Scenario: "a", Engine: "slotted", Default: small, References: []systems.Reference{{Failed: true}}},
		),
		s.systemLine(
			&systems.Result{
				Name:       "two",
				Scenario:   "b",
				Engine:     "sharded",
				Default:    small,
				Large:      &large,
				References: []systems.Reference{{}},
			},
		),
	)
	want := []Line{
		{
			Workload: "systems", Case: "system=one/scenario=a/servers=10", Contestant: "slotted", Shards: 1, Rounds: 1, NsJob: 2e6,
			Least: 2e6, Greatest: 2e6,
			PerSecond: 500, Unit: "slot", Target: systems.Target, Host: s.host, Version: "v", System: s.Lines[0].System,
		},
		{
			Workload: "systems", Case: "system=two/scenario=b/servers=1000", Contestant: "sharded", Shards: 2, Rounds: 1, NsJob: 500,
			Least: 500, Greatest: 500,
			PerSecond: 2e6, Unit: "job", Target: systems.Target, Met: true, Host: s.host, Version: "v", System: s.Lines[1].System,
		},
	}
	if diff := cmp.Diff(want, s.Lines); diff != "" {
		t.Errorf("lines:\n%s", diff)
	}
	var file bytes.Buffer
	if err := s.WriteLines(&file); err != nil {
		t.Fatal(err)
	}
	back, err := ReadLines(&file, "x")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&s.Report, back); diff != "" {
		t.Errorf("after JSON:\n%s", diff)
	}
	table := back.SystemTable()
	if n, m := len(table.Rows), len(back.ReferenceTable().Rows); n != 2 || m != 2 || len(back.Table().Rows) != 0 ||
		len(back.TargetTable().Rows) != 0 {
		t.Errorf("%d systems and %d references, want 2", n, m)
	}
	if !slices.ContainsFunc(
		table.Notes,
		func(note string) bool { return strings.HasPrefix(note, "cpu, 2 cores, linux/amd64, go1.26, shardq v") },
	) {
		t.Errorf("no machine in the notes %q", table.Notes)
	}
	if missed := back.Missed(); len(missed) != 1 || missed[0].System.Name != "one" {
		t.Errorf("missed %+v", missed)
	}
}
