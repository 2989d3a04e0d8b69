package speed

import (
	"bytes"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tiny runs everything once on systems of a thousand servers: the figures mean nothing, but they are there.
var tiny = effort{rounds: 1, slice: time.Millisecond, warm: 1e3, largest: 1 << 10}

// TestSuite: a session of all workloads speaks of every target, and its lines survive JSON.
func TestSuite(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("needs two cores")
	}
	e := tiny
	var ran []string
	r, err := Run(
		context.Background(),
		Config{effort: &e, Spinner: testSpinner, Progress: func(workload, _ string) { ran = append(ran, workload) }},
	)
	if err != nil {
		t.Fatal(err)
	}
	if want := slices.DeleteFunc(Workloads(), func(w Workload) bool { return w.ByName }); len(ran) != len(want) {
		t.Errorf("ran %v, want all but those that run only by name", ran)
	}
	decided := map[string]Line{}
	workloads := map[string]bool{}
	for _, l := range r.Lines {
		workloads[l.Workload] = true
		if l.Row != "" {
			decided[l.Row] = l
		}
		if l.Target != "" {
			t.Errorf("%s: judged in a session of small systems", l.Row)
		}
		if l.Contestant == "" && l.Note == "" {
			t.Errorf("an empty line: %+v", l)
		}
		for _, x := range []float64{l.NsJob, l.Least, l.Greatest, l.PerSecond, l.Ratio, l.Figure} {
			if !(x >= 0) || math.IsInf(x, 0) {
				t.Errorf("%v in %+v", x, l)
			}
		}
		if l.Host.Go == "" || l.Version == "" {
			t.Errorf("nothing about where it was measured: %+v", l)
		}
		if l.NsJob > 0 && l.Unit == "" {
			t.Errorf("nobody knows what a job is: %+v", l)
		}
	}
	phases, predictions := len(r.PhaseTable().Rows), 0
	for _, l := range r.Lines {
		if l.Predicted {
			predictions++
		}
		if l.Workload == "scale" && l.Contestant == "engine, 2 shards" &&
			(l.Phases == nil || l.Phases.Windows <= 0 || l.Phases.Route <= 0) {
			t.Errorf("no phases: %+v", l)
		}
	}
	if phases == 0 || predictions < 6*len(predictedShards) {
		t.Errorf("%d lines with phases, %d predictions, want some of one and %d of the other", phases, predictions, 6*len(predictedShards))
	}
	for _, name := range ran {
		if !workloads[name] {
			t.Errorf("no line of workload %s", name)
		}
	}
	for row, l := range decided {
		if l.FigureUnit != "" && !slices.Contains(rowsOf(l.Workload), row) {
			t.Errorf("workload %s decides %s and does not say so", l.Workload, row)
		}
	}
	for _, target := range Targets() {
		l, ok := decided[target.Row]
		if !ok {
			t.Errorf("no line about %s", target.Row)
		} else if (l.FigureUnit == "") != (target.Row == "billion") {
			t.Errorf("%s: figure %v %s, note %q", target.Row, l.Figure, l.FigureUnit, l.Note)
		}
	}
	if got := len(r.TargetTable().Rows); got != len(Targets()) {
		t.Errorf("%d rows in the table of targets, want %d", got, len(Targets()))
	}
	var file bytes.Buffer
	if err := r.WriteLines(&file); err != nil {
		t.Fatal(err)
	}
	back, err := ReadLines(&file, "x")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("after JSON:\n%s", diff)
	}
	if err := r.Table().Validate(); err != nil {
		t.Error(err)
	}
}

func TestBillionInSmall(t *testing.T) {
	e := tiny
	r, err := Run(context.Background(), Config{effort: &e, Workloads: []string{"billion"}})
	if err != nil {
		t.Fatal(err)
	}
	last := r.Lines[len(r.Lines)-1]
	if len(r.Lines) != 4 || last.Row != "billion" || last.Figure <= 0 || !strings.Contains(r.Lines[0].Note, "digest") {
		t.Errorf("lines %+v", r.Lines)
	}
}

func TestUnknownWorkloads(t *testing.T) {
	_, err := Run(context.Background(), Config{Workloads: []string{"engine", "enginge", "speed"}})
	var unknown *UnknownError
	if !errors.As(err, &unknown) || unknown.Name != "enginge" || !strings.Contains(err.Error(), `"speed"`) {
		t.Errorf("error %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := tiny
	for _, w := range Workloads() {
		if _, err := Run(ctx, Config{Workloads: []string{w.Name}, effort: &e, Spinner: testSpinner}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", w.Name, err)
		}
	}
}

// A session that is interrupted has the cases that are finished, and names the targets that would have followed.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := tiny
	asked := []string{"rng", "small", "lumped", "rng", "billion"}
	var ran []string
	r, err := Run(ctx, Config{effort: &e, Workloads: asked, Progress: func(workload, _ string) {
		ran = append(ran, workload)
		if workload == "lumped" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || !r.Partial {
		t.Fatalf("error %v, partial %v", err, r.Partial)
	}
	if want := []string{"rng", "small", "lumped"}; !slices.Equal(ran, want) {
		t.Errorf("ran %v, want %v", ran, want)
	}
	var missing []string
	for _, l := range r.Lines {
		if l.Contestant == "" {
			missing = append(missing, l.Row+": "+l.Note)
		}
	}
	if want := []string{"lumped: not measured: interrupted", "billion: not measured: interrupted"}; !slices.Equal(missing, want) {
		t.Errorf("missing %q, want %q", missing, want)
	}
	if r.Measurements() != len(r.Lines)-2 || r.Lines[0].Workload != "rng" || r.Lines[len(r.Lines)-3].Workload != "small" {
		t.Errorf("lines %+v", r.Lines)
	}
	if notes := r.Table().Notes; !strings.HasPrefix(notes[0], "partial: ") {
		t.Errorf("notes %q", notes)
	}
	// The lines of a whole session speak of every target once.
	canceled, stop := context.WithCancel(context.Background())
	stop()
	all, err := Run(canceled, Config{effort: &e})
	if !errors.Is(err, context.Canceled) || all.Measurements() != 0 || len(all.TargetTable().Rows) != len(Targets()) ||
		len(all.Lines) != len(Targets()) {
		t.Errorf("error %v, %d measurements, %d lines", err, all.Measurements(), len(all.Lines))
	}
}

// Every target has a workload that decides it.
func TestRowsOfWorkloads(t *testing.T) {
	count := map[string]int{}
	for _, w := range Workloads() {
		for _, row := range rowsOf(w.Name) {
			count[row]++
		}
	}
	for _, target := range Targets() {
		if count[target.Row] != 1 {
			t.Errorf("%s is decided by %d workloads", target.Row, count[target.Row])
		}
	}
	if len(count) != len(Targets()) {
		t.Errorf("rows %v, want those of the targets", count)
	}
}

// TestNeighbour: the busy process starts, and ends when it is told to.
func TestNeighbour(t *testing.T) {
	n, err := startNeighbour(testSpinner(0))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		n.stop()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("the process goes on after its input has ended")
	}
	if !n.cmd.ProcessState.Success() {
		t.Errorf("it ended with %v", n.cmd.ProcessState)
	}
	if _, err := startNeighbour(testSpinner(-7)); err != nil && !strings.Contains(err.Error(), "busy process") {
		t.Errorf("error %v", err)
	}
}
