package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
	"shardq/bench/study/solve"
)

// solveConfig is what `shardq solve` was asked for.
type solveConfig struct {
	Scenario       string
	Set            setFlag
	Seed           seedFlag
	Target, Over   string
	From, To       float64
	Whole          bool
	Least, Largest bool
	Precision      shareFlag
	Error          shareFlag
	Runs           int
	Budget         time.Duration
	Shards         shardCount
	Out            outputs
	Progress       choice
}

const solveLong = `Find the least or the largest value of a parameter that meets a target: how many neighbours,
servers, or places in a buffer are enough, how much load is too much. It is a stochastic bisection:
each probe simulates the scenario at one value, with the same seeds at all values (common random
numbers), for as many runs as it takes to tell on which side of the target it is; a probe that stays
undecided is approached from both sides. All decisions together are wrong with the probability
--error, so that the interval printed contains the answer with the rest, if the measure is monotone
in the parameter.

Targets compare mean_response, mean_waiting, mean_service, mean_number, blocking, quantile_0.5,
quantile_0.9, quantile_0.99 or quantile_0.999 by <= or >= with a number, a number of per cent, or,
the mean response, with a multiple of bound (the lower bound) or theory (the first value that theory
gives).

Ranges and directions are known for graph.mean_degree, graph.degree, policy.d, ports.load,
ports.rate, servers.count and servers.buffer; of other numbers of a scenario, --from and --to and
one of --least and --largest say them. Loads end below 1 if --to does not say more. Each run has the
length of the scenario's; run.warmup=auto and run.precision apply.`

const solveExample = `  shardq solve quickstart --target 'mean_response<=1.5*bound' --over graph.mean_degree
  shardq solve quickstart --set ports.rate=200 --target 'mean_response<=2.5' --over servers.count --runs 4
  shardq solve quickstart --target 'quantile_0.99<=20' --over ports.load --precision 0.5%
  shardq solve mukherjee2018-jsq-d --target 'mean_response<=2' --over policy.d --json answer.json`

func newSolve() *cobra.Command {
	cfg := solveConfig{
		From: math.NaN(), To: math.NaN(), Error: 0.05, Runs: 16,
		Out: outputs{Format: newChoice(formats()...)}, Progress: newChoice("auto", "off"),
	}
	cmd := &cobra.Command{
		Use:               "solve " + scenarioArgument,
		Short:             "Find the least or largest value of a parameter that meets a target",
		Long:              solveLong,
		Example:           solveExample,
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Scenario = args[0]
			return runSolve(cmd, cfg)
		},
	}
	cfg.Set.add(cmd)
	f := cmd.Flags()
	f.StringVar(&cfg.Target, "target", "", "the `condition` to meet, such as 'mean_response<=1.05*bound'")
	f.StringVar(&cfg.Over, "over", "", "the `path` of the parameter, such as graph.mean_degree")
	f.Var(newBound(&cfg.From), "from", "the least value to try; not given, the parameter's own")
	f.Var(newBound(&cfg.To), "to", "the largest value to try; not given, the parameter's own")
	f.BoolVar(&cfg.Whole, "whole", false, "try whole numbers only; those of the known parameters that count things do so by themselves")
	f.BoolVar(&cfg.Least, "least", false, "look for the least value that meets the target: larger ones do too")
	f.BoolVar(&cfg.Largest, "largest", false, "look for the largest value that meets the target: smaller ones do too")
	f.Var(
		&cfg.Precision,
		"precision",
		"stop when the interval is so narrow beside the answer; 0 is exact for whole numbers and 1 % for others",
	)
	f.Var(&cfg.Error, "error", "probability that the interval does not contain the answer")
	f.IntVar(&cfg.Runs, "runs", cfg.Runs, "most `runs` of a probe, a power of 2")
	f.DurationVar(&cfg.Budget, "budget", 30*time.Minute, "most `time` for the whole search; what is known by then is printed")
	cfg.Seed.add(cmd, &cfg.Set)
	f.Var(&cfg.Shards, "shards", "shards of each simulation; they change its speed only")
	cfg.Out.add(cmd, "the text", "; csv has the probes alone")
	cfg.Progress.add(cmd, "progress", "a line for each probe on the standard error")
	return cmd
}

