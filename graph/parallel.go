package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// blockRows is the number of rows that a worker takes at a time.
const blockRows = 1024

// blocks returns the number of blocks of so many rows.
func blocks(rows int) int { return (rows + blockRows - 1) / blockRows }

// parallel calls do for every block, each once, from several goroutines that each own a sampler. If ctx ends before the last call, its
// error is returned, and some blocks have not been done; do, too, may return early once its sampler has [watch.ended].
func parallel(ctx context.Context, workers, blocks int, do func(block int, s *sampler)) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if min(workers, blocks) <= 1 {
		s := sampler{watch: watch{over: ctx.Err}}
		for b := range blocks {
			if s.look() {
				break
			}
			do(b, &s)
		}
		return s.err
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, min(workers, blocks))
	var fault atomic.Value // a panic of a worker: it goes on in the caller, who can catch it
	for w := range errs {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.CompareAndSwap(nil, workerPanic{p, debug.Stack()})
				}
			}()
			s := sampler{watch: watch{over: ctx.Err}}
			for b := next.Add(1) - 1; b < int64(blocks) && !s.look(); b = next.Add(1) - 1 {
				do(int(b), &s)
			}
			errs[w] = s.err
		})
	}
	wg.Wait()
	if p := fault.Load(); p != nil {
		panic(p)
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// workerPanic is a panic of another goroutine.
type workerPanic struct {
	value any
	stack []byte
}

// String says what it was, and where.
func (p workerPanic) String() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

// watch tells work when to stop. The zero value never does. One per goroutine.
type watch struct {
	over func() error // why to stop, such as Err of a context; nil never is a reason
	rest int          // work until the next look
	err  error        // of over, by the last look
}

// lookAfter is how much work, of some nanoseconds to some tens of them each, is done without a look: a few milliseconds.
const lookAfter = 1 << 18

// look asks whether to stop, and reports it.
func (w *watch) look() bool {
	if w.over != nil {
		w.err, w.rest = w.over(), lookAfter
	}
	return w.err != nil
}

// ended reports whether the last look said to stop. work is what has been done since the last call: edges, ports or the like.
func (w *watch) ended(work int) bool {
	if w.rest -= work; w.rest < 0 {
		return w.look()
	}
	return w.err != nil
}

// released gives back a graph that is not finished. It returns the error that is why.
func released(g interface{ Release() error }, err error) error {
	if wrong := g.Release(); wrong != nil {
		return errors.Join(err, wrong)
	}
	return err
}
