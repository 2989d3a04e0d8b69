package isa

import (
	"fmt"
	"strings"
)

// Level is an instruction set.
type Level uint8

// The levels, each including those before it.
const (
	Best    Level = iota // whatever this processor and build have; see Resolve
	Generic              // portable Go
	AVX2                 // vectors of 256 bits with BMI1 and BMI2, plain assembly, prefetch
	AVX512               // vectors of 512 bits: F, BW, DQ and VL
)

var names = [...]string{"best", "generic", "avx2", "avx512"}

// String returns the name that Parse takes.
func (l Level) String() string {
	if int(l) < len(names) {
		return names[l]
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// best is what this processor and build have. It is set once at start and only read afterwards.
var best = detect()

// Available returns the best level that this processor and build have, Generic at least.
func Available() Level { return best }

// Resolve returns the level that routines are chosen by: l itself, or Available for Best and for what this processor or build does not
// have. It is cheap enough to be called for each row of a graph.
func (l Level) Resolve() Level {
	if l-1 < best { // Best wraps around
		return l
	}
	return best
}

// Check returns an error for a level that is unknown or not to be had here.
func (l Level) Check() error {
	switch {
	case int(l) >= len(names):
		return fmt.Errorf("isa: unknown instruction set %d", uint8(l))
	case l > best:
		return fmt.Errorf("isa: instruction set %v is not available here (the best is %v)", l, best)
	}
	return nil
}

// Levels returns all levels that this processor and build have, Generic first.
func Levels() (list []Level) {
	for l := Generic; l <= best; l++ {
		list = append(list, l)
	}
	return list
}

// Parse returns the level of a name; an empty one is Best. Asking for a level that is not to be had is an error.
func Parse(name string) (Level, error) {
	if name == "" {
		return Best, nil
	}
	for i, n := range names {
		if n == name {
			return Level(i), Level(i).Check()
		}
	}
	return Best, fmt.Errorf("isa: unknown instruction set %q (want one of %s)", name, strings.Join(names[1:], ", "))
}