// check reports what is missing or contradicts itself.
func (cfg solveConfig) check() error {
	switch {
	case cfg.Target == "":
		return errors.New("missing --target, want a condition such as 'mean_response<=1.05*bound'")
	case cfg.Over == "":
		return errors.New("missing --over, want the path of a number of the scenario, such as graph.mean_degree")
	case cfg.Least && cfg.Largest:
		return errors.New("--least and --largest exclude each other; give one of them")
	case cfg.Error == 0:
		return errors.New("--error 0: no run can tell for certain; want a probability above 0, such as 0.05")
	case cfg.Runs < 1:
		return fmt.Errorf("--runs %d: want at least 1", cfg.Runs)
	case cfg.Budget <= 0:
		return fmt.Errorf("--budget %v: want a positive time", cfg.Budget)
	}
	return nil
}

// runSolve searches and writes what was found.
func runSolve(cmd *cobra.Command, cfg solveConfig) error {
	stdout, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := cfg.check(); err != nil {
		return usageError{err}
	}
	target, err := solve.ParseTarget(cfg.Target)
	if err != nil {
		return usageError{err}
	}
	resolve := func(sets ...input.Set) (*scenario.Scenario, error) { return cfg.Set.resolve(cfg.Scenario, sets...) }
	sc, err := resolve()
	if err != nil {
		return err
	}
	if err := cfg.Out.check(cmd, inputsOf(cfg.Scenario, sc)...); err != nil {
		return err
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	s := solve.Config{
		Scenario: resolve,
		Target:   target, Over: cfg.Over, From: cfg.From, To: cfg.To, Whole: cfg.Whole, Precision: float64(cfg.Precision), Runs: cfg.Runs,
		Error: float64(cfg.Error), Budget: cfg.Budget, Options: study.Options{Shards: int(cfg.Shards)},
	}
	switch {
	case cfg.Least:
		s.Direction = solve.Least
	case cfg.Largest:
		s.Direction = solve.Largest
	}
	if cfg.Progress.value != "off" {
		s.Options.Progress = plain(stderr, plainInterval)
		s.Probed = func(p solve.Probe) { fmt.Fprintf(stderr, "shardq: %s = %s\n", cfg.Over, p.String()) }
	}
	solution, err := solve.Run(ctx, s)
	if unmet := (*solve.UnmetError)(nil); errors.As(err, &unmet) {
		err = checkError{err}
	}
	if solution == nil {
		return err
	}
	return ended(err, cfg.Out.deliver(solution, stdout, stderr))
}

// shareFlag is a flag for a share, written as a number or in per cent.
type shareFlag float64

func (s *shareFlag) String() string {
	if *s == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(*s), 'g', 6, 64) + "%"
}

func (s *shareFlag) Set(text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	v, ok := scenario.ParseDecimal(strings.TrimSpace(number))
	if percent {
		v /= 100
	}
	if !ok || !(v >= 0 && v < 1) {
		return errors.New("want a share below 1, such as 0.01 or 1%")
	}
	*s = shareFlag(v)
	return nil
}

func (s *shareFlag) Type() string { return "share" }

// boundFlag is a flag for an end of a range; NaN is none.
type boundFlag struct{ value *float64 }

func newBound(value *float64) boundFlag { return boundFlag{value} }

func (b boundFlag) String() string {
	if b.value == nil || math.IsNaN(*b.value) {
		return ""
	}
	return strconv.FormatFloat(*b.value, 'g', -1, 64)
}

func (b boundFlag) Set(text string) error {
	v, ok := scenario.ParseDecimal(text)
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("want a number")
	}
	*b.value = v
	return nil
}

func (b boundFlag) Type() string { return "value" }
