package main

import (
	"context"

	"github.com/spf13/cobra"

	"shardq/alloc"
	"shardq/bench/result"
	"shardq/bench/study"
)

// runConfig is what `shardq run` was asked for.
type runConfig struct {
	Scenario string
	Set      setFlag
	Seed     seedFlag
	Shards   shardCount
	Window   float64
	ISA      choice
	State    choice
	Pin      bool
	NoHuge   bool
	Out      outputs
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
		Out:      outputs{Format: newChoice(formats()...)},
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
			return runScenario(cmd, cfg)
		},
	}
	cfg.Set.add(cmd)
	f := cmd.Flags()
	cfg.Seed.add(cmd, &cfg.Set)
	f.Var(&cfg.Shards, "shards", "shards of the simulation; they change its speed only")
	f.Float64Var(&cfg.Window, "window", 0, "mean `arrivals` per window of the sharded engine; 0 adapts it")
	cfg.ISA.add(cmd, "isa", "instruction set")
	cfg.State.add(cmd, "state", "whether shards have copies of the state of the servers or share one")
	f.BoolVar(&cfg.Pin, "pin", false, "bind each shard to a core (Linux); for machines that nobody else uses")
	f.BoolVar(&cfg.NoHuge, "no-huge", false, "take memory from the Go heap instead of huge pages")
	cfg.Out.add(cmd, "the table", "")
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
func runScenario(cmd *cobra.Command, cfg runConfig) (err error) {
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	sc, err := cfg.Set.resolve(cfg.Scenario)
	if err != nil {
		return err
	}
	inputs := inputsOf(cfg.Scenario, sc)
	if err := cfg.Out.check(cmd, inputs...); err != nil {
		return err
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	stopProfile, err := cfg.Profile.start(stderr, inputs...)
	if err != nil {
		return err
	}
	defer func() { err = ended(err, stopProfile()) }()

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
	return ended(err, cfg.Out.deliver(r, stdout, stderr))
}
