//go:build unix

package report

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// newTemporary makes a file that is locked for as long as it is open, so that others see that its process lives.
func newTemporary(folder string) (*os.File, error) {
	for {
		f, err := os.CreateTemp(folder, temporaries)
		if err != nil {
			return nil, err
		}
		locked := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		// Another process may have taken it for a dead one before it was locked.
		info, err := f.Stat()
		at, gone := os.Stat(f.Name())
		if err == nil && gone == nil && os.SameFile(info, at) && !errors.Is(locked, syscall.EWOULDBLOCK) {
			return f, nil
		}
		_ = f.Close()
	}
}

// sweep removes the temporary files of a folder whose processes were killed: those that nobody has locked. What cannot be locked or removed
// stays.
func sweep(folder string) {
	names, _ := filepath.Glob(filepath.Join(escaped(folder), temporaries))
	for _, name := range names {
		f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() &&
			syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.Remove(name)
		}
		_ = f.Close()
	}
}

// escaped is a folder's name as a pattern.
func escaped(folder string) string {
	var out []rune
	for _, r := range folder {
		switch r {
		case '*', '?', '[', '\\':
			out = append(out, '\\')
		}
		out = append(out, r)
	}
	return string(out)
}

// rename puts the file in its place while it is still locked.
func rename(f *os.File, path string) (renamed bool, err error) {
	if err := os.Rename(f.Name(), path); err != nil {
		return false, err
	}
	return true, f.Close()
}

// discard removes the file while it is still locked.
func discard(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }

// syncFolder makes the new name last. Not every file system can.
func syncFolder(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return nil // it may be written but not read
	}
	_ = d.Sync()
	return d.Close()
}
