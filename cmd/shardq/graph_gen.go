package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/graph"
	"shardq/graph/isa"
)

// genConfig is what `shardq graph gen` was asked for.
type genConfig struct {
	Scenario string
	Set      setFlag
	Output   string
}

func newGraphGen() *cobra.Command {
	cfg := genConfig{}
	cmd := &cobra.Command{
		Use:   "gen " + scenarioArgument,
		Short: "Write the graph of a scenario to a file",
		Long: `Write the graph of a scenario to a file: a Matrix Market file if its name ends in .mtx, else an edge list with ids from 0.
With -o - an edge list goes to the standard output.
Servers have the ids of the scenario, so the same scenario with graph.kind file and this file has the same result; that of
a graph on servers, with graph.between servers too. Its rows have the server of the port itself. Only of kinds complete and
clique the result has the same law but other digits and another digest: ties among servers are drawn by rank there.`,
		Example: "  shardq graph gen quickstart -o edges.txt\n  shardq graph gen quickstart --set graph.kind=computed " +
			"-o graph.mtx",
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Scenario = args[0]
			return generateGraph(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cfg.Set.add(cmd)
	cmd.Flags().StringVarP(&cfg.Output, "output", "o", "", "the `file` to write, - for the standard output")
	return cmd
}

func generateGraph(cfg genConfig, stdout, stderr io.Writer) error {
	if cfg.Output == "" {
		return usageError{errors.New("nowhere to write to; give a file by -o, such as -o edges.txt or -o graph.mtx")}
	}
	sc, err := cfg.Set.resolveGraph(cfg.Scenario)
	if err != nil {
		return err
	}
	if err := instance.GraphNeed(sc).Check(); err != nil {
		return err
	}
	toFile := cfg.Output != "-"
	if toFile {
		if err := writable([]string{cfg.Output}, inputsOf(cfg.Scenario, sc)...); err != nil {
			return err
		}
	}
	// A signal ends the building and the writing in good order: no half a file is left.
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	g, err := instance.Graph(ctx, sc, arena, isa.Best)
	if err != nil {
		return orInterrupted(ctx, usageError{err})
	}
	count, first, err := graph.Isolated(ctx, g)
	if err != nil {
		return orInterrupted(ctx, err)
	}
	if count > 0 && sc.Graph.Kind != scenario.Complete {
		fmt.Fprintf(
			stderr,
			"shardq: warning: port %d has no neighbours, which a scenario of kind file refuses (ports without neighbours: %d)\n",
			first,
			count,
		)
	}
	write := graph.WriteEdgeList
	if strings.EqualFold(filepath.Ext(cfg.Output), ".mtx") {
		write = graph.WriteMatrixMarket
	}
	to := func(w io.Writer) error { return write(fault.Writer(ctx, w), instance.ExternalGraph(sc, g)) }
	if !toFile {
		return to(stdout)
	}
	return report.WriteFile(cfg.Output, to)
}
