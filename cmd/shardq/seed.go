package main

import (
	"fmt"
	"strconv"

	"shardq/bench/scenario"
)

// seedFlag is a flag for a seed; not given, the scenario has it.
type seedFlag struct {
	value uint64
	given bool
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
	return nil
}

func (s *seedFlag) Type() string { return "S" }

// sets returns the change of the scenario that the flag is.
func (s *seedFlag) sets() []scenario.Set {
	if !s.given {
		return nil
	}
	return []scenario.Set{{Path: "run.seed", Value: s.String()}}
}
