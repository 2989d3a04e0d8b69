package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"shardq/bench/result"
	"shardq/kernel"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the Go release and the instruction set in use",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			isa, err := kernel.ParseISA("")
			if err != nil {
				return err
			}
			host := result.ThisHost()
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "shardq %s (%s, %s/%s, %v)\n", result.Version(), host.Go, host.OS, host.Arch, isa)
			return err
		},
	}
}
