package theory

import (
	"errors"
	"fmt"
)

// Error is a refusal of one of the packages below: why something is not known, or could not be computed.
type Error struct {
	Subject string // what was asked for; "" if the reason says it
	Reason  error
}

// Error returns "theory: ", the subject and the reason.
func (e *Error) Error() string {
	if e.Subject == "" {
		return "theory: " + e.Reason.Error()
	}
	return "theory: " + e.Subject + ": " + e.Reason.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Reason }

// Errorf returns an [Error] without a subject.
func Errorf(format string, args ...any) error { return &Error{Reason: fmt.Errorf(format, args...)} }

// Reason returns the words of an error for a reader who sees what was asked for: of an [Error] those of the reason alone.
func Reason(err error) string {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Reason.Error()
	}
	return err.Error()
}
