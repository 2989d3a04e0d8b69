package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// outputs is where the result of a command goes: the standard output, and a file of JSON if one is named.
type outputs struct {
	JSON   string // file, "-" for the standard output, "" for none
	Format choice
}

// add registers the flags. instead is what goes to the standard output without --json -, more what is to be known of a format.
func (o *outputs) add(cmd *cobra.Command, instead, more string) {
	cmd.Flags().StringVar(&o.JSON, "json", "", "write the whole result to a `file`, - for the standard output instead of "+instead)
	o.Format.add(cmd, "format", "what to print"+more)
}

// check refuses what could not be written at the end, before any work: two things for the standard output, a file that cannot be written or
// that is one of the inputs.
func (o *outputs) check(cmd *cobra.Command, inputs ...string) error {
	if o.JSON == "-" && cmd.Flags().Changed("format") {
		return usageError{errors.New("--json - and --format both want the standard output; give one of them")}
	}
	return writable(o.files(), inputs...)
}

// files are the files that are written.
func (o *outputs) files() []string {
	if o.JSON == "" || o.JSON == "-" {
		return nil
	}
	return []string{o.JSON}
}

// writable refuses outputs that cannot be written, that are inputs, or that are one file.
func writable(files []string, inputs ...string) error {
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(path string) bool { return path == "" || path == standardInput })
	if err := report.Apart(files, inputs...); err != nil {
		return usageError{err}
	}
	in, err := os.Stdin.Stat() // a file that the shell opened has no name here
	for _, file := range files {
		if out, outErr := os.Stat(file); err == nil && outErr == nil && out.Mode().IsRegular() && os.SameFile(in, out) {
			return usageError{fmt.Errorf("cannot write %s: it is the standard input; give another file", file)}
		}
		if err := report.Writable(file); err != nil {
			return usageError{err}
		}
	}
	return nil
}

// inputsOf are the files that a scenario is read from: its own, unless it is built in, and those that it names.
func inputsOf(name string, sc *scenario.Scenario) []string {
	list := []string{sc.Graph.Path, sc.Port.File}
	if !slices.ContainsFunc(input.Builtins(), func(i input.Info) bool { return i.Name == name }) {
		list = append(list, name)
	}
	return list
}

// shown is the format of the standard output.
func (o *outputs) shown() result.Format {
	if o.JSON == "-" {
		return result.JSON
	}
	return result.Format(o.Format.value)
}

// deliver writes a result wherever it goes. A fault of one place keeps it from no other.
func (o *outputs) deliver(r result.Writer, stdout, stderr io.Writer) error {
	shown := result.Write(stdout, r, o.shown())
	if o.shown() == result.CSV { // which has no place for them
		for _, line := range result.Remarks(r) {
			fmt.Fprintf(stderr, "shardq: %s\n", line)
		}
	}
	var errs []error
	if shown != nil {
		errs = append(errs, fmt.Errorf("writing the result: %w", shown))
	}
	for _, file := range o.files() {
		if err := report.WriteFile(file, func(w io.Writer) error { return result.Write(w, r, result.JSON) }); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 1 && errors.Is(shown, syscall.EPIPE) { // whoever closes a pipe has read enough, but a file was lost
		errs = errs[1:]
	}
	return errors.Join(errs...)
}

// ended is the error of a command from that of its work and that of writing what came of it. A result that is lost is what counts: the
// command then failed, however its work ended.
func ended(work, write error) error {
	switch {
	case write == nil, work != nil && errors.Is(write, syscall.EPIPE):
		return work
	case work == nil:
		return write
	}
	return fmt.Errorf("%w; before: %v", write, work)
}

// noEmptyText refuses a flag that was given an empty text, such as a variable of a shell that is not set: it would stand for none.
func noEmptyText(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = usageError{fmt.Errorf("--%s: the text is empty; leave the flag out, or give it a value", f.Name)}
		}
	})
	return err
}
