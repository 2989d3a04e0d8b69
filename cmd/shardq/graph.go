package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"shardq/alloc"
	"shardq/bench/instance"
	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
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
		Short: "Look at graphs and write them to files",
		Args:  cobra.ArbitraryArgs,
		RunE:  onlySubcommands,

		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newGraphInfo(), newGraphGen(), newGraphPartition())
	return cmd
}

// onlySubcommands is what a command does that has only commands below it: print its help, or say which of those was meant.
func onlySubcommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = fmt.Sprintf("\n\nDid you mean this?\n\t%s", strings.Join(near, "\n\t"))
	}
	return usageError{fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)}
}

func newGraphInfo() *cobra.Command {
	cfg := graphConfig{Format: newChoice(formats()...)}
	cmd := &cobra.Command{
		Use:   "info FILE|" + scenarioArgument,
		Short: "Describe a graph: sizes, degrees, components, identity",
		Long: `Describe the graph of a scenario (a built-in name, or a file that ends in .yaml, .yml or .json), or of an edge list or
Matrix Market file. What is too large to read is described by its law: the figures are then expected values.`,
		Example:           "  shardq graph info quickstart\n  shardq graph info edges.txt --base 1",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Source = args[0]
			return graphInfo(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cfg.Set.add(cmd)
	cmd.Flags().IntVar(&cfg.Base, "base", 0, "the first `id` of an edge list, 0 or 1")
	cfg.Format.add(cmd, "format", "what to print")
	return cmd
}

func graphInfo(cfg graphConfig, stdout, stderr io.Writer) error {
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	s, err := describeGraph(ctx, cfg, arena)
	if err != nil {
		return orInterrupted(ctx, err)
	}
	t := report.Table{Title: cfg.Source}
	var cells []report.Cell
	add := func(name string, c report.Cell) {
		t.Columns = append(t.Columns, report.Column{Name: name})
		cells = append(cells, c)
	}
	// certain hides what only a look at every row could tell.
	certain := func(known bool, c report.Cell) report.Cell {
		if !known {
			return report.Cell{}
		}
		return c
	}
	read := !s.Expected
	figures, remark := "found", ""
	if !read {
		figures, remark = "expected", "by the law of the graph, which is too large to read"
	}
	add("figures", report.Text(figures))
	add("ports", report.Int(s.Ports))
	add("servers", report.Int(s.Servers))
	add("edges", report.Int(s.Edges))
	for _, side := range []struct {
		name string
		d    graph.Degrees
	}{{"port", s.PortDegree}, {"server", s.ServerDegree}} {
		add(side.name+" degree, mean", report.Number(side.d.Mean, 4))
		add(side.name+" degree, least", certain(read || side.d.Min > 0, report.Int(side.d.Min)))
		add(side.name+" degree, most", certain(read || side.d.Max > 0, report.Int(side.d.Max)))
		add(side.name+"s without neighbours", report.Int(side.d.Isolated))
	}
	add("components", certain(read, report.Int(s.Components)))
	add("servers of the largest component", certain(read, report.Int(s.Largest)))
	add("memory", report.Bytes(s.Bytes))
	storage, perEdge := report.Text("none"), report.Cell{}
	if s.storage != "" {
		storage = report.Text(string(s.storage))
		if s.Edges > 0 {
			perEdge = report.Number(s.BytesPerEdge, 3)
		}
	}
	add("storage", storage)
	add("bytes per edge", perEdge)
	add("hash", certain(s.hash != "", report.Text(s.hash)))
	t.Add(cells...)
	if result.Format(cfg.Format.value) != result.Table {
		return writeTable(stdout, t, cfg.Format.value)
	}
	remarks := map[string]string{"figures": remark}
	if s.onServers {
		remarks["port degree, mean"] = "the port's own server included"
	}
	if !read && s.storage != "" {
		remarks["memory"] = "as estimated"
	}
	b := report.Block{Title: t.Title}
	for i, c := range cells {
		name := t.Columns[i].Name
		b.Add(name, c, remarks[name])
	}
	return report.Blocks(stdout, b)
}

// description is what there is to tell of a graph.
type description struct {
	graph.Stats
	storage   scenario.Storage // "" if it takes no memory
	hash      string           // "" if it was not read
	onServers bool             // it is a graph on servers: its rows have the server of the port
}

// hashedEdges is the number of edges, some seconds of work, up to which a graph is hashed that nothing else needs to be read of. Where all
// rows are the same, one is read, and its hash counts for an edge in the others.
const hashedEdges = 1 << 28

// describeGraph reads a graph. A random one that cannot be held, or takes too long, is described by its law.
func describeGraph(ctx context.Context, cfg graphConfig, arena *alloc.Arena) (description, error) {
	src, err := findGraph(cfg)
	if err != nil {
		return description{}, err
	}
	beside := func(_, servers int) uint64 {
		if src.Formula() {
			return 0
		}
		return graph.DescribeBytes(servers)
	}
	if err := src.Fits(beside); err != nil {
		if src.Scenario != nil {
			if s, storage, ok := instance.ExpectGraph(src.Scenario); ok {
				return description{Stats: s, storage: storage}, nil
			}
		}
		return description{}, err
	}
	g, err := src.Open(ctx, arena, beside)
	if err != nil {
		return description{}, err
	}
	stats, err := graph.Describe(ctx, g)
	if err != nil {
		return description{}, err
	}
	d := description{Stats: stats, storage: instance.StorageOf(g), onServers: src.Scenario != nil && src.Scenario.Graph.OnServers()}
	hashed := !src.Formula() || d.Edges <= hashedEdges
	if c, complete := g.(graph.Complete); complete {
		hashed = c.L+c.N <= hashedEdges
	}
	if !d.Expected && hashed {
		hash, err := graph.Hash(ctx, g)
		if err != nil {
			return description{}, err
		}
		d.hash = fmt.Sprintf("%016x", hash)
	}
	return d, nil
}

// findGraph reads the scenario, if it is one, and no graph yet.
func findGraph(cfg graphConfig) (instance.Source, error) {
	if !isScenario(cfg.Source) {
		return instance.Source{File: cfg.Source, Base: cfg.Base}, nil
	}
	sc, err := cfg.Set.resolveGraph(cfg.Source)
	return instance.Source{Scenario: sc}, err
}

// sourceFiles are the files that a graph of this name is read from.
func sourceFiles(s instance.Source, name string) []string {
	if s.Scenario == nil {
		return []string{s.File}
	}
	return inputsOf(name, s.Scenario)
}

// resolveGraph is resolve for a scenario that has a graph.
func (f setFlag) resolveGraph(name string) (*scenario.Scenario, error) {
	sc, err := f.resolve(name)
	if err == nil && sc.Model != scenario.Bipartite {
		err = usageError{fmt.Errorf("%s has no graph: in the model %s every job may go to every server", name, sc.Model)}
	}
	return sc, err
}

// isScenario reports whether a source is a scenario, by its name; else it is a graph file.
func isScenario(source string) bool {
	isBuiltin := slices.ContainsFunc(input.Builtins(), func(i input.Info) bool { return i.Name == source })
	return isBuiltin || slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(source))
}
