package experiment

import (
	"errors"
	"fmt"
	"strings"

	"shardq/alloc"
	"shardq/bench/report"
)

// ErrInterrupted says that the context ended before the run did. The result that comes with it, if any, is partial.
var ErrInterrupted = errors.New("experiment: interrupted")

// InputError is a fault in what was asked for, found before anything was simulated.
type InputError struct{ Err error }

// Error returns the message of the fault.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the fault.
func (e *InputError) Unwrap() error { return e.Err }

// input wraps an error of the input; nil stays nil.
func input(err error) error {
	if err == nil {
		return nil
	}
	return &InputError{err}
}

// MemoryError says that a run does not fit into memory. It wraps alloc.ErrMemory.
type MemoryError struct {
	Need Memory
	Free uint64
}

// Error names the need, its parts, and what is free.
func (e *MemoryError) Error() string {
	var parts []string
	for _, p := range e.Need.parts() {
		if p.bytes > e.Need.Total()/1000 { // the rest is of no interest to whoever must make room
			parts = append(parts, p.name+" "+report.Bytes(p.bytes).String())
		}
	}
	return fmt.Sprintf("experiment: needs about %v (%s), this machine has %v free",
		report.Bytes(e.Need.Total()), strings.Join(parts, ", "), report.Bytes(e.Free))
}

// Unwrap returns alloc.ErrMemory.
func (e *MemoryError) Unwrap() error { return alloc.ErrMemory }
