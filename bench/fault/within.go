package fault

import (
	"context"
	"io"
)

// Within calls do and waits for it, or for the end of ctx: then it returns [Interrupted] at once, and leaves do to run on until the process
// ends. That is for work that does not look at ctx and has nothing to bring in order. left says that do may still be running, with all that
// it uses.
func Within[T any](ctx context.Context, do func() (T, error)) (result T, left bool, err error) {
	type answer struct {
		result T
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer Caught(&a.err)
		a.result, a.err = do()
	}()
	select {
	case a := <-done:
		return a.result, false, a.err
	case <-ctx.Done():
		return result, true, Interrupted(ctx)
	}
}

// Writer returns a writer to w that fails with [Interrupted] once ctx has ended.
func Writer(ctx context.Context, w io.Writer) io.Writer {
	return writing(func(p []byte) (int, error) {
		if ctx.Err() != nil {
			return 0, Interrupted(ctx)
		}
		return w.Write(p)
	})
}

// writing is a function that is a writer.
type writing func(p []byte) (int, error)

func (f writing) Write(p []byte) (int, error) { return f(p) }
