package locality

import (
	"context"
	"errors"
	"fmt"
	"io"

	"shardq/alloc"
	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/report"
	"shardq/graph/partition"
)

// Config says which graph to divide, and into what.
type Config struct {
	Source instance.Source
	Name   string // of the graph, in the title of the table
	Parts  int
	METIS  string // file of parts that gpmetis wrote; "" to find them here
	Output string // file of the renumbered graph, with others beside it; "" for none
}

// Validate reports everything that is wrong with the number of parts and the output, joined into one error.
func (c *Config) Validate() error {
	err := partition.Config{K: c.Parts}.Validate()
	if c.Output != "" {
		err = errors.Join(err, report.Writable(c.Output))
	}
	return err
}

// Run finds the parts or reads them, writes the renumbered graph if it has a file, and returns a table of how local the graph is. If ctx
// ends, the error wraps [fault.ErrInterrupted], and no half a file is left; what looks for parts then goes on until the process ends.
func Run(ctx context.Context, cfg Config) (report.Table, error) {
	if err := cfg.Validate(); err != nil {
		return report.Table{}, fault.Input(err)
	}
	arena, left := alloc.New(alloc.Config{}), false
	defer func() {
		if !left {
			arena.Release()
		}
	}()
	src, err := open(ctx, cfg.Source, arena)
	if err != nil {
		return report.Table{}, err
	}
	type found struct {
		table report.Table
		order *partition.Order
	}
	f, left, err := fault.Within(ctx, func() (f found, err error) {
		parts, err := src.parts(&cfg)
		if err != nil {
			return f, fault.Input(err)
		}
		if f.order, err = partition.NewOrder(parts, src.types); err != nil {
			return f, err
		}
		f.table, err = src.table(parts, f.order)
		return f, err
	})
	if err != nil {
		return report.Table{}, err
	}
	if cfg.Output != "" {
		if err := src.write(ctx, cfg.Output, f.order); err != nil {
			return report.Table{}, err
		}
	}
	f.table.Title = fmt.Sprintf(
		"%s: %v ports, %v servers, %v edges",
		cfg.Name,
		report.Int(src.Ports()),
		report.Int(src.Servers()),
		report.Int(src.Edges()),
	)
	return f.table, nil
}

// WriteMETIS writes a graph to a file as gpmetis reads it, with the ids of its file or scenario. If ctx ends, it fails like [Run].
func WriteMETIS(ctx context.Context, from instance.Source, file string) error {
	if err := report.Writable(file); err != nil {
		return fault.Input(err)
	}
	arena := alloc.New(alloc.Config{})
	defer arena.Release()
	src, err := open(ctx, from, arena)
	if err != nil {
		return err
	}
	return report.WriteFile(file, func(w io.Writer) error { return partition.WriteMETIS(fault.Writer(ctx, w), src.outside) })
}
