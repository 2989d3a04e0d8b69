package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"shardq/bench/manual"
	"shardq/bench/scenario"
)

const helpLong = `Print the help of a command, or a topic of the manual. Without an argument: all commands and topics.`

// newHelp returns the help command, which knows the topics of the manual besides the commands.
func newHelp() *cobra.Command {
	raw := false
	cmd := &cobra.Command{
		Use:               "help [COMMAND|TOPIC]",
		Short:             "Print the help of a command, or a topic of the manual",
		Long:              helpLong,
		Example:           "  shardq help run\n  shardq help method\n  shardq help output --markdown\n  shardq help scenario.graph",
		ValidArgsFunction: completeHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			word := strings.Join(args, " ")
			page, keys := scenarioPage(word)
			if found, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 && !(keys && raw) {
				found.InitDefaultHelpFlag()
				found.InitDefaultVersionFlag()
				if err := found.Help(); err != nil || !keys {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout())
			}
			topic, err := manual.Find(word)
			if keys {
				topic, err = manual.Topic{Name: word, Markdown: page}, nil
			}
			if errors.Is(err, manual.ErrUnknown) {
				return usageError{unknownHelp(cmd.Root(), args)}
			}
			if raw {
				_, err = io.WriteString(cmd.OutOrStdout(), topic.Markdown)
				return err
			}
			return topic.WriteText(cmd.OutOrStdout(), columns(cmd.OutOrStdout()))
		},
	}
	cmd.Flags().BoolVar(&raw, "markdown", false, "print a topic as Markdown")
	return cmd
}

// pipeColumns is the width of text that does not go to a terminal.
const pipeColumns = 80

// columns is the width that text written to w should have.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return min(width, manual.MostColumns)
		}
	}
	return pipeColumns
}

// unknownHelp says what else there is.
func unknownHelp(root *cobra.Command, args []string) error {
	word := strings.Join(args, " ")
	names := &cobra.Command{SuggestionsMinimumDistance: 2} // holds the candidates
	for _, c := range root.Commands() {
		names.AddCommand(&cobra.Command{Use: c.Name(), Run: func(*cobra.Command, []string) {}})
	}
	for _, t := range manual.Topics() {
		names.AddCommand(&cobra.Command{Use: t.Name, Run: func(*cobra.Command, []string) {}})
	}
	for _, name := range scenario.Topics() {
		names.AddCommand(&cobra.Command{Use: "scenario." + name, Run: func(*cobra.Command, []string) {}})
	}
	if near := names.SuggestionsFor(word); len(near) > 0 {
		return fmt.Errorf("no command or topic %q: did you mean %s?", word, strings.Join(near, " or "))
	}
	return fmt.Errorf("no command or topic %q: %s help lists them", word, root.Name())
}

// completeHelp offers the commands below those given, and topics.
func completeHelp(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range found.Commands() {
		if c.IsAvailableCommand() || c == cmd {
			names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	if len(args) == 0 {
		for _, t := range manual.Topics() {
			names = append(names, cobra.CompletionWithDesc(t.Name, t.Summary))
		}
		for _, name := range scenario.Topics() {
			names = append(names, cobra.CompletionWithDesc("scenario."+name, "keys of this section of a scenario"))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// withTopics makes the help of the root command list the topics below the commands.
func withTopics(root *cobra.Command) {
	usual := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		usual(cmd, args)
		if cmd != root {
			return
		}
		text := "\nTopics of the manual:\n"
		for _, t := range manual.Topics() {
			text += fmt.Sprintf("  %-*s %s\n", root.NamePadding()+4, t.Name, t.Summary)
		}
		text += "\nKeys of a scenario:\n  scenario"
		for _, name := range scenario.Topics() {
			text += " scenario." + name
		}
		text += "\n"
		fmt.Fprintf(cmd.OutOrStdout(), "%s\nUse \"%s help TOPIC\" to read one.\n", text, root.Name())
	})
}
