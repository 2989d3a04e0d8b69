package study

import (
	"context"
	"sync"
	"sync/atomic"

	"shardq/bench/fault"
)

// spread calls do for 0 .. n-1 from several goroutines. The first error ends the context of the others; the error of the lowest index that
// is not merely such an end is returned.
func spread(ctx context.Context, n, workers int, do func(ctx context.Context, i int) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, n)
	one := func(i int) (err error) {
		defer fault.Caught(&err)
		return do(inner, i)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, workers) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && inner.Err() == nil; i = next.Add(1) - 1 {
				if errs[i] = one(int(i)); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil && !fault.Ended(err) {
			return err
		}
	}
	return ctx.Err()
}
