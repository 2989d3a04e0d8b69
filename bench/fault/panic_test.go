package fault_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"shardq/bench/fault"
)

func TestCaught(t *testing.T) {
	before := errors.New("before")
	work := func() (err error) {
		defer fault.Caught(&err)
		err = before
		var list []int
		_ = list[3]
		return nil
	}
	var err error
	var wait sync.WaitGroup
	wait.Go(func() { err = work() })
	wait.Wait()
	caught := (*fault.PanicError)(nil)
	if !errors.As(err, &caught) || !errors.Is(err, before) || !strings.Contains(err.Error(), "index out of range") ||
		!strings.Contains(err.Error(), "panic_test.go") {
		t.Errorf("caught %v", err)
	}
	if err := func() (err error) { defer fault.Caught(&err); return nil }(); err != nil {
		t.Errorf("without a panic: %v", err)
	}
}
