package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
)

// seedFlag is a flag for a seed; not given, the scenario has it.
type seedFlag struct {
	value uint64
	given bool
	set   *setFlag // that it adds to, so that of --seed and --set run.seed the later counts; nil for none
}

// add registers the flag of a command that reads scenarios.
func (s *seedFlag) add(cmd *cobra.Command, set *setFlag) {
	s.set = set
	cmd.Flags().Var(s, "seed", "seed; the same as --set run.seed=`S`")
}

func (s *seedFlag) String() string {
	if !s.given {
		return ""
	}
	return strconv.FormatUint(s.value, 10)
}

func (s *seedFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to 18446744073709551615")
	}
	s.value, s.given = n, true
	if s.set != nil {
		s.set.texts = append(s.set.texts, "run.seed="+s.String())
	}
	return nil
}

func (s *seedFlag) Type() string { return "S" }
