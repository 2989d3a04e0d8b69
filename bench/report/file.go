package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file through write. A regular file is replaced in one step once write has succeeded and all is on disk; until then,
// and after any error, the old file stays as it was. A symbolic link stays and the file that it leads to is replaced. Anything else at
// path, such as a pipe or /dev/null, is written to as it is.
func WriteFile(path string, write func(io.Writer) error) error {
	target, inPlace, err := resolve(path)
	if err == nil {
		if inPlace {
			err = overwrite(target, write)
		} else {
			err = replace(target, write)
		}
	}
	return cannotWrite(path, err)
}

// Writable reports why WriteFile could not begin to write path now: worth asking before a long run, not a promise.
func Writable(path string) error {
	target, inPlace, err := resolve(path)
	if err == nil && !inPlace {
		folder := filepath.Dir(target)
		sweep(folder)
		var f *os.File
		if f, err = newTemporary(folder); err == nil {
			err = discard(f)
		}
		err = bare(err)
	}
	return cannotWrite(path, err)
}

func cannotWrite(path string, err error) error {
	if err != nil {
		return fmt.Errorf("report: cannot write %s: %w", path, err)
	}
	return nil
}

// resolve follows links to the file that path stands for. What is there but is not a regular file, or cannot be reached by any name of its
// own, like /dev/stdout when that is a pipe, is written in place: renaming over it would destroy it.
func resolve(path string) (target string, inPlace bool, err error) {
	if path == "" {
		return "", false, errors.New("the name is empty")
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return "", false, errors.New("is a symbolic link to nothing")
		}
		return path, false, nil
	}
	switch {
	case err != nil:
		return "", false, bare(err)
	case info.IsDir():
		return "", false, errors.New("is a directory")
	case !info.Mode().IsRegular():
		return path, true, nil
	}
	target, err = filepath.EvalSymlinks(path)
	if err != nil {
		return path, true, nil
	}
	return target, false, nil
}

// overwrite writes to a device or a pipe.
func overwrite(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return bare(err)
	}
	return errors.Join(fill(f, write), f.Close())
}

// fill writes through a buffer. Errors of the file itself lose its name, which means nothing to the reader if the file is temporary.
func fill(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	var at *fs.PathError
	if errors.As(err, &at) && at.Path == f.Name() {
		return at.Err
	}
	return err
}

// bare returns the reason of an error without the name of the file.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
