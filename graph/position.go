package graph

import (
	"fmt"
	"strings"
)

// PositionError is a fault at a place of a file.
type PositionError struct {
	Name   string // of the file
	Line   int    // from 1
	Column int    // in bytes, from 1; 0 if the whole line is meant
	Text   string // what is wrong and what was expected
}

// Error returns name:line:column: text.
func (e *PositionError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text)
}

// FileError is everything that is wrong with a file, up to a limit.
type FileError struct {
	Name   string
	Faults []error // most are *PositionError, in the order of the file
	More   bool    // there may be more
}

// maxFaults is where reading stops.
const maxFaults = 10

// Error returns one line for each fault.
func (e *FileError) Error() string {
	var b strings.Builder
	for i, f := range e.Faults {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.Error())
	}
	if e.More {
		fmt.Fprintf(&b, "\n%s: too many errors, the rest is not shown", e.Name)
	}
	return b.String()
}

// Unwrap returns the faults.
func (e *FileError) Unwrap() []error { return e.Faults }

// faults collects what is wrong with a file.
type faults struct{ FileError }

// add records a fault and reports whether reading should go on.
func (f *faults) add(line, column int, format string, args ...any) bool {
	if len(f.Faults) == maxFaults {
		f.More = true
		return false
	}
	f.Faults = append(f.Faults, &PositionError{f.Name, line, column, fmt.Sprintf(format, args...)})
	return true
}

// err returns the faults as an error, nil if there are none.
func (f *faults) err() error {
	if len(f.Faults) == 0 {
		return nil
	}
	return &f.FileError
}
