package kernel

import (
	"fmt"
	"strings"
)

// ISA selects the instruction set of the hot routines. It changes speed only.
type ISA uint8

// The levels, each including those before it.
const (
	Generic ISA = iota // portable Go
	AVX2               // assembly for keys of one byte, and prefetch
	AVX512             // ties in vectors, and gathers for wider keys where a short measurement shows that they pay
)

var isaNames = [...]string{"generic", "avx2", "avx512"}

// String returns the name that ParseISA takes.
func (i ISA) String() string { return isaNames[i] }

// ParseISA returns the level of a name, or the best level that this processor and build have if name is empty. Asking for a level that is not
// to be had is an error.
func ParseISA(name string) (ISA, error) {
	best := bestISA()
	if name == "" {
		return best, nil
	}
	for i, n := range isaNames {
		if n != name {
			continue
		}
		if ISA(i) > best {
			return 0, fmt.Errorf("kernel: instruction set %s is not available here (the best is %v)", name, best)
		}
		return ISA(i), nil
	}
	return 0, fmt.Errorf("kernel: unknown instruction set %q (want one of %s)", name, strings.Join(isaNames[:], ", "))
}

// StatePadding is the number of extra words that a state array must have past the last server, since gathers read 4 bytes whatever the width of a key.
const StatePadding = 4
