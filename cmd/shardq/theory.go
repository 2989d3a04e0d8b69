package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"shardq/bench/experiment"
	"shardq/bench/report"
)

// theoryConfig is what `shardq theory` was asked for.
type theoryConfig struct {
	Scenario string
	Set      setFlag
	Format   choice
}

func newTheory() *cobra.Command {
	cfg := theoryConfig{Format: newChoice(formats()...)}
	cmd := &cobra.Command{
		Use:               "theory " + scenarioArgument,
		Short:             "Print the lower bound and the limit of many servers for a scenario",
		Example:           "  shardq theory quickstart\n  shardq theory weng2020-million --set ports.load=0.95",
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Scenario = args[0]
			return runTheory(cfg, cmd.OutOrStdout())
		},
	}
	cfg.Set.add(cmd)
	cfg.Format.add(cmd, "format", "what to print")
	return cmd
}

func runTheory(cfg theoryConfig, stdout io.Writer) error {
	sc, err := cfg.Set.resolve(cfg.Scenario)
	if err != nil {
		return err
	}
	limits := experiment.Limits(sc)
	switch experiment.Format(cfg.Format.value) {
	case experiment.JSON:
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		return e.Encode(limits)
	case experiment.Table:
		b := report.Block{Title: sc.Name}
		b.Add("load", report.Number(limits.Load, 4), "")
		bound, holds := limits.Bound()
		b.Add("lower bound", report.Number(bound, 6), "of the mean response time, "+holds)
		b.Add("types in use", report.Int(limits.K), "K, the fastest ones that together can serve all jobs")
		b.Add("busy servers", report.Percent(limits.C, 5), "C*, share of all servers in the limit")
		if err := report.Blocks(stdout, b); err != nil {
			return err
		}
		if _, err := io.WriteString(stdout, "\n"); err != nil {
			return err
		}
	}
	return writeTable(stdout, limits.Table(), cfg.Format.value)
}
