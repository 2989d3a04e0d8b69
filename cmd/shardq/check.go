package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/validation"
)

// checkConfig is what `shardq check` was asked for.
type checkConfig struct {
	Quick    bool
	Only     []string
	Seed     seedFlag
	Summary  bool
	Out      outputs
	Markdown string
	Progress choice
}

const checkLong = `Compare this program, on this machine, with everything that is known: systems solved exactly, published and closed-form values, how
often intervals contain the true value, one digest whatever the shards and instruction sets, uniform ties. Some minutes on two cores, half a minute
with --quick.

A comparison fails if a deviation as large has so small a probability that a correct program fails any of them with probability below 1e-4, whatever the
seed; with one seed the answer is always the same. Exit code 3 says that something failed.`

func newCheck() *cobra.Command {
	cfg := checkConfig{Out: outputs{Format: newChoice(formats()...)}, Progress: newChoice("plain", "off")}
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check the program against exact cases, known values and its own promises",
		Long:  checkLong,
		Example: "  shardq check --quick\n  shardq check --json check.json --markdown check.md\n  shardq check --quick --only " +
			"'uniform ties,exact cases' --summary",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runCheck(cmd, cfg)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&cfg.Quick, "quick", false, "fewer and shorter runs")
	f.StringSliceVar(&cfg.Only, "only", nil, "some `groups` of checks only: "+strings.Join(validation.CheckGroups(), "; "))
	f.Var(&cfg.Seed, "seed", "seed of all runs, 1 if not given")
	f.BoolVar(&cfg.Summary, "summary", false, "print the summary and what failed, not every comparison")
	f.StringVar(&cfg.Out.JSON, "json", "", "write every comparison to a `file`, - for the standard output instead of the tables")
	f.StringVar(&cfg.Markdown, "markdown", "", "write a page with every comparison to a `file`")
	cfg.Out.Format.add(cmd, "format", "what to print")
	cfg.Progress.add(cmd, "progress", "progress on the standard error")
	return cmd
}

// runCheck checks, writes what came of it, and fails if something failed.
func runCheck(cmd *cobra.Command, cfg checkConfig) error {
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := cfg.Out.check(cmd); err != nil {
		return err
	}
	type file struct {
		path   string
		format result.Format
	}
	var files []file
	var paths []string
	for _, path := range cfg.Out.files() {
		files, paths = append(files, file{path, result.JSON}), append(paths, path)
	}
	if cfg.Markdown != "" {
		files, paths = append(files, file{cfg.Markdown, result.Markdown}), append(paths, cfg.Markdown)
	}
	if err := writable(paths); err != nil {
		return err
	}
	for i, name := range cfg.Only {
		cfg.Only[i] = strings.TrimSpace(name)
	}
	known := validation.CheckGroups()
	for _, name := range cfg.Only {
		if !slices.Contains(known, name) {
			return usageError{fmt.Errorf("--only %s: want some of %s", name, strings.Join(known, "; "))}
		}
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	check := validation.CheckConfig{Quick: cfg.Quick, Groups: cfg.Only, Seed: 1}
	if cfg.Seed.given {
		check.Seed = cfg.Seed.value
	}
	if cfg.Progress.value == "plain" {
		check.Progress = tellParts(stderr, 5*time.Second)
	}
	r, err := validation.RunCheck(ctx, check)
	if r == nil {
		return err
	}
	writeErr := r.Write(stdout, cfg.Out.shown(), cfg.Summary)
	for _, f := range files {
		writeErr = errors.Join(writeErr, report.WriteFile(f.path, func(w io.Writer) error { return r.Write(w, f.format, false) }))
	}
	return ended(checkVerdict(ctx, r, err), writeErr)
}

// checkVerdict is the error of a report: something failed, or the check was interrupted by err.
func checkVerdict(ctx context.Context, r *validation.CheckReport, err error) error {
	switch failed := len(r.Failed()); {
	case failed > 0:
		return checkError{fmt.Errorf("%d of %d comparisons failed", failed, len(r.Rows))}
	case err != nil:
		return fmt.Errorf("%w (%w): nothing failed in the %d comparisons made", fault.ErrInterrupted, context.Cause(ctx), len(r.Rows))
	}
	return nil
}

// tellParts writes a line whenever so much time has passed.
func tellParts(stderr io.Writer, every time.Duration) func(validation.CheckProgress) {
	start := time.Now()
	last := start
	return func(p validation.CheckProgress) {
		now := time.Now()
		if now.Sub(last) < every {
			return
		}
		last = now
		left := ""
		if p.Share > 0.02 {
			left = ", " + clock(time.Duration(float64(now.Sub(start))*(1-p.Share)/p.Share)) + " left"
		}
		fmt.Fprintf(stderr, "shardq: %d of %d parts, %.0f %%%s: %s\n", p.Done, p.Total, 100*p.Share, left, p.Name)
	}
}
