package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Errors of [Apart].
var (
	ErrInput = errors.New("it is also an input")
	ErrTwice = errors.New("two outputs go to it")
)

// Apart refuses an output that is one of the inputs, or another output, under whatever name: files are compared, not paths, so links are
// seen through. Regular files only: a device or a pipe may be read and written. A file that is not there yet is known by its folder and its
// name.
func Apart(outputs []string, inputs ...string) error {
	for i, out := range outputs {
		for _, in := range inputs {
			if same(out, in) {
				return fmt.Errorf("report: cannot write %s: %w, %s; give another file", out, ErrInput, in)
			}
		}
		for _, other := range outputs[:i] {
			if same(out, other) {
				return fmt.Errorf("report: cannot write %s: %w; give two files", out, ErrTwice)
			}
		}
	}
	return nil
}

// same reports whether two paths are one regular file, or will be once it is written.
func same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	case errors.Is(errA, fs.ErrNotExist) && errors.Is(errB, fs.ErrNotExist) && filepath.Base(a) == filepath.Base(b):
		infoA, errA = os.Stat(filepath.Dir(a))
		infoB, errB = os.Stat(filepath.Dir(b))
		return errA == nil && errB == nil && os.SameFile(infoA, infoB)
	}
	return false
}
