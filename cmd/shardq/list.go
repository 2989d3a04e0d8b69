package main

import (
	"github.com/spf13/cobra"

	"shardq/bench/report"
	"shardq/bench/scenario"
)

func newList() *cobra.Command {
	format := newChoice(formats()...)
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the built-in scenarios",
		Example: "  shardq list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			t := report.Table{Columns: []report.Column{{Name: "scenario"}, {Name: "what it is"}}}
			for _, info := range scenario.Builtins() {
				t.Add(report.Text(info.Name), report.Text(info.Summary))
			}
			return writeTable(cmd.OutOrStdout(), t, format.value)
		},
	}
	format.add(cmd, "format", "what to print")
	return cmd
}
