package main

import (
	"errors"
	"syscall"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitCheck       = 3
	exitInterrupted = 130
)

// usageError is a fault of the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// checkError says that something was computed and found wrong.
type checkError struct{ err error }

func (e checkError) Error() string { return e.err.Error() }
func (e checkError) Unwrap() error { return e.err }

// exitCode returns the code for an error of a command.
func exitCode(err error) int {
	var (
		usage    usageError
		check    checkError
		request  *fault.InputError
		problems scenario.Errors
		memory   *instance.MemoryError // what would not fit was never begun
		bug      *fault.PanicError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, syscall.EPIPE): // whoever closes a pipe has read enough
		return exitDone
	case errors.As(err, &bug):
		return exitFailed
	case errors.Is(err, fault.ErrInterrupted):
		return exitInterrupted
	case errors.As(err, &check):
		return exitCheck
	case errors.As(err, &usage),
		errors.As(err, &request),
		errors.As(err, &problems),
		errors.Is(err, input.ErrUnknown),
		errors.As(err, &memory):
		return exitUsage
	}
	return exitFailed
}
