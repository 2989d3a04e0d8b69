package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// oneOutput refuses to print two things at once: a result as JSON and, because it was asked for, in another format.
func oneOutput(cmd *cobra.Command, json string) error {
	if json == "-" && cmd.Flags().Changed("format") {
		return usageError{errors.New("--json - and --format both want the standard output; give one of them")}
	}
	return nil
}
