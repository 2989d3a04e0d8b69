package fault

import (
	"context"
	"errors"
	"fmt"
)

// ErrInterrupted says that the context ended before the work did. A result that comes with it, if any, is partial.
var ErrInterrupted = errors.New("interrupted")

// InputError is a fault in what was asked for, found before anything was simulated.
type InputError struct{ Err error }

// Error returns the message of the fault.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the fault.
func (e *InputError) Unwrap() error { return e.Err }

// Input wraps an error of the input; nil stays nil.
func Input(err error) error {
	if err == nil {
		return nil
	}
	return &InputError{err}
}

// Interrupted returns ErrInterrupted with the reason why a context has ended.
func Interrupted(ctx context.Context) error {
	return fmt.Errorf("%w (%w)", ErrInterrupted, context.Cause(ctx))
}

// Interruption returns what an error of work under a context comes to: [Interrupted] if it only says that the context has ended, else the
// error itself.
func Interruption(ctx context.Context, err error) error {
	if Ended(err) && ctx.Err() != nil {
		return Interrupted(ctx)
	}
	return err
}

// Ended reports whether an error only says that a context has ended.
func Ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
