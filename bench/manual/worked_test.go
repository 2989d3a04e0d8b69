package manual_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"shardq/bench/manual"
)

// change is a block of code of a topic: what is inserted into a file, beside a line that stands there once, or a new file.
type change struct {
	file, where, line, code string
}

var changed = regexp.MustCompile("(?ms)^```go (\\S+) (?:(before|after) (\"(?:[^\"\\\\]|\\\\.)*\")|new)\n(.*?)^```$")

// changes returns the blocks of a topic.
func changes(t *testing.T, topic string) (list []change) {
	t.Helper()
	found, err := manual.Find(topic)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range changed.FindAllStringSubmatch(found.Markdown, -1) {
		if m[2] == "" {
			list = append(list, change{file: m[1], code: m[4]})
			continue
		}
		line, err := strconv.Unquote(strings.ReplaceAll(m[3], "\t", "\\t"))
		if err != nil {
			t.Fatalf("%s: %v", m[3], err)
		}
		list = append(list, change{m[1], m[2], line, m[4]})
	}
	return list
}

// apply makes a change below a folder.
func (c change) apply(t *testing.T, folder string) {
	t.Helper()
	path := filepath.Join(folder, c.file)
	if c.where == "" {
		if err := os.WriteFile(path, []byte(c.code), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	at := strings.Index(text, "\n"+c.line) + 1
	if at == 0 || strings.Count(text, "\n"+c.line) != 1 {
		t.Fatalf("%s: %d lines begin with %q, want one", c.file, strings.Count(text, "\n"+c.line), c.line)
	}
	if c.where == "after" {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	if err := os.WriteFile(path, []byte(text[:at]+c.code+text[at:]), 0o666); err != nil {
		t.Fatal(err)
	}
}

// mostFiles is how many product files a new policy may touch.
const mostFiles = 6

// TestWorkedPolicy: the policy of the worked example compiles, touches few files, and gives one digest on any number of shards, with rows
// that are stored, computed and complete. Its jobs go where it says.
func TestWorkedPolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a copy of the program")
	}
	t.Parallel()
	folder := t.TempDir()
	if err := os.CopyFS(folder, sources{os.DirFS(top)}); err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, c := range changes(t, "carrying-on") {
		if !strings.HasSuffix(c.file, "_test.go") {
			files[c.file] = true
		}
		c.apply(t, folder)
	}
	if len(files) == 0 || len(files) > mostFiles {
		t.Errorf("%d files for a new policy, want 1 to %d", len(files), mostFiles)
	}
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -buildvcs=false")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	program := filepath.Join(folder, "shardq.exe")
	run("go", "build", "-o", program, "./cmd/shardq")
	digest := regexp.MustCompile(`digest: +([0-9a-f]{16})`)
	for _, graph := range []string{"{kind: bernoulli, mean_degree: 5}", "{kind: computed, degree: 4}", "{kind: complete}"} {
		first := ""
		for _, shards := range []string{"1", "2", "7"} {
			out := run(
				program,
				"run",
				"quickstart",
				"--set",
				"servers.count=400",
				"--set",
				"graph="+graph,
				"--set",
				"policy={name: slowest}",
				"--set",
				"run.warmup=2",
				"--set",
				"run.measure=20",
				"--shards",
				shards,
				"--window",
				"20",
			)
			m := digest.FindStringSubmatch(out)
			if m == nil || !strings.Contains(out, "a uniform one of the slowest neighbours, busy or not") {
				t.Fatalf("no digest or no rule in\n%s", out)
			}
			if first == "" {
				first = m[1]
			}
			if m[1] != first {
				t.Errorf("%s: digest %s on %s shards, %s on one", graph, m[1], shards, first)
			}
			if busy := regexp.MustCompile(`mu 1 +│[^│]*│[^│]*│ +0 %`); graph == "{kind: complete}" && !busy.MatchString(out) {
				t.Errorf("fast servers got jobs:\n%s", out)
			}
		}
	}
	run("go", "test", "-run", "TestSlowest", "./shard")
}

// sources are the files of the module without its history and results.
type sources struct{ fs.FS }

// ReadDir leaves out what a build does not need.
func (s sources) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(s.FS, name)
	kept := list[:0]
	for _, e := range list {
		if n := e.Name(); n != ".git" && n != ".ci" && !strings.HasSuffix(n, ".pprof") &&
			(name != "." || e.IsDir() || strings.HasPrefix(n, "go.")) {
			kept = append(kept, e)
		}
	}
	return kept, err
}
