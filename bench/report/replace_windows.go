package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// replace writes beside path and renames. Renameio does not support Windows, where a rename over a file is the best there is.
func replace(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return bare(err)
	}
	defer os.Remove(f.Name()) // after the rename there is nothing to remove
	if err := errors.Join(fill(f, write), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
