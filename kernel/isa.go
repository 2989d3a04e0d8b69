package kernel

import "fmt"

// ISA selects the instruction set of the hot routines. It changes speed only.
type ISA uint8

// The levels.
const (
	Generic ISA = iota // portable Go
	AVX512             // assembly with 512-bit gathers
)

// String returns the name that ParseISA takes.
func (i ISA) String() string {
	if i == AVX512 {
		return "avx512"
	}
	return "generic"
}

// ParseISA returns the level of a name, or the best level that this processor and build have if name is empty. Asking for a level that is not
// to be had is an error.
func ParseISA(name string) (ISA, error) {
	switch name {
	case "":
		return bestISA(), nil
	case "generic", "purego":
		return Generic, nil
	case "avx512":
		if bestISA() != AVX512 {
			return 0, fmt.Errorf("kernel: instruction set avx512 is not available (best here: %v)", bestISA())
		}
		return AVX512, nil
	}
	return 0, fmt.Errorf("kernel: unknown instruction set %q (want generic or avx512)", name)
}

// StatePadding is the number of extra words that a state array must have past the last server, since gathers read four bytes at a time.
const StatePadding = 4
