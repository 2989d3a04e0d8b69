package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

const scenarioLong = `Print a scenario as the program understands it, check scenario files without running them, or print
the JSON Schema of scenario files, for editors.`

func newScenario() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scenario",
		Short: "Print and check scenarios, and print the schema of their files",
		Long:  scenarioLong,
		Args:  cobra.ArbitraryArgs,
		RunE:  onlySubcommands,

		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newScenarioShow(), newScenarioCheck(), newScenarioSchema())
	return cmd
}

func newScenarioShow() *cobra.Command {
	var set setFlag
	cmd := &cobra.Command{
		Use:   "show " + scenarioArgument,
		Short: "Print a scenario with all defaults filled in",
		Long: `Print a scenario as YAML with all defaults filled in, in one order of keys: what is printed reads
back as the same scenario. Names of files in it start from the working directory.`,
		Example: `  shardq scenario show quickstart
  shardq scenario show quickstart --set graph.kind=ring > ring.yaml
  shardq scenario show quickstart | shardq run -`,
		Args:              oneScenario,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			sc, err := set.resolve(args[0])
			if err != nil {
				return err
			}
			return sc.WriteYAML(cmd.OutOrStdout())
		},
	}
	set.add(cmd)
	return cmd
}

func newScenarioCheck() *cobra.Command {
	var set setFlag
	cmd := &cobra.Command{
		Use:   "check " + scenarioArgument + "...",
		Short: "Read scenarios without running them, and report everything that is wrong",
		Example: `  shardq scenario check quickstart
  shardq scenario check mine.yaml yours.yaml --set servers.count=1e6`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			var errs []error
			for _, name := range args {
				if _, err := set.resolve(name); err != nil {
					errs = append(errs, err)
				} else if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: ok\n", name); err != nil {
					return err
				}
			}
			return errors.Join(errs...)
		},
	}
	set.add(cmd)
	return cmd
}

func newScenarioSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of scenario files",
		Example: "  shardq scenario schema > scenario.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(scenario.Schema())
			return err
		},
	}
}

// standardInput is the name of a scenario that is read from the standard input.
const standardInput = "-"

// setFlag is the flag --set path=value, which may be given several times, of a command that reads scenarios.
type setFlag struct {
	texts []string
	stdin *inputText
}

// inputText is the standard input, which can be read only once but be wanted several times.
type inputText struct {
	cmd  *cobra.Command
	read bool
	data []byte
	err  error
}

// text returns the standard input, as far as a scenario may be long.
func (t *inputText) text() ([]byte, error) {
	if !t.read {
		t.read = true
		t.data, t.err = io.ReadAll(io.LimitReader(t.cmd.InOrStdin(), input.MaxBytes+1))
	}
	return t.data, t.err
}

// add registers the flag.
func (f *setFlag) add(cmd *cobra.Command) {
	f.stdin = &inputText{cmd: cmd}
	cmd.Flags().Var(setValue{f}, "set", "change a value of the scenario, as `path=value`: --set ports.load=0.8")
}

// setValue makes it a flag that may be given several times.
type setValue struct{ *setFlag }

func (v setValue) Set(text string) error {
	v.texts = append(v.texts, text)
	return nil
}

func (v setValue) String() string { return "" }
func (v setValue) Type() string   { return "stringArray" }

// resolve reads the scenario with all changes.
func (f setFlag) resolve(name string, more ...input.Set) (*scenario.Scenario, error) {
	sets, err := input.ParseSets(f.texts)
	if err != nil {
		return nil, usageError{err}
	}
	sets = append(sets, more...)
	if name == standardInput && f.stdin != nil {
		text, err := f.stdin.text()
		if err != nil {
			return nil, fmt.Errorf("reading the scenario from the standard input: %w", err)
		}
		sc, err := input.Parse("<stdin>", text, sets)
		if err != nil {
			return nil, usageError{err}
		}
		return sc, nil
	}
	sc, err := input.Resolve(name, sets)
	if err != nil {
		return nil, usageError{err}
	}
	return sc, nil
}

// scenarioPage returns the page of help about the keys of a scenario that a word asks for: scenario, or scenario.graph and the like.
func scenarioPage(word string) (string, bool) {
	section, found := strings.CutPrefix(word, "scenario.")
	if !found {
		section, found = strings.CutPrefix(word, "scenario")
		found = found && section == ""
	}
	if !found {
		return "", false
	}
	return scenario.Help(section)
}
