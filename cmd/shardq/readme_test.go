package main

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shardq/bench/report"
	"shardq/bench/speed"
	"shardq/bench/speed/systems"
)

var update = flag.Bool("update", false, "rewrite the README's results from bench/results, and the golden files in testdata")

const (
	top    = "../.."
	readme = top + "/README.md"
)

// TestReadmeResults: every block of results in the README is the file that its marker names, and the tables of speed and of systems are
// those of the measurements on file. -update rewrites all.
func TestReadmeResults(t *testing.T) {
	resultTables(t)
	text := read(t, readme)
	blocks := regexp.MustCompile(`(?s)<!-- begin (\S+) -->\n(.*?)<!-- end -->`)
	found := 0
	want := blocks.ReplaceAllStringFunc(text, func(block string) string {
		found++
		name := blocks.FindStringSubmatch(block)[1]
		content := strings.TrimSpace(read(t, filepath.Join(top, name)))
		if strings.HasSuffix(name, ".txt") {
			content = "```text\n" + content + "\n```"
		}
		return fmt.Sprintf("<!-- begin %s -->\n%s\n<!-- end -->", name, content)
	})
	if found != 5 {
		t.Fatalf("%d blocks of results, want 5", found)
	}
	if want == text {
		return
	}
	if !*update {
		t.Fatal("README.md is not up to date with bench/results; run go test ./cmd/shardq -run Readme -update")
	}
	if err := os.WriteFile(readme, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFigureOnRecord: figure 3 on record ends where the run of a million servers does, which is the same system longer, and its table has
// the data's points.
func TestFigureOnRecord(t *testing.T) {
	const dir = top + "/bench/results/fig3/"
	rows, err := csv.NewReader(strings.NewReader(read(t, dir+"data.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	table := read(t, dir+"README.md")
	million := regexp.MustCompile(`mean response: +([0-9.]+)`).FindStringSubmatch(read(t, top+"/bench/results/weng2020-million.txt"))
	if million == nil {
		t.Fatal("no mean response in weng2020-million.txt")
	}
	want, err := strconv.ParseFloat(million[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, row := range rows[1:] {
		if row[2] != "simulated" {
			continue
		}
		var v [4]float64
		for i := range v {
			if v[i], err = strconv.ParseFloat(row[3+i], 64); err != nil {
				t.Fatal(err)
			}
		}
		if text := report.WithError(v[1], v[3]-v[1]).String(); !strings.Contains(table, text) {
			t.Errorf("%s at N = %v is %s in data.csv, which the table does not have", row[1], v[0], text)
		}
		if row[1] == "JFSQ" && v[0] == 1<<20 {
			if found = true; want < v[2] || want > v[3] {
				t.Errorf("JFSQ on a million servers: %v in the figure, %v in the run on record", v[1], want)
			}
		}
	}
	if !found {
		t.Error("the figure has no point at a million servers")
	}
}

// resultTables compares the tables in bench/results with the measurements there. All systems have to be on record, and where their
// references say.
func resultTables(t *testing.T) {
	speeds, records := measurements(t, "speed.jsonl"), measurements(t, "systems.jsonl")
	if missed := records.Missed(); len(missed) > 0 {
		t.Errorf("%d systems in systems.jsonl are not where their references say", len(missed))
	}
	var recorded []string
	for _, l := range records.Lines {
		recorded = append(recorded, l.System.Name)
	}
	if want := systems.Names(); !slices.Equal(recorded, want) {
		t.Errorf("systems.jsonl has the systems %v, want %v; run shardq bench systems --json bench/results/systems.jsonl", recorded, want)
	}
	compareTable(t, "speed.md", "speed.jsonl", speeds.Table())
	compareTable(t, "targets.md", "speed.jsonl", speeds.TargetTable())
	compareTable(t, "systems.md", "systems.jsonl", records.SystemTable())
	compareTable(t, "references.md", "systems.jsonl", records.ReferenceTable())
}

// measurements reads a file in bench/results.
func measurements(t *testing.T, name string) *speed.Report {
	t.Helper()
	f, err := os.Open(top + "/bench/results/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := speed.ReadLines(f, name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// compareTable compares a file in bench/results with the table of the measurements in source.
func compareTable(t *testing.T, name, source string, table report.Table) {
	t.Helper()
	var want bytes.Buffer
	if err := table.Markdown(&want); err != nil {
		t.Fatal(err)
	}
	path := top + "/bench/results/" + name
	if got, err := os.ReadFile(path); err == nil && bytes.Equal(got, want.Bytes()) {
		return
	}
	if !*update {
		t.Fatalf("bench/results/%s is not the table of %s; run go test ./cmd/shardq -run Readme -update", name, source)
	}
	if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// slow commands of the README are checked as far as their scenario and flags; .ci/run runs the main one and compares its digest.
var slow = regexp.MustCompile(`^run weng2020-million`)

// TestReadmeCommands: every command of this program that the README shows runs, in the order shown and in one folder. Of those that take
// minutes, names and flags are checked.
func TestReadmeCommands(t *testing.T) {
	commands := readmeCommands(read(t, readme))
	if len(commands) < 20 {
		t.Fatalf("only %d commands found", len(commands))
	}
	t.Chdir(t.TempDir())
	for _, c := range commands {
		args := words(c)
		t.Run(c, func(t *testing.T) {
			switch {
			case slow.MatchString(c):
				args[0] = "theory" // reads the same scenario and settings
			case args[0] == "bench":
				args = append(args, "--help")
				benchNames(t, args[1:])
			case slices.Contains([]string{"compare", "solve", "figure", "check"}, args[0]):
				args = append(args, "--help")
			}
			var out, errs bytes.Buffer
			if code := execute(args, &out, &errs); code != exitDone {
				t.Fatalf("exit code %d\n%s", code, errs.String())
			}
			if out.Len() == 0 && !strings.HasPrefix(c, "graph gen") {
				t.Error("no output")
			}
		})
	}
}

// words splits a command as a shell does that knows single quotes.
func words(command string) (list []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// readmeCommands returns the arguments of this program in blocks of shell commands and between backquotes, comments dropped.
func readmeCommands(text string) (commands []string) {
	for _, m := range regexp.MustCompile("(?s)```sh\n(.*?)```|`((?:go run ./cmd/)?shardq [^`\n]*)`").FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(m[1] + m[2]) {
			line, _, _ = strings.Cut(line, "#")
			line = strings.TrimPrefix(strings.TrimSpace(line), "go run ./cmd/")
			if args, found := strings.CutPrefix(line, "shardq "); found {
				commands = append(commands, args)
			}
		}
	}
	return commands
}

// benchNames checks the workloads among the arguments of bench, those before the first flag.
func benchNames(t *testing.T, args []string) {
	for _, name := range args {
		if strings.HasPrefix(name, "-") {
			return
		}
		if name != "coverage" && !slices.ContainsFunc(speed.Workloads(), func(w speed.Workload) bool { return w.Name == name }) {
			t.Errorf("bench has no workload %s", name)
		}
	}
}

// TestReadmeWorkloads: the README names every workload of bench.
func TestReadmeWorkloads(t *testing.T) {
	text := read(t, readme)
	for _, w := range speed.Workloads() {
		if !strings.Contains(text, "`"+w.Name+"`") {
			t.Errorf("the README does not name the workload %s", w.Name)
		}
	}
}

// TestReadmePaths: every path and package that the README names exists.
func TestReadmePaths(t *testing.T) {
	text := read(t, readme)
	paths := map[string]bool{}
	for _, m := range regexp.MustCompile("`((?:bench|profiles|kernel|shard|sync|graph|alloc)(?:/[a-z0-9_./-]+)?)`").FindAllStringSubmatch(text, -1) {
		paths[strings.TrimSuffix(m[1], "/...")] = true
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(text, -1) {
		paths[m[1]] = true
	}
	if len(paths) < 8 {
		t.Fatalf("only %d paths found", len(paths))
	}
	for p := range paths {
		if _, err := os.Stat(filepath.Join(top, p)); err != nil {
			t.Error(err)
		}
	}
}

// TestReadmeScenario: the scenario that the README shows is accepted.
func TestReadmeScenario(t *testing.T) {
	m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(read(t, readme))
	if m == nil {
		t.Fatal("no scenario in the README")
	}
	file := filepath.Join(t.TempDir(), "two-tier.yaml")
	if err := os.WriteFile(file, []byte(m[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := execute([]string{"run", file, "--progress", "off"}, &out, &errs); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, errs.String())
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
