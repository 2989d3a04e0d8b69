package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"shardq/bench/figures"
	"shardq/bench/report"
)

// figureConfig is what `shardq figure` was asked for.
type figureConfig struct {
	Name  string
	Quick bool
	Full  bool
	Out   string
}

// Words that stand where the name of a figure does.
const (
	allFigures  = "all"
	listFigures = "list"
)

func newFigure() *cobra.Command {
	cfg := figureConfig{Out: "figures"}
	var list strings.Builder
	var names []string
	for _, f := range figures.List() {
		fmt.Fprintf(&list, "\n  %-18s  %s", f.Name, f.Title)
		names = append(names, f.Name)
	}
	format := newChoice(formats()...)
	cmd := &cobra.Command{
		Use:   "figure NAME|list|all",
		Short: "Draw the figures of the papers from simulations, with theory beside them",
		Long: `Draw a figure: data (CSV), pictures (SVG and PNG) with error bars and curves of theory, tables (Markdown), and the scenarios that were run, all in a folder.
The result of each run is kept there too, so that an interrupted figure goes on where it stopped. figure all makes one page of HTML of all figures, which needs nothing else.

Figures take under ten minutes each on two cores, with --quick under a minute.

Figures:` + list.String(),
		Example:   "  shardq figure fig3 --quick\n  shardq figure all --quick --out figures\n  shardq figure list",
		ValidArgs: append(names, allFigures, listFigures),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf(
					"%s takes one figure, all or list, but got %d; see %s --help",
					cmd.CommandPath(),
					len(args),
					cmd.CommandPath(),
				)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg.Name = args[0]
			if cfg.Name == listFigures {
				return writeTable(cmd.OutOrStdout(), figureList(), format.value)
			}
			return runFigure(cfg, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&cfg.Quick, "quick", false, "smaller systems and shorter runs, under a minute a figure")
	f.BoolVar(&cfg.Full, "full", false, "larger systems, up to 2^23 servers, and longer runs; some hours for all figures")
	f.StringVar(&cfg.Out, "out", cfg.Out, "`folder` for all figures, made if it is not there")
	format.add(cmd, "format", "what figure list prints")
	return cmd
}

// figureList has a row for every figure.
func figureList() report.Table {
	t := report.Table{Columns: []report.Column{{Name: "figure"}, {Name: "what it shows"}, {Name: "source"}}}
	for _, f := range figures.List() {
		t.Add(report.Text(f.Name), report.Text(f.Title), report.Text(f.Source))
	}
	return t
}

func runFigure(cfg figureConfig, stdout, stderr io.Writer) error {
	list := figures.List()
	if cfg.Name != allFigures {
		f, err := figures.Find(cfg.Name)
		if err != nil {
			return usageError{err}
		}
		list = []figures.Figure{f}
	}
	size := figures.Default
	switch {
	case cfg.Quick && cfg.Full:
		return usageError{errors.New("--quick and --full exclude each other; give one of them")}
	case cfg.Quick:
		size = figures.Quick
	case cfg.Full:
		size = figures.Full
	}
	ctx, stopSignals := untilSignal(context.Background(), stderr)
	defer stopSignals()
	var drawings []*figures.Drawing
	for _, f := range list {
		d, err := figures.Run(ctx, f, figures.Config{Size: size, Dir: cfg.Out, Progress: figureProgress(stderr)})
		if err != nil {
			return err
		}
		if err := d.Write(cfg.Out); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(stdout, filepath.Join(cfg.Out, f.Name, "README.md")); err != nil {
			return err
		}
		drawings = append(drawings, d)
	}
	if cfg.Name != allFigures {
		return nil
	}
	path := filepath.Join(cfg.Out, "index.html")
	if err := report.WriteFile(path, func(w io.Writer) error { return figures.Page(w, drawings) }); err != nil {
		return err
	}
	_, err := fmt.Fprintln(stdout, path)
	return err
}

// figureProgress writes a line for every run that ends.
func figureProgress(stderr io.Writer) func(figures.Progress) {
	return func(p figures.Progress) {
		if p.Label == "" {
			fmt.Fprintf(stderr, "shardq: figure %s: %d of %d runs found in files\n", p.Figure, p.Kept, p.Total)
			return
		}
		fmt.Fprintf(stderr, "shardq: figure %s: %d of %d runs, %s, %.1f s\n", p.Figure, p.Done, p.Total, p.Label, p.Seconds)
	}
}
