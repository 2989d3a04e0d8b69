package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"shardq/bench/fault"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/speed"
	"shardq/bench/speed/plots"
	"shardq/bench/validation"
)

// goBenchmarks is the format of Go benchmarks, besides those of tables.
const goBenchmarks = "gobench"

// benchConfig is what `shardq bench` was asked for.
type benchConfig struct {
	Workloads []string
	Quick     bool
	JSON      string
	Render    string
	Plots     string
	Format    choice
}

func newBench() *cobra.Command {
	cfg := benchConfig{Format: newChoice(append(formats(), goBenchmarks)...)}
	var list strings.Builder
	var names []string
	for _, w := range speed.Workloads() {
		only := ""
		if w.ByName {
			only = " (only by name)"
		}
		fmt.Fprintf(&list, "\n  %-11s %s%s", w.Name, w.Summary, only)
		names = append(names, w.Name)
	}
	cmd := &cobra.Command{
		Use:   "bench [WORKLOAD]...",
		Short: "Measure the speed of the engine beside honest baselines",
		Long: `Measure the speed of the engine on this machine, and compare it with the targets. Without a name all workloads run but those that run only by name,
some ten minutes on two cores. The specification of the workloads is bench/SPEC.md.

Workloads:` + list.String(),
		Example: "  shardq bench\n  shardq bench engine scale --json speed.jsonl\n  shardq bench --quick\n  shardq bench " +
			"systems\n  shardq bench rng --format gobench\n  shardq bench --render speed.jsonl --plots .\n  shardq bench coverage",
		ValidArgs: names,
		Args:      cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Workloads = args
			return runBench(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&cfg.Quick, "quick", false, "smaller systems and fewer rounds, some 20 s; targets are not judged, references of systems are")
	f.StringVar(&cfg.JSON, "json", "", "write a line of JSON for each measurement to a `file`")
	f.StringVar(&cfg.Render, "render", "", "measure nothing; print the tables of a `file` that --json wrote")
	f.StringVar(&cfg.Plots, "plots", "", "draw cost against size and speed-up against shards, as SVG and PNG, into a `folder`")
	cfg.Format.add(cmd, "format", "what to print; csv, json and gobench (for benchstat) have the measurements alone")
	cmd.AddCommand(newCoverage(), newSpin())
	return cmd
}

func runBench(cfg benchConfig, stdout, stderr io.Writer) error {
	if err := cfg.check(); err != nil {
		return usageError{err}
	}
	if cfg.Render != "" {
		r, err := readSpeed(cfg.Render)
		if err != nil {
			return usageError{err}
		}
		return writeSpeed(cfg, r, stdout, stderr)
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	r, err := speed.Run(
		ctx,
		speed.Config{Workloads: cfg.Workloads, Quick: cfg.Quick, Spinner: spinner, Progress: func(workload, what string) {
			fmt.Fprintf(stderr, "shardq: bench %s: %s\n", workload, what)
		}},
	)
	var unknown *speed.UnknownError
	switch {
	case errors.As(err, &unknown):
		return usageError{err}
	case errors.Is(err, context.Canceled):
		interrupted := fault.Interrupted(ctx)
		if r.Measurements() == 0 {
			return fmt.Errorf("%w before anything was measured; nothing is written", interrupted)
		}
		return ended(fmt.Errorf("%w: the measurements are partial", interrupted), cfg.write(r, stdout, stderr))
	case err != nil && r != nil && r.Measurements() > 0:
		return ended(err, cfg.write(r, stdout, stderr))
	case err != nil:
		return err
	}
	return ended(missed(r), cfg.write(r, stdout, stderr))
}

// missed is the error of a session that did not reach all targets, or did not meet all references of systems.
func missed(r *speed.Report) error {
	targets, systems := 0, 0
	for _, l := range r.Missed() {
		if l.System != nil {
			systems++
		} else {
			targets++
		}
	}
	var problems []error
	if systems > 0 {
		problems = append(problems, fmt.Errorf("%d of the systems are not where a reference says", systems))
	}
	if targets > 0 {
		problems = append(problems, fmt.Errorf("%d of the targets missed on this machine", targets))
	}
	if problems != nil {
		return checkError{errors.Join(problems...)}
	}
	return nil
}

// write writes the lines and prints the tables.
func (cfg benchConfig) write(r *speed.Report, stdout, stderr io.Writer) error {
	var err error
	if cfg.JSON != "" {
		err = report.WriteFile(cfg.JSON, r.WriteLines)
	}
	if shown := writeSpeed(cfg, r, stdout, stderr); err == nil || !errors.Is(shown, syscall.EPIPE) {
		err = errors.Join(err, shown)
	}
	return err
}

// check reports what would come to nothing after minutes of measuring.
func (cfg benchConfig) check() error {
	if cfg.Render != "" && (len(cfg.Workloads) > 0 || cfg.Quick || cfg.JSON != "") {
		return errors.New("--render measures nothing: it takes no workload, --quick or --json")
	}
	var files []string
	if cfg.JSON != "" {
		files = append(files, cfg.JSON)
	}
	if cfg.Plots != "" {
		files = append(files, filepath.Join(cfg.Plots, "cost.svg"))
	}
	return writable(files, cfg.Render)
}

// readSpeed reads a file of measurements.
func readSpeed(path string) (*speed.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return speed.ReadLines(f, path)
}

// writeSpeed prints the measurements and draws the plots asked for.
func writeSpeed(cfg benchConfig, r *speed.Report, stdout, stderr io.Writer) error {
	write := writeTables
	if cfg.Format.value == goBenchmarks {
		write = func(_ benchConfig, r *speed.Report, stdout io.Writer) error { return r.WriteBenchmarks(stdout) }
	}
	if err := write(cfg, r, stdout); err != nil {
		return err
	}
	if cfg.Plots == "" {
		return nil
	}
	return writePlots(cfg.Plots, r, stderr)
}

// writeTables prints the tables.
func writeTables(cfg benchConfig, r *speed.Report, stdout io.Writer) error {
	measured := []report.Table{r.Table(), r.SystemTable()}
	if format := result.Format(cfg.Format.value); format != result.CSV && format != result.JSON {
		measured = append(measured, r.ReferenceTable(), r.PhaseTable(), r.TargetTable())
	} else if len(measured[0].Rows) > 0 {
		measured = measured[:1] // files of one table
	}
	var tables []report.Table
	for _, t := range measured {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	for i, t := range tables {
		if i > 0 {
			if _, err := fmt.Fprintln(stdout); err != nil {
				return err
			}
		}
		if err := writeTable(stdout, t, cfg.Format.value); err != nil {
			return err
		}
	}
	return nil
}

// writePlots draws the plots into a folder.
func writePlots(folder string, r *speed.Report, stderr io.Writer) error {
	pictures, err := plots.Draw(r)
	if err != nil {
		return err
	}
	if len(pictures) == 0 {
		fmt.Fprintln(
			stderr,
			"shardq: nothing to plot: the measurements are neither of cost against size nor of speed-up against shards "+
				"(workloads engine, cost, scale)",
		)
	}
	for _, p := range pictures {
		for _, format := range plots.Formats {
			path := filepath.Join(folder, p.Name+"."+format)
			if err := report.WriteFile(path, func(w io.Writer) error { return p.Write(w, format) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// spinner is this program again, as a process that keeps a core busy.
func spinner(core int) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return exec.Command(self, "bench", "spin", strconv.Itoa(core))
}

// newSpin is `shardq bench spin`, which the program starts by itself.
func newSpin() *cobra.Command {
	return &cobra.Command{
		Use:    "spin CORE",
		Short:  "Keep a core busy until the standard input ends",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			core, err := strconv.Atoi(args[0])
			if err != nil || core < 0 {
				return usageError{fmt.Errorf("core %q: want 0 for the last one, 1 for the one before, and so on", args[0])}
			}
			return speed.Spin(cmd.InOrStdin(), cmd.OutOrStdout(), core)
		},
	}
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
