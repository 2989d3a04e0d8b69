package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"shardq/bench/experiment"
	"shardq/graph/isa"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the Go release and the instruction set in use",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			host := experiment.ThisHost()
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "shardq %s (%s, %s/%s, %v)\n",
				experiment.Version(), host.Go, host.OS, host.Arch, isa.Available())
			return err
		},
	}
}
