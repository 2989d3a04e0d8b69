package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"shardq/alloc"
	"shardq/bench/instance"
	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/graph"
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
	if cfg.WriteMETIS == "-" || cfg.Output == "-" {
		return errors.New("-: the output does not go to the standard output; name a file")
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
	from, err := findGraph(cfg.graphConfig)
	if err != nil {
		return err
	}
	if err := writable(cfg.outputs(), append(from.inputs(cfg.Source), cfg.METIS)...); err != nil {
		return err
	}
	// A signal ends the building and the writing in good order: no half a file is left. What lies between is left behind.
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	arena, left := alloc.New(alloc.Config{}), false
	defer func() {
		if !left {
			arena.Release()
		}
	}()
	src, err := openNumbered(ctx, from, arena)
	if err != nil {
		return orInterrupted(ctx, err)
	}
	if cfg.WriteMETIS != "" {
		if err := report.WriteFile(cfg.WriteMETIS, func(w io.Writer) error { return partition.WriteMETIS(untilDone{ctx, w}, src.outside) }); err != nil {
			return err
		}
		_, err := fmt.Fprintf(stdout, "next: gpmetis %[1]s %[2]d, then graph partition with --metis %[1]s.part.%[2]d\n", cfg.WriteMETIS, cfg.Parts)
		return err
	}
	type found struct {
		table report.Table
		order *partition.Order
	}
	f, left, err := within(ctx, func() (f found, err error) {
		parts, err := src.parts(cfg)
		if err != nil {
			return f, usageError{err}
		}
		if f.order, err = partition.NewOrder(parts, src.types); err != nil {
			return f, err
		}
		f.table, err = src.table(parts, f.order)
		return f, err
	})
	if err != nil {
		return err
	}
	table, order := f.table, f.order
	if cfg.Output != "" {
		if err := src.write(ctx, cfg.Output, order); err != nil {
			return err
		}
	}
	table.Title = fmt.Sprintf("%s: %v ports, %v servers, %v edges", cfg.Source, report.Int(src.Ports()), report.Int(src.Servers()), report.Int(src.Edges()))
	return writeTable(stdout, table, cfg.Format.value)
}

// numbered is a graph with the ids of a run, servers by type, and what goes by these ids.
type numbered struct {
	graph.Graph
	outside   graph.Graph     // the same with the server ids of its file or scenario
	outsideID []uint32        // by the id of a run; nil if they are the same
	types     []int           // numbers of servers; nil for one type
	servers   []partition.Run // service rates
	rates     []float64       // of ports; nil if all are equal
}

// openNumbered builds the graph of a scenario or reads a graph file.
func openNumbered(ctx context.Context, from graphSource, arena *alloc.Arena) (*numbered, error) {
	if from.complete() {
		return nil, usageError{partition.ErrNoLocality}
	}
	if err := from.fits(partition.EstimateBytes); err != nil {
		return nil, err
	}
	g, err := from.open(ctx, arena, partition.EstimateBytes)
	if err != nil {
		return nil, err
	}
	src := &numbered{Graph: g, outside: g, servers: []partition.Run{{Count: g.Servers(), Rate: 1}}}
	if from.sc == nil {
		return src, nil
	}
	return src, src.follow(from.sc)
}

// follow takes ids and rates from a scenario.
func (s *numbered) follow(sc *scenario.Scenario) (err error) {
	s.outside, s.outsideID = instance.ExternalGraph(sc, s.Graph), sc.ServerIDs()
	s.servers = nil
	for _, t := range sc.Types() {
		s.types = append(s.types, t.Count)
		s.servers = append(s.servers, partition.Run{Count: t.Count, Rate: t.Rate})
	}
	if s.rates, err = sc.PortRates(); err != nil {
		return usageError{err}
	}
	return nil
}

// parts finds the parts or reads them.
func (s *numbered) parts(cfg partitionConfig) (*partition.Parts, error) {
	if cfg.METIS == "" {
		return partition.Split(s, partition.Config{K: cfg.Parts})
	}
	file, err := os.Open(cfg.METIS)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	parts, err := partition.ReadMETIS(file, cfg.METIS, s.Ports(), s.Servers(), cfg.Parts)
	if err != nil || s.outsideID == nil {
		return parts, err
	}
	outside := parts.Servers
	parts.Servers = make([]uint32, len(outside))
	for r, id := range s.outsideID {
		parts.Servers[r] = outside[id]
	}
	return parts, nil
}

// blocks are the blocks of a run with k shards, if its ports have these rates.
func (s *numbered) blocks(rates []float64, k int) (*partition.Parts, error) {
	runs := []partition.Run{{Count: s.Ports(), Rate: 1}}
	if rates != nil {
		runs = nil
		for _, rate := range rates {
			runs = append(runs, partition.Run{Count: 1, Rate: rate})
		}
	}
	ports, err1 := partition.Blocks(runs, k)
	servers, err2 := partition.Blocks(s.servers, k)
	return &partition.Parts{K: k, Ports: ports, Servers: servers}, errors.Join(err1, err2)
}

