package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"shardq/alloc"
	"shardq/bench/experiment"
	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/graph"
)

// graphConfig is what `shardq graph info` was asked for.
type graphConfig struct {
	Source string // a graph file, a scenario file, or a built-in name
	Set    setFlag
	Base   int // of an edge list
	Format choice
}

func newGraph() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "graph",
		Short: "Look at graphs",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			hint := ""
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = fmt.Sprintf("\n\nDid you mean this?\n\t%s", strings.Join(near, "\n\t"))
			}
			return usageError{fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)}
		},
		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newGraphInfo())
	return cmd
}

func newGraphInfo() *cobra.Command {
	cfg := graphConfig{Format: newChoice(formats()...)}
	cmd := &cobra.Command{
		Use:   "info FILE|" + scenarioArgument,
		Short: "Describe a graph: sizes, degrees, components, identity",
		Long: `Describe the graph of a scenario (a built-in name, or a file that ends in .yaml, .yml or .json), or of an edge list or
Matrix Market file.`,
		Example:           "  shardq graph info quickstart\n  shardq graph info edges.txt --base 1",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Source = args[0]
			return graphInfo(cfg, cmd.OutOrStdout())
		},
	}
	cfg.Set.add(cmd)
	cmd.Flags().IntVar(&cfg.Base, "base", 0, "the first `id` of an edge list, 0 or 1")
	cfg.Format.add(cmd, "format", "what to print")
	return cmd
}

func graphInfo(cfg graphConfig, stdout io.Writer) error {
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	g, err := openGraph(cfg, arena)
	if err != nil {
		return err
	}
	s := graph.Describe(g)
	t := report.Table{Title: cfg.Source}
	var cells []report.Cell
	add := func(name string, c report.Cell) {
		t.Columns = append(t.Columns, report.Column{Name: name})
		cells = append(cells, c)
	}
	add("ports", report.Int(s.Ports))
	add("servers", report.Int(s.Servers))
	add("edges", report.Int(s.Edges))
	for _, side := range []struct {
		name string
		d    graph.Degrees
	}{{"port", s.PortDegree}, {"server", s.ServerDegree}} {
		add(side.name+" degree, mean", report.Number(side.d.Mean, 4))
		add(side.name+" degree, least", report.Int(side.d.Min))
		add(side.name+" degree, most", report.Int(side.d.Max))
		add(side.name+"s without neighbours", report.Int(side.d.Isolated))
	}
	add("components", report.Int(s.Components))
	add("memory", report.Bytes(s.Bytes))
	add("hash", report.Text(fmt.Sprintf("%016x", graph.Hash(g))))
	t.Add(cells...)
	if experiment.Format(cfg.Format.value) != experiment.Table {
		return writeTable(stdout, t, cfg.Format.value)
	}
	b := report.Block{Title: t.Title}
	for i, c := range cells {
		b.Add(t.Columns[i].Name, c, "")
	}
	return report.Blocks(stdout, b)
}

// openGraph builds the graph of a scenario or reads a graph file.
func openGraph(cfg graphConfig, arena *alloc.Arena) (graph.Graph, error) {
	isBuiltin := slices.ContainsFunc(scenario.Builtins(), func(i scenario.Info) bool { return i.Name == cfg.Source })
	if !isBuiltin && !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(cfg.Source)) {
		g, err := graph.Open(cfg.Source, graph.ReadOptions{Base: cfg.Base, Arena: arena})
		if err != nil {
			return nil, usageError{err}
		}
		return g, nil
	}
	sc, err := cfg.Set.resolve(cfg.Source)
	if err != nil {
		return nil, err
	}
	g, err := experiment.BuildGraph(sc, arena)
	if err != nil {
		return nil, usageError{err}
	}
	return g, nil
}
