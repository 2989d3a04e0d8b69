package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"shardq/shard"
)

// choice is a flag with a few possible values.
type choice struct {
	value   string
	options []string
}

// newChoice returns a flag whose default is the first option.
func newChoice(options ...string) choice { return choice{options[0], options} }

// add registers the flag and its completion.
func (c *choice) add(cmd *cobra.Command, name, usage string) {
	cmd.Flags().Var(c, name, usage+": "+strings.Join(c.options, ", "))
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(c.options, cobra.ShellCompDirectiveNoFileComp))
}

// String, Set and Type make it a flag.
func (c *choice) String() string { return c.value }

func (c *choice) Set(text string) error {
	if !slices.Contains(c.options, text) {
		return fmt.Errorf("want one of %s", strings.Join(c.options, ", "))
	}
	c.value = text
	return nil
}

func (c *choice) Type() string { return "name" }

// shardCount is a flag for a number of shards; 0 is "auto".
type shardCount int

func (s *shardCount) String() string {
	if *s == 0 {
		return "auto"
	}
	return strconv.Itoa(int(*s))
}

func (s *shardCount) Set(text string) error {
	if text == "auto" {
		*s = 0
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > shard.MaxShards {
		return fmt.Errorf("want a number from 1 to %d, or auto", shard.MaxShards)
	}
	*s = shardCount(n)
	return nil
}

func (s *shardCount) Type() string { return "N|auto" }