// table reports the locality as numbered, in parts, and renumbered.
func (s *numbered) table(parts *partition.Parts, order *partition.Order) (report.Table, error) {
	t := report.Table{Notes: []string{
		`"as numbered" and "renumbered": blocks of consecutive ids of equal rate, such as shards have; balance: largest part / mean`,
		"remote: port and server are in different parts; halo: servers of other parts that the ports of a part see",
	}}
	for _, name := range []string{"division", "part", "ports", "servers", "edges", "remote edges", "remote claims", "halo", "port balance", "server balance"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	add := func(division string, g graph.Graph, of *partition.Parts, rates []float64, details bool) error {
		r, err := partition.Measure(g, of, rates)
		if err != nil {
			return err
		}
		t.Add(report.Text(division), report.Text("all"), report.Int(g.Ports()), report.Int(g.Servers()), report.Int(r.Edges), report.Percent(r.RemoteShare(), 3),
			report.Percent(r.RemoteClaims, 3), report.Int(r.Halo()), report.Number(r.PortBalance, 4), report.Number(r.ServerBalance, 4))
		for k := range r.Parts {
			if p := &r.Parts[k]; details {
				t.Add(report.Text(division), report.Text(strconv.Itoa(k)), report.Int(p.Ports), report.Int(p.Servers), report.Int(p.Edges),
					report.Percent(p.RemoteShare(), 3), report.Percent(p.RemoteClaims, 3), report.Int(p.Halo), report.Cell{}, report.Cell{})
			}
		}
		return nil
	}
	before, err1 := s.blocks(s.rates, parts.K)
	renumbered, err2 := partition.View(s, order)
	rates := permuted(s.rates, order.Ports)
	after, err3 := s.blocks(rates, parts.K)
	if err := errors.Join(err1, err2, err3); err != nil {
		return t, err
	}
	if len(s.types) > 1 {
		t.Notes = append(t.Notes, "servers are numbered by type and parts are kept together within types only, so blocks of servers do not follow parts")
	}
	return t, errors.Join(
		add("as numbered", s, before, s.rates, false),
		add("parts", s, parts, s.rates, true),
		add("renumbered", renumbered, after, rates, false))
}

// permuted returns values in a new order; nil stays nil.
func permuted(values []float64, newID []uint32) []float64 {
	if values == nil {
		return nil
	}
	moved := make([]float64, len(values))
	for i, id := range newID {
		moved[id] = values[i]
	}
	return moved
}

// write writes the renumbered graph and the files beside it, with the ids of the source.
func (s *numbered) write(ctx context.Context, file string, order *partition.Order) error {
	if s.outsideID != nil {
		outside := &partition.Order{Ports: order.Ports, Servers: make([]uint32, len(order.Servers))}
		for r, id := range s.outsideID {
			outside.Servers[id] = s.outsideID[order.Servers[r]]
		}
		order = outside
	}
	g, err := partition.View(s.outside, order)
	if err != nil {
		return err
	}
	writeGraph := graph.WriteEdgeList
	if strings.EqualFold(filepath.Ext(file), ".mtx") {
		writeGraph = graph.WriteMatrixMarket
	}
	put := func(name string, write func(w io.Writer) error) {
		if err == nil {
			err = report.WriteFile(name, func(w io.Writer) error { return write(untilDone{ctx, w}) })
		}
	}
	put(file, func(w io.Writer) error { return writeGraph(w, g) })
	put(file+".ports", func(w io.Writer) error { return writeIDs(w, "port", order.Ports) })
	put(file+".servers", func(w io.Writer) error { return writeIDs(w, "server", order.Servers) })
	if s.rates != nil {
		put(file+".rates", func(w io.Writer) error {
			return writeColumn(w, "# rate of port 0, 1, ... of the renumbered graph\n", permuted(s.rates, order.Ports), func(b []byte, rate float64) []byte {
				return strconv.AppendFloat(b, rate, 'g', -1, 64)
			})
		})
	}
	return err
}

// writeIDs writes one side of an order.
func writeIDs(w io.Writer, what string, ids []uint32) error {
	return writeColumn(w, fmt.Sprintf("# new id of %s 0, 1, ...\n", what), ids, func(b []byte, id uint32) []byte { return strconv.AppendUint(b, uint64(id), 10) })
}

// writeColumn writes a header and a line for each value.
func writeColumn[T any](w io.Writer, header string, values []T, format func([]byte, T) []byte) error {
	line := []byte(header)
	for _, v := range values {
		if _, err := w.Write(line); err != nil {
			return err
		}
		line = append(format(line[:0], v), '\n')
	}
	_, err := w.Write(line)
	return err
}
