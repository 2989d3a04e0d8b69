package figures

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/bench/fault"
	"shardq/bench/picture"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

var update = flag.Bool("update", false, "write the golden files in testdata instead of comparing")

// tiny is a figure of a second: one run of each model, and a transient.
func tiny() Figure {
	return Figure{
		Name: "tiny", Title: "A tiny figure", Source: "nobody", Caption: "Nothing & <less>.", Chosen: "everything.",
		design: func(d *design) {
			var response, other sweep
			for _, policy := range []string{"jsq", "jiq"} {
				for _, n := range []int{16, 32, 64} {
					response.add(policy, float64(n), d.job(fmt.Sprintf("%s at N = %d", policy, n), "weng2020-policies",
						set("servers.count", n), set("policy.name", policy), "run.warmup=20", "run.measure=200"))
				}
			}
			for _, load := range []float64{0.3, 0.6} {
				other.add("slotted", load, d.job(fmt.Sprintf("slotted, load %v", load), "zhou2017-jbt",
					set("ports.load", load), "run.warmup=100", "run.measure=3000"))
				other.add("elastic", load, d.job(fmt.Sprintf("elastic, load %v", load), "mukherjee2017-tabs", "servers.count=50",
					set("ports.load", load), "run.warmup=10", "run.measure=100"))
				other.add("pools", load, d.job(fmt.Sprintf("pools, load %v", load), "mukherjee2020-pools", "servers.count=50",
					set("ports.load", load), "run.warmup=5", "run.measure=50"))
			}
			looks := d.job("looks", "banerjee2019-halfin-whitt", "servers.count=100", "run.warmup=20", "run.measure=500")
			times := []float64{0.5, 1, 2}
			moving := d.job("moving", "mukherjee2018-jsq-d", "servers.count=100", "run.engine=lumped", "run.replications=5",
				"run.warmup=0", "run.measure=2")
			moving.Times = times
			states := d.job(
				"moving servers",
				"mukherjee2017-tabs",
				"servers.count=100",
				"run.replications=5",
				"run.warmup=0",
				"run.measure=2",
			)
			states.Times = times
			d.draw = func(r recordSet) []picture.Panel {
				y := picture.Axis{Label: "mean response time [units]"}
				x := picture.Axis{Label: "servers N", Short: "N", Binary: true}
				return []picture.Panel{
					{Name: "response", Title: "Response", X: x, Y: y,
						Curves: append(response.curves(r, key("mean_response")), level("line", picture.Grey, 16, 64, 2))},
					{
						Name:   "blocking",
						Title:  "Blocking",
						X:      x,
						Y:      picture.Axis{Label: "share", Log: true},
						Curves: response.curves(r, key("blocking")),
					},
					{
						Name:   "models",
						Title:  "Other models",
						X:      picture.Axis{Label: "load", Short: "load"},
						Y:      y,
						Curves: other.curves(r, key("mean_response")),
					},
					{Name: "tail", Title: "Tail", X: picture.Axis{Label: "x", Short: "x"}, Y: picture.Axis{Label: "share", Log: true},
						Curves: []picture.Curve{{Name: "second", Kind: picture.Steps, Points: tailOf(r[looks].Histograms["second"])}}},
					{Name: "time", Title: "Time", X: picture.Axis{Label: "time", Short: "time"}, Y: picture.Axis{Label: "share"},
						Curves: []picture.Curve{
							series(r[moving], "busy", tailKey(1), 0, times), series(r[states], "on", "busy", 1, times),
						}},
				}
			}
		},
	}
}

