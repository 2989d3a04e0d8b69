package fault_test

import (
	"context"
	"errors"
	"fmt"

	"shardq/bench/fault"
)

func Example() {
	ctx, stop := context.WithCancelCause(context.Background())
	stop(errors.New("signal: interrupt"))
	err := fault.Interruption(ctx, fmt.Errorf("graph: %w", ctx.Err()))
	fmt.Println(errors.Is(err, fault.ErrInterrupted), err)

	err = fmt.Errorf("policy jsq-d: %w", fault.Input(errors.New("d = 0, want at least 1")))
	fmt.Println(errors.As(err, new(*fault.InputError)), err)
	// Output:
	// true interrupted (signal: interrupt)
	// true policy jsq-d: d = 0, want at least 1
}
