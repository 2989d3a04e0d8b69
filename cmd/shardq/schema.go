package main

import (
	"github.com/spf13/cobra"

	"shardq/bench/result"
)

// newSchema prints the shape of results; that of scenario files is printed by shardq scenario schema.
func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of results",
		Long: "Print the JSON Schema (draft 2020-12) of what every command writes as JSON. That of scenario files is printed " +
			"by `shardq scenario schema`.",
		Example: "  shardq schema > result.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(result.Schema())
			return err
		},
	}
}
