package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"shardq/bench/study"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"shardq": main}) }

// The scripts run the program as a process of its own. Besides the commands of testscript they have
//
//	exits CODE PROGRAM ARGUMENTS...                 run and compare the exit code
//	closedpipe CODE PROGRAM ARGUMENTS...            the same with an output that nobody reads
//	interrupt CODE FILE PROGRAM ARGUMENTS...        the same, with an interrupt signal soon after FILE has appeared
//	signal NAME CODE FILE PROGRAM ARGUMENTS...      the same with another signal: term, hup or quit
//	interruptreading CODE PROGRAM ARGUMENTS...      the same, with an interrupt signal while it reads an edge list without end
//	gunzips FILE                                    check that a file, such as a profile, is a complete gzip file that is not empty
//	isas PROGRAM ARGUMENTS...                       run with each instruction set: one digest, or it is refused where it is not to be had
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":            exits,
			"closedpipe":       closedPipe,
			"interrupt":        interrupt,
			"signal":           signalled,
			"interruptreading": interruptReading,
			"gunzips":          gunzips,
			"isas":             isas,
		},
	})
}

// wantCode reads the exit code that a script expects.
func wantCode(ts *testscript.TestScript, neg bool, args []string, least int) int {
	if neg || len(args) < least {
		ts.Fatalf("usage: see TestScript")
	}
	code, err := strconv.Atoi(args[0])
	ts.Check(err)
	return code
}

// compareCode compares the way a process ended with what a script expects.
func compareCode(ts *testscript.TestScript, want int, err error) {
	got := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	want := wantCode(ts, neg, args, 2)
	compareCode(ts, want, ts.Exec(args[1], args[2:]...))
}

// command prepares a program in the folder of the script.
func command(ts *testscript.TestScript, name string, args []string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = ts.MkAbs(".")
	c.Stdout, c.Stderr = ts.Stdout(), ts.Stderr()
	return c
}

func closedPipe(ts *testscript.TestScript, neg bool, args []string) {
	want := wantCode(ts, neg, args, 2)
	r, w, err := os.Pipe()
	ts.Check(err)
	ts.Check(r.Close())
	c := command(ts, args[1], args[2:])
	c.Stdout = w
	err = c.Run()
	ts.Check(w.Close())
	compareCode(ts, want, err)
}

func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	stop(ts, neg, args, syscall.SIGINT)
}

func signalled(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 {
		ts.Fatalf("usage: see TestScript")
	}
	s, ok := map[string]syscall.Signal{"term": syscall.SIGTERM, "hup": syscall.SIGHUP, "quit": syscall.SIGQUIT}[args[0]]
	if !ok {
		ts.Fatalf("unknown signal %s", args[0])
	}
	stop(ts, neg, args[1:], s)
}

// stop sends a signal to a program soon after a file has appeared.
func stop(ts *testscript.TestScript, neg bool, args []string, s syscall.Signal) {
	want := wantCode(ts, neg, args, 3)
	c := command(ts, args[2], args[3:])
	// Under nohup a signal is ignored by every descendant, unless it is caught
	// here while the program starts: a caught one has its default in a child.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, s)
	defer signal.Stop(caught)
	ts.Check(c.Start())
	file := ts.MkAbs(args[1])
	for waited := time.Duration(0); ; waited += 10 * time.Millisecond {
		if _, err := os.Stat(file); err == nil {
			break
		}
		if waited > time.Minute {
			ts.Check(c.Process.Kill())
			ts.Fatalf("%s does not appear", file)
		}
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond) // let it measure
	ts.Check(c.Process.Signal(s))
	compareCode(ts, want, c.Wait())
}

func interruptReading(ts *testscript.TestScript, neg bool, args []string) {
	want := wantCode(ts, neg, args, 2)
	c := command(ts, args[1], args[2:])
	in, err := c.StdinPipe()
	ts.Check(err)
	ts.Check(c.Start())
	const started = 1 << 20 // more than a pipe holds: that much has been read, so the handler is in place
	sent := false
	for written, i := 0, 0; ; i++ {
		n, err := fmt.Fprintf(in, "%d %d\n%s", i%300, i/300%300, strings.Repeat("#\n", 2000)) // comments take no memory
		if written += n; err != nil {
			break // it has ended
		}
		if written > started && !sent {
			sent = true
			ts.Check(c.Process.Signal(syscall.SIGINT))
		}
	}
	if !sent {
		ts.Check(c.Process.Kill())
		ts.Fatalf("it does not read its standard input")
	}
	compareCode(ts, want, c.Wait())
}

func gunzips(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: see TestScript")
	}
	z, err := gzip.NewReader(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	n, err := io.Copy(io.Discard, z)
	ts.Check(err)
	if n == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
}

// digests finds the digests in what a run prints.
var digests = regexp.MustCompile(`\b[0-9a-f]{16}\b`)

func isas(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: see TestScript")
	}
	var want []string
	// the last one is to be had everywhere, so that the script can look at its output
	for _, name := range []string{"avx512", "avx2", "generic"} {
		err := ts.Exec(args[0], append(args[1:len(args):len(args)], "--isa", name)...)
		if (study.Options{ISA: name}).Validate() != nil {
			compareCode(ts, exitUsage, err)
			continue
		}
		compareCode(ts, exitDone, err)
		got := digests.FindAllString(ts.ReadFile("stdout"), -1)
		if want == nil {
			want = got
		}
		if len(got) == 0 || !slices.Equal(got, want) {
			ts.Fatalf("--isa %s: digests %v, want %v", name, got, want)
		}
	}
}
