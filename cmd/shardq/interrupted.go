package main

import (
	"context"

	"shardq/bench/fault"
)

// orInterrupted returns an error of what has been told to stop when ctx ends: [fault.Interrupted] if that is what has happened.
func orInterrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return fault.Interrupted(ctx)
	}
	return err
}
