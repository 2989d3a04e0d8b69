package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/compare"
)

// compareConfig is what `shardq compare` was asked for.
type compareConfig struct {
	Scenario string
	Policies string
	By       string
	Set      setFlag
	Seed     seedFlag
	Shards   shardCount
	Out      outputs
	Progress choice
}

const compareLong = `Run policies on common random numbers and compare them: all meet the same arrivals, and servers
offer them the same departures, so that differences are known better than values. Every difference
has a 95 % interval of its own that respects the correlation of neighbouring batches; which
differences are significant is said for all pairs together (Holm's method, 5 %). Without --policies
those of the scenario are compared.`

const compareExample = `  shardq compare weng2020-policies
  shardq compare quickstart --policies jfsq,jfiq,jsq,jiq --set ports.load=0.8
  shardq compare mukherjee2018-jsq-d --policies 'jsq-d{d:2},jsq-d{d:3},jsq'
  shardq compare zhou2017-jbt --policies 'jbt-d{d:2,period:1000},jiq' --json comparison.json`

func newCompare() *cobra.Command {
	cfg := compareConfig{Out: outputs{Format: newChoice(formats()...)}, Progress: newChoice("auto", "bar", "plain", "off")}
	cmd := &cobra.Command{
		Use:               "compare " + scenarioArgument,
		Short:             "Compare policies on common random numbers",
		Long:              compareLong,
		Example:           compareExample,
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Scenario = args[0]
			return runCompare(cmd, cfg)
		},
	}
	cfg.Set.add(cmd)
	f := cmd.Flags()
	f.StringVar(&cfg.Policies, "policies", "",
		"the `policies` to compare, between commas, each with what it reads in braces if not as in the scenario: 'jsq-d{d:3},jsq'")
	f.StringVar(&cfg.By, "by", "", "the `measure` to rank by: mean_response, blocking, messages_per_job; found_tasks of pools")
	cfg.Seed.add(cmd, &cfg.Set)
	f.Var(&cfg.Shards, "shards", "shards of the simulation; they change its speed only")
	cfg.Out.add(cmd, "the tables", "; csv has the differences alone")
	cfg.Progress.add(cmd, "progress", "progress on the standard error")
	return cmd
}

// runCompare compares policies and writes what came of it.
func runCompare(cmd *cobra.Command, cfg compareConfig) error {
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	var sets []input.Set
	if cfg.Policies != "" {
		base, err := cfg.Set.resolve(cfg.Scenario)
		if err != nil {
			return err
		}
		set, err := compare.Choose(base, cfg.Policies)
		if err != nil {
			return usageError{fmt.Errorf("--policies: %w", err)}
		}
		sets = append(sets, set)
	}
	sc, err := cfg.Set.resolve(cfg.Scenario, sets...)
	if err != nil {
		if cfg.Policies != "" { // what the user wrote is not a --set
			return usageError{fmt.Errorf("--policies %s: %w", cfg.Policies, err)}
		}
		return err
	}
	if err := cfg.Out.check(cmd, inputsOf(cfg.Scenario, sc)...); err != nil {
		return err
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	show, stopProgress := startProgress(cfg.Progress.value, stderr)
	c, err := compare.Run(ctx, sc, study.Options{Shards: int(cfg.Shards), Progress: show}, strings.TrimSpace(cfg.By))
	stopProgress()
	if c == nil {
		return err
	}
	return ended(err, cfg.Out.deliver(c, stdout, stderr))
}
