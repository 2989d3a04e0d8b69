package main

import (
	"cmp"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario/input"
)

func newList() *cobra.Command {
	format := newChoice(formats()...)
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the built-in scenarios by paper",
		Example: "  shardq list\n  shardq run weng2020-policies --set servers.count=1048576",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			infos := input.Builtins()
			slices.SortStableFunc(infos, func(a, b input.Info) int { return cmp.Compare(a.Paper, b.Paper) })
			if result.Format(format.value) == result.Table {
				return listByPaper(cmd.OutOrStdout(), infos)
			}
			t := report.Table{Columns: []report.Column{{Name: "scenario"}, {Name: "what it is"}, {Name: "paper"}, {Name: "place"}}}
			for _, info := range infos {
				t.Add(report.Text(info.Name), report.Text(info.Summary), report.Text(info.Paper), report.Text(info.Place))
			}
			return writeTable(cmd.OutOrStdout(), t, format.value)
		},
	}
	format.add(cmd, "format", "what to print")
	return cmd
}

// listByPaper writes a block for each paper; infos are sorted by paper.
func listByPaper(w io.Writer, infos []input.Info) error {
	var blocks []report.Block
	for _, info := range infos {
		if n := len(blocks); n == 0 || blocks[n-1].Title != info.Paper {
			blocks = append(blocks, report.Block{Title: info.Paper})
		}
		summary := info.Summary
		if info.Place != "" {
			summary += " (" + info.Place + ")"
		}
		blocks[len(blocks)-1].Add(info.Name, report.Text(summary), "")
	}
	return report.Blocks(w, blocks...)
}
