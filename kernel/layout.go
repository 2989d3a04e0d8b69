package kernel

import (
	"fmt"
	"math/bits"

	"shardq/kernel/policy"
)

// Word is the unsigned integer that holds the state of one server.
type Word interface{ uint8 | uint16 | uint32 }

// Layout says how the state of a server is packed into a key:
//
//	key = jobs << TypeBits | type
//
// Keys of idle servers are below 1 << TypeBits, and keys compare like (jobs, type), so that the least key of a row is the choice of JFSQ.
type Layout struct {
	TypeBits uint
	Width    int // bits of the word: 8, 16 or 32
	MaxJobs  int // the buffer, or what the word can count if the buffer is unbounded
	Types    int
	Phases   int  // of service; 1 if it is exponential
	phased   bool // service is not simply exponential, so that not every potential departure of a busy server is one
}

// Found is the index in [Tally.Join] of a job that found a server with this key, the job in service there in the given phase; 0 if it was
// idle.
func (l Layout) Found(key uint32, phase uint8) uint32 { return key*uint32(l.Phases) + uint32(phase) }

// NewLayout returns the narrowest layout that fits a system. Unbounded buffers take 32 bits.
func NewLayout(sys *System) (Layout, error) {
	l := Layout{TypeBits: uint(bits.Len(uint(len(sys.Types) - 1))), MaxJobs: sys.Buffer, Types: len(sys.Types), Phases: 1}
	if sys.Service != nil {
		l.Phases, l.phased = len(sys.Service.Rates), true
	}
	if sys.Buffer == 0 {
		l.Width = 32
		l.MaxJobs = 1<<(32-l.TypeBits) - 1
		return l, nil
	}
	need := int(l.TypeBits) + bits.Len(uint(sys.Buffer))
	switch {
	case need <= 8:
		l.Width = 8
	case need <= 16:
		l.Width = 16
	case need <= 32:
		l.Width = 32
	default:
		return l, fmt.Errorf(
			"kernel: %d types with a buffer of %d need %d bits a server, the limit is 32",
			len(sys.Types),
			sys.Buffer,
			need,
		)
	}
	return l, nil
}

// mask returns the bits of a key that a rule compares: jobs and type, or jobs alone.
func (l Layout) mask(rule policy.Rule) uint32 {
	all := uint32(1)<<l.Width - 1
	types := uint32(1)<<l.TypeBits - 1
	if policy.Describe(policy.Bipartite, rule).FasterFirst {
		return all
	}
	return all &^ types
}

// jobs and typ unpack a key.
func (l Layout) jobs(key uint32) int { return int(key >> l.TypeBits) }
func (l Layout) typ(key uint32) int  { return int(key & (1<<l.TypeBits - 1)) }

// StatePadding is the number of extra words that a state array must have past the last server, since gathers read 4 bytes whatever the
// width of a key.
const StatePadding = 4
