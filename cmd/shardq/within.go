package main

import (
	"context"

	"shardq/bench/fault"
)

// within calls do and waits for it, or for the end of ctx: then it returns at once, and leaves do to run on until the process ends. That is for work that
// does not look at ctx and has nothing to bring in order. left says that do may still be running, with all that it uses.
func within[T any](ctx context.Context, do func() (T, error)) (result T, left bool, err error) {
	type answer struct {
		result T
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer fault.Caught(&a.err)
		a.result, a.err = do()
	}()
	select {
	case a := <-done:
		return a.result, false, a.err
	case <-ctx.Done():
		return result, true, interrupted(ctx)
	}
}

// interrupted returns the error of a command whose context has ended.
func interrupted(ctx context.Context) error {
	return fault.Interrupted(ctx)
}

// orInterrupted returns an error of what has been told to stop when ctx ends: [interrupted] if that is what has happened.
func orInterrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return interrupted(ctx)
	}
	return err
}