// made runs the tiny figure.
func made(t *testing.T, dir string) *Drawing {
	t.Helper()
	d, err := Run(t.Context(), tiny(), Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// csv returns the data of a drawing.
func csv(t *testing.T, d *Drawing) string {
	t.Helper()
	var out bytes.Buffer
	data := d.Data()
	if err := data.CSV(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got (run with -update to accept):\n%s", name, diff)
	}
}

// The data of a figure depend on its scenarios and seeds alone.
func TestDataGolden(t *testing.T) {
	d := made(t, t.TempDir())
	// To seven digits: the last ones may depend on the processor.
	golden(t, "tiny.csv", regexp.MustCompile(`\b\d+\.\d+(e-?\d+)?`).ReplaceAllStringFunc(csv(t, d), func(text string) string {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return strconv.FormatFloat(x, 'g', 7, 64)
	}))
	d.Time = 0
	var page bytes.Buffer
	if err := d.Markdown(&page); err != nil {
		t.Fatal(err)
	}
	golden(t, "tiny.md", page.String())
	var scenarios strings.Builder
	for _, s := range d.Scenarios {
		fmt.Fprintf(&scenarios, "%s\n", s.YAML)
		if _, err := input.Parse("file.yaml", []byte(s.YAML), nil); err != nil {
			t.Errorf("%s: the scenario does not read back: %v", s.Label, err)
		}
	}
	golden(t, "tiny-scenarios.txt", scenarios.String())
}

// The same data come out of an interrupted figure that goes on, of files that are found, and of broken files.
func TestInterruptedFigureGoesOn(t *testing.T) {
	want := csv(t, made(t, t.TempDir()))
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Run(ctx, tiny(), Config{Dir: dir, Progress: func(p Progress) {
		if p.Done == 4 {
			cancel()
		}
	}})
	if !errors.Is(err, fault.ErrInterrupted) || !strings.Contains(err.Error(), "goes on from there") {
		t.Fatalf("interrupted: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, runsFolder, "*.json"))
	if err != nil || len(files) < 4 || len(files) >= 15 {
		t.Fatalf("%d records after an interruption (%v), want at least 4, and not all", len(files), err)
	}
	kept, ran := 0, 0
	count := func(p Progress) {
		if p.Label == "" {
			kept = p.Kept
		} else {
			ran++
		}
		if p.Total != 15 || p.Done > p.Total {
			t.Errorf("progress %+v", p)
		}
	}
	d, err := Run(t.Context(), tiny(), Config{Dir: dir, Progress: count})
	if err != nil {
		t.Fatal(err)
	}
	if kept != len(files) || ran != 15-kept {
		t.Errorf("%d runs found and %d made, want %d and %d", kept, ran, len(files), 15-len(files))
	}
	if got := csv(t, d); got != want {
		t.Errorf("other data after an interruption: %s", cmp.Diff(want, got))
	}

	// A file that was cut short, one of another key, and one that is missing are made again.
	files, _ = filepath.Glob(filepath.Join(dir, runsFolder, "*.json"))
	slices.Sort(files)
	half, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{os.WriteFile(files[0], half[:len(half)/2], 0o644), os.Rename(files[1], files[2])} {
		if err != nil {
			t.Fatal(err)
		}
	}
	kept, ran = 0, 0
	if d, err = Run(t.Context(), tiny(), Config{Dir: dir, Progress: count}); err != nil {
		t.Fatal(err)
	}
	if kept != 12 || ran != 3 {
		t.Errorf("%d runs found and %d made with three bad files, want 12 and 3", kept, ran)
	}
	if got := csv(t, d); got != want {
		t.Errorf("other data with bad files: %s", cmp.Diff(want, got))
	}
}

func TestKeys(t *testing.T) {
	d := &design{}
	base := d.job("a", "quickstart")
	key := func(j *Job) string {
		k, err := j.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	if same := d.job("another label", "quickstart", "run.seed=1"); key(same) != key(base) {
		t.Error("a label, or a default that is written out, changes the key")
	}
	moving := d.job("a", "quickstart")
	moving.Times = []float64{1, 2}
	later := d.job("a", "quickstart")
	later.Times = []float64{1, 3}
	seen := map[string]bool{key(base): true}
	for i, j := range []*Job{
		d.job("a", "quickstart", "run.seed=2"), d.job("a", "quickstart", "ports.load=0.8"), d.job("a", "quickstart", "run.measure=9001"),
		moving, later,
	} {
		if seen[key(j)] {
			t.Errorf("job %d has the key of another", i)
		}
		seen[key(j)] = true
	}
}

// Two jobs of one key run once.
func TestSharedRuns(t *testing.T) {
	f := Figure{Name: "twice", design: func(d *design) {
		a := d.job("a", "quickstart", "servers.count=32", "run.measure=50")
		b := d.job("b", "quickstart", "servers.count=32", "run.measure=50")
		d.draw = func(r recordSet) []picture.Panel {
			if r[a] == nil || r[a] != r[b] {
				t.Error("jobs of one key have records of their own")
			}
			return nil
		}
	}}
	dir := t.TempDir()
	d, err := Run(t.Context(), f, Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, runsFolder, "*"))
	if len(files) != 1 || len(d.Scenarios) != 1 {
		t.Errorf("%d records and %d scenarios of one run", len(files), len(d.Scenarios))
	}
}

func TestFaults(t *testing.T) {
	bad := Figure{Name: "bad", design: func(d *design) { d.job("no such", "quickstat") }}
	if _, err := Run(t.Context(), bad, Config{Dir: t.TempDir()}); !errors.Is(err, input.ErrUnknown) ||
		!strings.Contains(err.Error(), "no such") {
		t.Errorf("unknown scenario: %v", err)
	}
	bad = Figure{Name: "bad", design: func(d *design) { d.job("negative", "quickstart", "ports.load=-1") }}
	if _, err := Run(t.Context(), bad, Config{Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "ports.load") {
		t.Errorf("bad value: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var at *fs.PathError
	if _, err := Run(t.Context(), tiny(), Config{Dir: file}); !errors.As(err, &at) {
		t.Errorf("a file for a folder: %v", err)
	}
	if _, err := transient(t.Context(), &scenario.Scenario{Name: "none"}, []float64{1}); err == nil {
		t.Error("a transient of a system with no servers")
	}
	moving := Figure{Name: "moving", design: func(d *design) {
		j := d.job("moving", "mukherjee2018-ring")
		j.Times = []float64{1}
	}}
	if _, err := Run(t.Context(), moving, Config{Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "complete graph") {
		t.Errorf("a transient on a ring: %v", err)
	}
	if _, err := Find("fig33"); err == nil || !strings.Contains(err.Error(), "want one of fig2, fig3") {
		t.Errorf("unknown figure: %v", err)
	}
}
