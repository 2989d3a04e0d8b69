package fault

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// PanicError is a panic that was caught: a fault of the program, not of what was asked of it.
type PanicError struct {
	Value any
	Stack []byte // of the goroutine, where it happened
}

// Error says what the panic was, and where.
func (e *PanicError) Error() string {
	return fmt.Sprintf("the program failed: %v\n\n%s", e.Value, e.Stack)
}

// Caught is to be deferred, first of all. It turns a panic of the goroutine into an error, so that what others have found is not lost:
// nobody else can catch a panic of a goroutine, and the runtime ends the whole process. Work that others wait for at a barrier must not be
// caught in this way.
func Caught(err *error) {
	if p := recover(); p != nil {
		*err = errors.Join(*err, &PanicError{p, debug.Stack()})
	}
}
