package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"shardq/bench/experiment"
	"shardq/bench/report"
	"shardq/bench/speed"
	"shardq/bench/validation"
)

// benchConfig is what `shardq bench` was asked for.
type benchConfig struct {
	Workloads []string
	Quick     bool
	JSON      string
	Render    string
	Format    choice
}

func newBench() *cobra.Command {
	cfg := benchConfig{Format: newChoice(formats()...)}
	var list strings.Builder
	var names []string
	for _, w := range speed.Workloads() {
		fmt.Fprintf(&list, "\n  %-8s %s", w.Name, w.Summary)
		names = append(names, w.Name)
	}
	cmd := &cobra.Command{
		Use:       "bench [WORKLOAD]...",
		Short:     "Measure the speed of the engine beside honest baselines",
		Long:      "Measure the speed of the engine on this machine. Without a name all workloads run, some two minutes on two cores.\n\nWorkloads:" + list.String(),
		Example:   "  shardq bench\n  shardq bench engine --json speed.jsonl\n  shardq bench --quick\n  shardq bench coverage",
		ValidArgs: names,
		Args:      cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Workloads = args
			return runBench(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&cfg.Quick, "quick", false, "smaller systems and fewer rounds, some 20 s; targets are not judged")
	f.StringVar(&cfg.JSON, "json", "", "write a line of JSON for each measurement to a `file`")
	f.StringVar(&cfg.Render, "render", "", "measure nothing; print the table of a `file` that --json wrote")
	cfg.Format.add(cmd, "format", "what to print")
	cmd.AddCommand(newCoverage())
	return cmd
}

func runBench(cfg benchConfig, stdout, stderr io.Writer) error {
	if cfg.Render != "" {
		f, err := os.Open(cfg.Render)
		if err != nil {
			return usageError{err}
		}
		defer f.Close()
		r, err := speed.ReadLines(f, cfg.Render)
		if err != nil {
			return usageError{err}
		}
		return writeTable(stdout, r.Table(), cfg.Format.value)
	}
	if cfg.JSON != "" {
		if err := report.Writable(cfg.JSON); err != nil {
			return usageError{err}
		}
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	r, err := speed.Run(ctx, speed.Config{Workloads: cfg.Workloads, Quick: cfg.Quick, Progress: func(workload, what string) {
		fmt.Fprintf(stderr, "shardq: bench %s: %s\n", workload, what)
	}})
	var unknown *speed.UnknownError
	switch {
	case errors.As(err, &unknown):
		return usageError{err}
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w (%w)", experiment.ErrInterrupted, context.Cause(ctx))
	case err != nil:
		return err
	}
	if err := writeTable(stdout, r.Table(), cfg.Format.value); err != nil {
		return err
	}
	if cfg.JSON != "" {
		if err := report.WriteFile(cfg.JSON, r.WriteLines); err != nil {
			return err
		}
	}
	if missed := r.Missed(); len(missed) > 0 {
		return checkError{fmt.Errorf("%d of the targets missed on this machine", len(missed))}
	}
	return nil
}

// newCoverage is `shardq bench coverage`.
func newCoverage() *cobra.Command {
	runs := 1000
	format := newChoice(formats()...)
	cmd := &cobra.Command{
		Use:     "coverage",
		Short:   "Count how often 95 % intervals contain the true value",
		Example: "  shardq bench coverage --runs 1000",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if runs < 1 {
				return usageError{fmt.Errorf("--runs %d: want at least 1", runs)}
			}
			ctx, stopSignals := untilSignal(context.Background(), cmd.ErrOrStderr())
			defer stopSignals()
			t, err := validation.CoverageTable(ctx, runs)
			if err != nil {
				return err
			}
			return writeTable(cmd.OutOrStdout(), t, format.value)
		},
	}
	cmd.Flags().IntVar(&runs, "runs", runs, "`runs` of each system, with seeds 1, 2, 3 ...")
	format.add(cmd, "format", "what to print")
	return cmd
}
