package speed

import (
	"bytes"
	"strings"
	"testing"

	"shardq/bench/result"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// An old line is one of a release that had no figures and no caches.
const oldLine = `{"workload":"engine","case":"servers=1048576/degree=30/load=0.8/policy=jfsq","contestant":"engine, 2 shards","shards":2,"rounds":11,` +
	`"ns_per_job":151.67,"ns_per_job_least":145.6,"ns_per_job_greatest":163.6,"jobs_per_second":6592877.9,"against":"engine, 1 shard","ratio":1.36,` +
	`"target":"at least 1.4 times","met":false,"unit":"job","host":{"os":"linux","arch":"amd64","cpu":"AMD EPYC","cores":2,"go":"go1.26.8"},"version":"(devel)"}`

func TestOldLines(t *testing.T) {
	r, err := ReadLines(strings.NewReader(oldLine+"\n"), "old.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := r.Table().Markdown(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(lines[2], "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	want := []string{
		"engine", "servers=1048576/degree=30/load=0.8/policy=jfsq", "engine, 2 shards", "152", "146-164", "6.59 M/s", "1.36",
		"engine, 1 shard", "at least 1.4 times: missed",
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Errorf("row:\n%s", diff)
	}
	if !strings.Contains(out.String(), "AMD EPYC, 2 cores, linux/amd64, go1.26.8, shardq (devel)") {
		t.Errorf("notes:\n%s", out.String())
	}
	if len(r.TargetTable().Rows) != 0 || len(r.PhaseTable().Rows) != 0 || len(r.Missed()) != 1 {
		t.Error("an old line says nothing of rows and phases, and has its own verdict")
	}
}

func TestTableOfFigures(t *testing.T) {
	host := result.Host{CPU: "cpu", Cores: 2, L1: 32 << 10, L3: 32 << 20}
	r := Report{Lines: []Line{
		{
			Workload:   "memory",
			Case:       "servers=8",
			Contestant: "graph, an edge",
			Figure:     3.1234,
			FigureUnit: "bytes",
			Target:     "at most 3.2 bytes",
			Met:        true,
			Host:       host,
		},
		{
			Workload:   "scale",
			Contestant: "predicted, 8 shards",
			NsJob:      12,
			PerSecond:  1e9 / 12,
			Ratio:      3,
			Unit:       "state change",
			Predicted:  true,
			Note:       "limited",
		},
		{Row: "billion", Note: "not a measurement"},
	}}
	var out strings.Builder
	if err := r.Table().Text(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3.12 bytes", "at most 3.2 bytes: met", "limited", "L1 32.0 KiB, L3 32.0 MiB",
		"what the workload counts: state change"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "not a measurement") || strings.Contains(out.String(), "0-0") {
		t.Errorf("too much in\n%s", out.String())
	}
}

func lines(t *rapid.T) Line {
	text := rapid.StringMatching(`[a-z0-9=/ ^"\\<>&]{0,20}`)
	x := rapid.Float64Range(0, 1e12)
	l := Line{
		Workload: "w" + text.Draw(
			t,
			"workload",
		), Case: text.Draw(t, "case"), Contestant: "c" + text.Draw(t, "contestant"), Shards: rapid.IntRange(0, 256).Draw(t, "shards"),
		Rounds: rapid.IntRange(0, 20).
			Draw(t, "rounds"),
		NsJob: x.Draw(t, "ns"), Ratio: x.Draw(t, "ratio"), Target: text.Draw(t, "target"), Met: rapid.Bool().Draw(t, "met"),
		Unit: text.Draw(
			t,
			"unit",
		), Figure: x.Draw(t, "figure"), FigureUnit: text.Draw(t, "figure unit"), Row: text.Draw(t, "row"),
		Predicted: rapid.Bool().Draw(t, "predicted"),
		Note: text.Draw(
			t,
			"note",
		), Host: result.Host{CPU: text.Draw(t, "cpu"), L2: rapid.IntRange(0, 1<<30).Draw(t, "l2")}, Version: text.Draw(t, "version"),
	}
	if rapid.Bool().Draw(t, "has phases") {
		l.Phases = &PhaseTimes{Draw: x.Draw(t, "draw"), Wait: x.Draw(t, "wait"), Apply: x.Draw(t, "apply"), Windows: x.Draw(t, "windows")}
	}
	return l
}

func TestLinesSurviveJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &Report{Lines: rapid.SliceOfN(rapid.Custom(lines), 1, 5).Draw(t, "lines")}
		var file bytes.Buffer
		if err := r.WriteLines(&file); err != nil {
			t.Fatal(err)
		}
		back, err := ReadLines(&file, "x")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, back); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestReadLinesNamesThePlace(t *testing.T) {
	_, err := ReadLines(strings.NewReader(oldLine+"\n{\n"), "speed.jsonl")
	if err == nil || !strings.HasPrefix(err.Error(), "speed.jsonl:2: ") {
		t.Errorf("error %v", err)
	}
}

// A file that holds no measurements is no report.
func TestReadLinesWantsMeasurements(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x: no measurements in the file"},
		{"\n\n", "x: no measurements in the file"},
		{`{"workload":"targets","row":"cost","note":"not measured"}`, "x: no measurements in the file"},
		{oldLine + "\n{}\n", "x:2: no measurement: want an object"},
		{`{"digest":"5958c6340876cb9e"}`, "x:1: no measurement: want an object"},
		{"null", "x:1: no measurement: want an object"},
		{`{"contestant":"engine"}`, "x:1: no measurement: want an object"},
		{"[1]", "x:1: json: "},
	} {
		if _, err := ReadLines(strings.NewReader(c.text), "x"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzReadLines: whatever a file holds, it is read or refused, and what is read can be shown.
func FuzzReadLines(f *testing.F) {
	f.Add(oldLine + "\n")
	f.Add("{}\n\n{\"workload\":\"cost\",\"contestant\":\"engine\",\"row\":\"cost\",\"figure\":1,\"figure_unit\":\"times\"}")
	f.Add(
		`{"workload":"scale","case":"servers=1e999/degree=/graph","contestant":"engine, 2 shards","shards":2,"ratio":1e300,"against":"engine, 1 shard"}`,
	)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadLines(strings.NewReader(text), "x")
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := r.Table().Text(&out); err != nil {
			t.Error(err)
		}
		if err := r.TargetTable().Text(&out); err != nil {
			t.Error(err)
		}
		if err := r.PhaseTable().CSV(&out); err != nil {
			t.Error(err)
		}
		r.CostBySize()
		r.SpeedUps()
	})
}
