package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"shardq/alloc"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/study"
)

// runConfig is what `shardq run` was asked for.
type runConfig struct {
	Scenario string
	Set      setFlag
	Seed     uint64
	HasSeed  bool
	Shards   shardCount
	Window   float64
	ISA      choice
	State    choice
	Pin      bool
	NoHuge   bool
	JSON     string // file, "-" for the standard output, "" for none
	Format   choice
	Progress choice
	Profile  profileConfig
}

const runExample = `  shardq run quickstart
  shardq run my-scenario.yaml --json result.json
  shardq run weng2020-2048 --set policy.name=jfsq,jfiq,jsq,jiq    # a table with a row for each policy
  shardq run quickstart --set servers.count=1e5 --set ports.count=1e5 --shards 2`

func newRun() *cobra.Command {
	cfg := runConfig{
		ISA:      newChoice("best", "generic", "avx2", "avx512"),
		State:    newChoice("auto", "copies", "shared"),
		Format:   newChoice(formats()...),
		Progress: newChoice("auto", "bar", "plain", "off"),
		Profile:  newProfileConfig(),
	}
	cmd := &cobra.Command{
		Use:               "run " + scenarioArgument,
		Short:             "Simulate a scenario and print what was measured",
		Example:           runExample,
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Scenario = args[0]
			cfg.HasSeed = cmd.Flags().Changed("seed")
			if err := oneOutput(cmd, cfg.JSON); err != nil {
				return err
			}
			return runScenario(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cfg.Set.add(cmd)
	f := cmd.Flags()
	f.Uint64Var(&cfg.Seed, "seed", 0, "seed; the same as --set run.seed=`S`")
	f.Var(&cfg.Shards, "shards", "shards of the simulation; they change its speed only")
	f.Float64Var(&cfg.Window, "window", 0, "mean `arrivals` per window of the sharded engine; 0 adapts it")
	cfg.ISA.add(cmd, "isa", "instruction set")
	cfg.State.add(cmd, "state", "whether shards have copies of the state of the servers or share one")
	f.BoolVar(&cfg.Pin, "pin", false, "bind each shard to a core (Linux); for machines that nobody else uses")
	f.BoolVar(&cfg.NoHuge, "no-huge", false, "take memory from the Go heap instead of huge pages")
	f.StringVar(&cfg.JSON, "json", "", "write the whole result to a `file`, - for the standard output instead of the table")
	cfg.Format.add(cmd, "format", "what to print")
	cfg.Progress.add(cmd, "progress", "progress on the standard error")
	cfg.Profile.add(cmd)
	return cmd
}

func formats() []string {
	var names []string
	for _, f := range result.Formats() {
		names = append(names, string(f))
	}
	return names
}

// runScenario runs a scenario and writes its result. Everything that can be refused is refused before the run.
func runScenario(cfg runConfig, stdout, stderr io.Writer) (err error) {
	var seed []scenario.Set
	if cfg.HasSeed {
		seed = append(seed, scenario.Set{Path: "run.seed", Value: strconv.FormatUint(cfg.Seed, 10)})
	}
	sc, err := cfg.Set.resolve(cfg.Scenario, seed...)
	if err != nil {
		return err
	}
	toFile := cfg.JSON != "" && cfg.JSON != "-"
	if toFile {
		if err := report.Writable(cfg.JSON); err != nil {
			return usageError{err}
		}
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	stopProfile, err := cfg.Profile.start(stderr)
	if err != nil {
		return err
	}
	defer stopProfile()

	opt := study.Options{Shards: int(cfg.Shards), Window: cfg.Window}
	if cfg.ISA.value != "best" {
		opt.ISA = cfg.ISA.value
	}
	opt.Pin = cfg.Pin
	if cfg.State.value != "auto" {
		opt.State = cfg.State.value
	}
	if cfg.NoHuge {
		opt.Backing = alloc.Heap
	}
	show, stopProgress := startProgress(cfg.Progress.value, stderr)
	opt.Progress = show
	r, err := study.Run(ctx, sc, opt)
	stopProgress()
	if r == nil || r.Empty() {
		return err
	}
	format := result.Format(cfg.Format.value)
	if cfg.JSON == "-" {
		format = result.JSON
	}
	writeErr := result.Write(stdout, r, format)
	if format == result.CSV { // which has no place for warnings
		for _, w := range r.Warnings() {
			fmt.Fprintf(stderr, "shardq: warning: %s\n", w)
		}
	}
	if toFile {
		fileErr := report.WriteFile(cfg.JSON, func(w io.Writer) error { return result.Write(w, r, result.JSON) })
		if writeErr == nil || fileErr != nil {
			writeErr = fileErr
		}
	}
	if err != nil {
		return err
	}
	if writeErr != nil {
		return fmt.Errorf("writing the result: %w", writeErr)
	}
	return nil
}
