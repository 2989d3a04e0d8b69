package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"shardq/bench/locality"
	"shardq/bench/report"
	"shardq/graph/partition"
)

// partitionConfig is what `shardq graph partition` was asked for.
type partitionConfig struct {
	graphConfig
	Parts      int
	METIS      string // file that gpmetis wrote; "" to find the parts here
	WriteMETIS string // file for gpmetis
	Output     string // file of the renumbered graph
}

func newGraphPartition() *cobra.Command {
	cfg := partitionConfig{graphConfig: graphConfig{Format: newChoice(formats()...)}}
	cmd := &cobra.Command{
		Use:   "partition FILE|" + scenarioArgument,
		Short: "Find parts of a graph that keep neighbours together, and renumber it by them",
		Long: `Divide the ports and servers of a graph into parts so that few edges lie between parts, and report how local the graph
is as it is numbered, in parts, and renumbered by parts. Each shard of a run has a block of consecutive ports and of
consecutive servers; "as numbered" and "renumbered" are about such blocks. Random graphs have no locality worth the
trouble.

-o writes the renumbered graph (Matrix Market if its name ends in .mtx, else an edge list with ids from 0) and beside it
FILE.ports and FILE.servers: the new id of port or server 0, 1, ..., a line each. If ports have different rates,
FILE.rates has them in the new order, for ports.rates.file. A renumbered graph is another scenario: random numbers
belong to ids, so its digits and its digest differ, while its law is the same. Parts are kept together within each type
of servers, because a run numbers servers by type.

gpmetis, if you have it, often finds better parts of graphs with clusters: --write-metis writes the graph for it,
--metis reads the parts it found.`,
		Example: `  shardq graph partition edges.txt --parts 2
  shardq graph partition edges.txt --parts 2 -o renumbered.txt
  shardq graph partition edges.txt --parts 2 --write-metis edges.graph   # then: gpmetis edges.graph 2
  shardq graph partition edges.txt --parts 2 --metis edges.graph.part.2`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Source = args[0]
			return partitionGraph(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cfg.Set.add(cmd)
	f := cmd.Flags()
	f.IntVar(&cfg.Base, "base", 0, "the first `id` of an edge list, 0 or 1")
	f.IntVar(&cfg.Parts, "parts", 0, "the `number` of parts")
	f.StringVar(&cfg.METIS, "metis", "", "take the parts from a `file` that gpmetis wrote")
	f.StringVar(&cfg.WriteMETIS, "write-metis", "", "write the graph to a `file` for gpmetis, and do nothing else")
	f.StringVarP(&cfg.Output, "output", "o", "", "the `file` for the renumbered graph")
	cfg.Format.add(cmd, "format", "what to print")
	return cmd
}

// validate reports a fault of the flags.
func (cfg *partitionConfig) validate() error {
	switch {
	case cfg.Parts == 0:
		return errors.New("how many parts? Give their number, such as --parts 2")
	case cfg.WriteMETIS != "" && (cfg.METIS != "" || cfg.Output != ""):
		return errors.New("--write-metis only writes the graph for gpmetis; give it without --metis and -o")
	}
	if err := (partition.Config{K: cfg.Parts}).Validate(); err != nil {
		return err
	}
	for _, file := range []string{cfg.WriteMETIS, cfg.Output} {
		switch file {
		case "":
			continue
		case "-":
			return errors.New("-: the output does not go to the standard output; name a file")
		}
		if err := report.Writable(file); err != nil {
			return err
		}
	}
	return nil
}

// outputs are the files that may be written.
func (cfg *partitionConfig) outputs() (files []string) {
	if cfg.WriteMETIS != "" {
		files = append(files, cfg.WriteMETIS)
	}
	if cfg.Output != "" {
		files = append(files, cfg.Output)
		for _, beside := range []string{".ports", ".servers", ".rates"} {
			files = append(files, cfg.Output+beside)
		}
	}
	return files
}

func partitionGraph(cfg partitionConfig, stdout, stderr io.Writer) error {
	if err := cfg.validate(); err != nil {
		return usageError{err}
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	from, err := findGraph(cfg.graphConfig)
	if err != nil {
		return err
	}
	if err := writable(cfg.outputs(), append(sourceFiles(from, cfg.Source), cfg.METIS)...); err != nil {
		return err
	}
	if cfg.WriteMETIS != "" {
		if err := locality.WriteMETIS(ctx, from, cfg.WriteMETIS); err != nil {
			return err
		}
		_, err := fmt.Fprintf(
			stdout,
			"next: gpmetis %[1]s %[2]d, then graph partition with --metis %[1]s.part.%[2]d\n",
			cfg.WriteMETIS,
			cfg.Parts,
		)
		return err
	}
	table, err := locality.Run(ctx, locality.Config{Source: from, Name: cfg.Source, Parts: cfg.Parts, METIS: cfg.METIS, Output: cfg.Output})
	if err != nil {
		return err
	}
	return writeTable(stdout, table, cfg.Format.value)
}
