package main

import (
	"bytes"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"shardq/bench/manual"
)

// longCommand is what a command of the manual may take at most; they are meant to take less than a second on a quiet machine.
const longCommand = 20 * time.Second

// TestManualCommands: every command that the manual shows runs, in the order of its topic, one folder a topic. What a topic says of two
// runs with one digest is so.
func TestManualCommands(t *testing.T) {
	block := regexp.MustCompile("(?ms)^```sh(.*?)\n(.*?)^```$")
	count := 0
	for _, topic := range manual.Topics() {
		t.Run(topic.Name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, m := range block.FindAllStringSubmatch(topic.Markdown, -1) {
				kind := strings.TrimSpace(m[1])
				reason, skipped := strings.CutPrefix(kind, "no-run:")
				if kind != "" && (!skipped || strings.TrimSpace(reason) == "") {
					t.Errorf("a block of commands is marked %q, want nothing or no-run: with a reason", kind)
				}
				digests := map[string]bool{}
				for line := range strings.Lines(m[2]) {
					command, found := strings.CutPrefix(strings.TrimSpace(line), "shardq ")
					if !found {
						continue
					}
					count++
					out := runManual(t, command, skipped)
					if d := shownDigest(out); d != "" {
						digests[d] = true
					}
				}
				after := topic.Markdown[strings.Index(topic.Markdown, m[0])+len(m[0]):]
				if same := strings.HasPrefix(strings.TrimSpace(after), "Both print the same digest."); same && len(digests) != 1 {
					t.Errorf("digests %v, want one, as the topic says, of\n%s", slices.Sorted(maps.Keys(digests)), m[2])
				}
			}
		})
	}
	if count < 15 {
		t.Errorf("only %d commands found", count)
	}
}

// shownDigest returns the digest that a report of a run ends with, or "".
func shownDigest(out string) string {
	if m := regexp.MustCompile(`digest: +([0-9a-f]{16})`).FindStringSubmatch(out); m != nil {
		return m[1]
	}
	return ""
}

// runManual runs a command, or checks its names and flags if it takes long, and returns what it prints.
func runManual(t *testing.T, command string, long bool) string {
	t.Helper()
	args := words(command)
	if long {
		args = append(args, "--help")
	}
	var out, errs bytes.Buffer
	start := time.Now()
	code := execute(args, &out, &errs)
	if code != exitDone || out.Len() == 0 {
		t.Errorf("shardq %s: exit code %d, %d bytes\n%s", command, code, out.Len(), errs.String())
	}
	if took := time.Since(start); took > longCommand {
		t.Errorf("shardq %s took %v", command, took)
	}
	return out.String()
}

// TestManPages: there is a page for each command and topic, and two sets are the same.
func TestManPages(t *testing.T) {
	sets := [2]map[string]string{}
	for i := range sets {
		dir := t.TempDir()
		var out, errs bytes.Buffer
		if code := execute([]string{"man", dir + "/pages"}, &out, &errs); code != exitDone || !strings.Contains(out.String(), "man -l") {
			t.Fatalf("exit code %d\n%s%s", code, &out, &errs)
		}
		entries, err := os.ReadDir(dir + "/pages")
		if err != nil {
			t.Fatal(err)
		}
		sets[i] = map[string]string{}
		for _, e := range entries {
			page := read(t, dir+"/pages/"+e.Name())
			if strings.Contains(page, "0001") || strings.Contains(page, "Auto generated") {
				t.Errorf("%s has a date", e.Name())
			}
			sets[i][e.Name()] = page
		}
	}
	if !maps.Equal(sets[0], sets[1]) {
		t.Error("two sets of pages differ")
	}
	for _, name := range []string{"shardq.1", "shardq-run.1", "shardq-graph-gen.1", "shardq-method.7", "shardq-carrying-on.7"} {
		if !strings.Contains(sets[0][name], ".TH ") {
			t.Errorf("no page %s", name)
		}
	}
}
