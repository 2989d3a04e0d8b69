package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("broken"), 1},
		{usageError{errors.New("flag")}, 2},
		{&fault.InputError{Err: errors.New("graph")}, 2},
		{scenario.Errors{{Message: "key"}}, 2},
		{fmt.Errorf("scenario: %w", input.ErrUnknown), 2},
		{&instance.MemoryError{}, 2},
		{fmt.Errorf("graph: %w", alloc.ErrMemory), 1},
		{usageError{&fault.PanicError{Value: "bug"}}, 1},
		{fmt.Errorf("%w: %w", fault.ErrInterrupted, &fault.PanicError{Value: "bug"}), 1},
		{checkError{errors.New("off")}, 3},
		{fmt.Errorf("%w (signal)", fault.ErrInterrupted), 130},
		{fmt.Errorf("writing: %w", syscall.EPIPE), 0},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: code %d, want %d", c.err, got, c.want)
		}
	}
}

// table runs a command that must succeed, and returns the CSV that it prints as a map from the first column to the named one.
func table(t *testing.T, column string, args ...string) map[string]string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := execute(append(args, "--format", "csv"), &stdout, &stderr); code != 0 {
		t.Fatalf("%v: code %d: %s", args, code, &stderr)
	}
	records, err := csv.NewReader(&stdout).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for i, name := range records[0] {
		if name == column {
			for _, r := range records[1:] {
				values[r[0]] = r[i]
			}
		}
	}
	return values
}

func TestDigestDoesNotDependOnShards(t *testing.T) {
	run := func(flags ...string) map[string]string {
		args := []string{"run", "quickstart", "--set", "run.measure=30", "--set", "run.warmup=10", "--set", "policy.name=jfsq,random"}
		return table(t, "digest", append(args, flags...)...)
	}
	want := run("--shards", "1")
	if len(want) != 2 || want["jfsq"] == want["random"] {
		t.Fatalf("digests %v", want)
	}
	for _, flags := range [][]string{{"--shards", "auto"}, {"--shards", "2"}, {"--shards", "7", "--window", "50"},
		{"--isa", "generic", "--no-huge"}} {
		if got := run(flags...); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: digests %v, want %v", flags, got, want)
		}
	}
	if got := run("--seed", "2"); got["jfsq"] == want["jfsq"] {
		t.Error("another seed gives the same digest")
	}
}

func TestProgressLines(t *testing.T) {
	u := study.Update{Phase: study.Measuring, Policy: "jfsq", Done: 40, Total: 160, Jobs: 50_000_000, Elapsed: 5 * time.Second}
	var out bytes.Buffer
	plain(&out, 0)(u)
	if got, want := out.String(), "shardq: jfsq measure 25 %, time 40 of 160, 10.0 M jobs/s, 15 s left\n"; got != want {
		t.Errorf("line %q, want %q", got, want)
	}
	out.Reset()
	plain(&out, time.Hour)(u)
	if out.Len() > 0 {
		t.Errorf("a line too early: %q", &out)
	}
	plain(&out, 0)(study.Update{Phase: study.BuildingGraph, Total: 160})
	if got, want := out.String(), "shardq: building the graph\n"; got != want {
		t.Errorf("line %q, want %q", got, want)
	}
}

func TestBarEnds(t *testing.T) {
	var out bytes.Buffer
	show, stop := bar(&out)
	show(study.Update{Phase: study.Measuring, Policy: "jfsq", Done: 40, Total: 160, Jobs: 5, Elapsed: time.Second})
	time.Sleep(400 * time.Millisecond) // the bar is drawn every 150 ms
	show(study.Update{Phase: study.Measuring, Policy: "jfsq", Done: 160, Total: 160, Jobs: 20, Elapsed: 4 * time.Second})
	stop()
	if !strings.Contains(out.String(), "jfsq measure") {
		t.Errorf("drawn: %q", &out)
	}
}
