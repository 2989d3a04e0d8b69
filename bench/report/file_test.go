package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func content(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// wantFiles checks that a folder holds these files and nothing else, such as temporary ones.
func wantFiles(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d: %v", len(entries), len(want), entries)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, text)
		}
	}
}

func TestWriteFileReplacesAtOnce(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "out.json")
	for _, text := range []string{"first, longer", "second"} {
		if err := Writable(path); err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(path, content(text)); err != nil {
			t.Fatal(err)
		}
		wantFiles(t, folder, map[string]string{"out.json": text})
	}
}

func TestWriteFileKeepsTheOldFileAfterAnError(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "out.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no result")
	err := WriteFile(path, func(w io.Writer) error { return errors.Join(content("half")(w), failure) })
	if !errors.Is(err, failure) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	wantFiles(t, folder, map[string]string{"out.json": "old"})
	func() {
		defer func() { _ = recover() }()
		_ = WriteFile(path, func(io.Writer) error { panic("in the middle") })
	}()
	wantFiles(t, folder, map[string]string{"out.json": "old"})
}

func TestWriteFileErrorsAreClear(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":     "report: cannot write : the name is empty",
		folder: "report: cannot write " + folder + ": is a directory",
		filepath.Join(folder, "none", "out"): "report: cannot write " + filepath.Join(folder, "none", "out") +
			": no such file or directory",
		filepath.Join(file, "out"): "report: cannot write " + filepath.Join(file, "out") + ": not a directory",
	} {
		write, probe := WriteFile(path, content("x")), Writable(path)
		if write == nil || probe == nil || runtime.GOOS != "windows" && (write.Error() != want || probe.Error() != want) {
			t.Errorf("%s: errors %v and %v, want %s", path, write, probe, want)
		}
	}
}
