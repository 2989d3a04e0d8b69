package report

import (
	"errors"
	"os"
)

// newTemporary makes a file.
func newTemporary(folder string) (*os.File, error) { return os.CreateTemp(folder, temporaries) }

// sweep leaves the files of killed processes alone: there is nothing to know them by.
func sweep(string) {}

// rename puts the file in its place, which has to be closed for that.
func rename(f *os.File, path string) (renamed bool, err error) {
	if err := f.Close(); err != nil {
		return false, err
	}
	err = os.Rename(f.Name(), path)
	return err == nil, err
}

// discard removes the file, which has to be closed for that.
func discard(f *os.File) error { return errors.Join(f.Close(), os.Remove(f.Name())) }

// syncFolder does nothing: folders cannot be opened.
func syncFolder(string) error { return nil }
