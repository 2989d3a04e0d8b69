//go:build !windows

package report

import (
	"io"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// replace writes beside path and renames. Permissions of an existing file are kept.
func replace(path string, write func(io.Writer) error) error {
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)), renameio.WithPermissions(0o644),
		renameio.WithExistingPermissions())
	if err != nil {
		return bare(err)
	}
	defer f.Cleanup() // after CloseAtomicallyReplace it does nothing
	if err := fill(f.File, write); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}
