package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shardq/bench/report"
	"shardq/bench/speed"
)

var update = flag.Bool("update", false, "rewrite the README's results from bench/results")

const (
	top    = "../.."
	readme = top + "/README.md"
)

// TestReadmeResults: every block of results in the README is the file that its marker names, and the table of speed is that of the measurements on file.
// -update rewrites both.
func TestReadmeResults(t *testing.T) {
	speedTable(t)
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
	if found != 3 {
		t.Fatalf("%d blocks of results, want 3", found)
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

// speedTable compares the tables in bench/results with the measurements in speed.jsonl.
func speedTable(t *testing.T) {
	f, err := os.Open(top + "/bench/results/speed.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := speed.ReadLines(f, "speed.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]report.Table{"speed.md": r.Table(), "targets.md": r.TargetTable()} {
		var want bytes.Buffer
		if err := table.Markdown(&want); err != nil {
			t.Fatal(err)
		}
		path := top + "/bench/results/" + name
		if got, err := os.ReadFile(path); err == nil && bytes.Equal(got, want.Bytes()) {
			continue
		}
		if !*update {
			t.Fatalf("bench/results/%s is not the table of speed.jsonl; run go test ./cmd/shardq -run Readme -update", name)
		}
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// slow commands of the README are checked as far as their scenario and flags; .ci/run runs the main one and compares its digest.
var slow = regexp.MustCompile(`^run weng2020-million`)

// TestReadmeCommands: every command of this program that the README shows runs, in the order shown and in one folder. Of bench, which measures for
// minutes, names and flags are checked.
func TestReadmeCommands(t *testing.T) {
	commands := readmeCommands(read(t, readme))
	if len(commands) < 20 {
		t.Fatalf("only %d commands found", len(commands))
	}
	t.Chdir(t.TempDir())
	for _, c := range commands {
		args := strings.Fields(c)
		t.Run(c, func(t *testing.T) {
			switch {
			case slow.MatchString(c):
				args[0] = "theory" // reads the same scenario and settings
			case args[0] == "bench":
				args = append(args, "--help")
				benchNames(t, args[1:])
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
