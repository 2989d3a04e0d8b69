package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"shardq/bench/fault"
	"shardq/bench/scenario/input"
)

const rootLong = `shardq simulates load balancing where jobs may only go to some servers: ports send jobs to the
servers that a bipartite graph allows, under policies such as
join-the-fastest-of-the-shortest-queues. Runs are exact, use all cores, and depend on the seed
alone.

Exit codes: 0 done, 1 run failed, 2 bad input or usage, 3 a check failed, 130 interrupted (a partial
result is printed).`

const rootExample = `  shardq run quickstart                 # a first result in a few seconds
  shardq list                           # built-in scenarios
  shardq run weng2020-million           # a million servers on a sparse graph
  shardq run quickstart --set policy.name=jfsq,jfiq,jsq,jiq --set ports.load=0.8`

// execute runs the command line and returns the exit code.
func execute(args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	parsed := false // what fails before a command runs is a fault of the command line
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		parsed = true
		return noEmptyText(cmd)
	}
	err := func() (err error) {
		defer fault.Caught(&err)
		return root.Execute()
	}()
	if err != nil && !parsed {
		err = usageError{err}
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		fmt.Fprintln(stderr, "shardq:", legible(strings.TrimSpace(err.Error())))
	}
	return exitCode(err)
}

// newRoot returns the command tree.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "shardq",
		Short:         "Exact simulation of load balancing on bipartite graphs, on all cores",
		Long:          rootLong,
		Example:       rootExample,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newRun(),
		newCompare(),
		newSolve(),
		newCheck(),
		newList(),
		newTheory(),
		newGraph(),
		newBench(),
		newFigure(),
		newScenario(),
		newSchema(),
		newVersion(),
		newMan(),
	)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.SetHelpCommand(newHelp())
	withTopics(root)
	root.Version = version()
	root.SetVersionTemplate("{{.Version}}\n")
	return root
}

// scenarioArgument is the one argument of commands that take a scenario.
const scenarioArgument = "SCENARIO"

// oneScenario accepts exactly one argument, and says what it should be.
func oneScenario(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return fmt.Errorf(
		"%s takes one scenario, a file, a built-in name or - for the standard input, but got %d; see %s --help",
		cmd.CommandPath(),
		len(args),
		cmd.CommandPath(),
	)
}

// completeScenario offers built-in names besides files.
func completeScenario(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, info := range input.Builtins() {
		names = append(names, cobra.CompletionWithDesc(info.Name, info.Summary))
	}
	return names, cobra.ShellCompDirectiveDefault
}
