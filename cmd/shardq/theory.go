package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"shardq/bench/fault"
	"shardq/bench/known"
	"shardq/bench/result"
)

// theoryConfig is what `shardq theory` was asked for.
type theoryConfig struct {
	Scenario  string
	Set       setFlag
	Format    choice
	Exact     bool
	Transient []float64
}

func newTheory() *cobra.Command {
	cfg := theoryConfig{Format: newChoice(formats()...)}
	cmd := &cobra.Command{
		Use:   "theory " + scenarioArgument,
		Short: "Print what is known about a scenario: bounds, limits, exact answers where it is small enough",
		Long: `Print what is known about a scenario without simulating it: stability, the lower bound, exact values and limits of many servers, the bounds of theorem 1 of
Weng, Zhou and Srikant (2020) with what could be found out about their assumptions, the occupancy in the limit, scaled limits near full load, and the
stationary law of systems small enough. Every line says what the value is, under what condition it holds, and where it comes from.`,
		Example: "  shardq theory quickstart\n  shardq theory weng2020-million --set ports.load=0.95\n  shardq theory " +
			"mukherjee2018-jsq-d --transient 1,2,5,10",
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Scenario = args[0]
			ctx, stopSignals := untilSignal(cmd.Context(), cmd.ErrOrStderr())
			defer stopSignals()
			return runTheory(ctx, cfg, cmd.OutOrStdout())
		},
	}
	cfg.Set.add(cmd)
	cfg.Format.add(cmd, "format", "what to print")
	cmd.Flags().
		BoolVar(&cfg.Exact, "exact", false, "also solve chains of up to a million states, and look at graphs of up to 50 million "+
			"edges: may take minutes and gigabytes")
	cmd.Flags().
		Float64SliceVar(&cfg.Transient, "transient", nil, "also print the limit of many servers at these times, from run.start; "+
			"ascending, such as 1,2,5")
	return cmd
}

func runTheory(ctx context.Context, cfg theoryConfig, stdout io.Writer) error {
	sc, err := cfg.Set.resolve(cfg.Scenario)
	if err != nil {
		return err
	}
	survey, _, err := fault.Within(ctx, func() (*known.Survey, error) {
		return known.SurveyOf(ctx, sc, known.SurveyOptions{Exact: cfg.Exact, Times: cfg.Transient})
	})
	if err != nil {
		return err
	}
	return result.Write(stdout, result.Survey{Survey: survey}, result.Format(cfg.Format.value))
}
