//go:build unix

package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWriteFileFollowsLinks(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	target, link := filepath.Join(elsewhere, "target"), filepath.Join(folder, "link")
	if err := os.WriteFile(target, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, content("new")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, elsewhere, map[string]string{"target": "new"})
	if to, err := os.Readlink(link); err != nil || to != target {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v (%v), want those of the old file", info.Mode(), err)
	}
	if err := os.Remove(target); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, content("new")); err == nil {
		t.Error("a link to nothing was written")
	}
}

// A rename over a device or a pipe would destroy it.
func TestWriteFileLeavesDevicesAndPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		f, err := os.Open(pipe)
		if err != nil {
			read <- err.Error()
			return
		}
		defer f.Close()
		text, _ := io.ReadAll(f)
		read <- string(text)
	}()
	if err := Writable(pipe); err != nil {
		t.Error(err)
	}
	if err := WriteFile(pipe, content("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("read %q", got)
	}
	for path, mode := range map[string]os.FileMode{pipe: os.ModeNamedPipe, os.DevNull: os.ModeDevice | os.ModeCharDevice} {
		if err := WriteFile(os.DevNull, content("away")); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Type() != mode {
			t.Fatalf("%s is now %v (%v)", path, info.Mode(), err)
		}
	}
}

// Files that a killed process left are swept; those of a living one are not.
func TestTemporaryFilesAreSwept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "odd [name]*")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	dead, err := newTemporary(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := dead.Close(); err != nil { // which gives up the lock, as the end of its process does
		t.Fatal(err)
	}
	living, err := newTemporary(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer living.Close()
	if err := WriteFile(filepath.Join(folder, "out"), content("new")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, folder, map[string]string{"out": "new", filepath.Base(living.Name()): ""})
}

// Several processes write the same file: each time one of them wins, and none fails.
func TestWritersOfOneFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "out")
	errs := make(chan error)
	const writers, times = 4, 50
	for range writers {
		go func() {
			var err error
			for i := 0; i < times && err == nil; i++ {
				err = errors.Join(Writable(path), WriteFile(path, content("same")))
			}
			errs <- err
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	wantFiles(t, folder, map[string]string{"out": "same"})
}
