package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// replace writes beside path and renames. Permissions of an existing file are kept.
func replace(path string, write func(io.Writer) error) (err error) {
	folder := filepath.Dir(path)
	sweep(folder)
	f, err := newTemporary(folder)
	if err != nil {
		return bare(err)
	}
	renamed := false
	defer func() {
		if !renamed { // also after a panic
			_ = discard(f)
		}
	}()
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := errors.Join(f.Chmod(mode), fill(f, write), f.Sync()); err != nil {
		return bare(err)
	}
	if renamed, err = rename(f, path); err != nil {
		return bare(err)
	}
	return syncFolder(folder)
}

// temporaries matches the files of [newTemporary].
const temporaries = ".shardq-*.tmp"
