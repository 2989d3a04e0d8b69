package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"shardq/bench/result"
	"shardq/graph/isa"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the Go release and the instruction set in use",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		},
	}
}

// version is the line of `shardq version` and `shardq --version`.
func version() string {
	host := result.ThisHost()
	return fmt.Sprintf("shardq %s (%s, %s/%s, %v)", result.Version(), host.Go, host.OS, host.Arch, isa.Available())
}
