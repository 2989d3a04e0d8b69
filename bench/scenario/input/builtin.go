package input

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"shardq/bench/scenario"
)

//go:embed builtin/*.yaml
var builtinFiles embed.FS

// Info describes a built-in scenario. The first comment of its file is the summary, the second one names the paper and, after a semicolon,
// the place in it:
//
//	# what it is
//	# paper: authors year, title; figure 2
type Info struct {
	Name    string
	Summary string // one line
	Paper   string // that describes the system: authors, year, title
	Place   string // in the paper; "" if none is named
	Source  string // the file
}

// Builtins returns the built-in scenarios in the order of their names.
func Builtins() []Info {
	paths, err := fs.Glob(builtinFiles, "builtin/*.yaml")
	if err != nil {
		panic("scenario: bad pattern of built-in files")
	}
	var infos []Info
	for _, path := range paths {
		source, err := builtinFiles.ReadFile(path)
		if err != nil {
			panic("scenario: built-in file vanished")
		}
		first, rest, _ := strings.Cut(string(source), "\n")
		second, _, _ := strings.Cut(rest, "\n")
		paper, place, _ := strings.Cut(strings.TrimPrefix(second, "# paper: "), "; ")
		infos = append(infos, Info{
			Name:    strings.TrimSuffix(filepath.Base(path), ".yaml"),
			Summary: strings.TrimPrefix(first, "# "),
			Paper:   paper,
			Place:   place,
			Source:  string(source),
		})
	}
	return infos
}

// ErrUnknown says that a scenario is neither built in nor a file.
var ErrUnknown = errors.New("no such scenario")

// Builtin returns a built-in scenario. Relative paths in it start from the working directory.
func Builtin(name string, sets []Set) (*scenario.Scenario, error) {
	var names []string
	for _, info := range Builtins() {
		if info.Name == name {
			return Parse("builtin:"+name, []byte(info.Source), sets)
		}
		names = append(names, info.Name)
	}
	return nil, fmt.Errorf("scenario: %w: %q is not built in, %s", ErrUnknown, name, hint(name, names))
}

// BuiltinWith reads a built-in scenario with overrides written as path=value.
func BuiltinWith(name string, settings ...string) (*scenario.Scenario, error) {
	sets, err := ParseSets(settings)
	if err != nil {
		return nil, err
	}
	return Builtin(name, sets)
}

// Resolve returns the built-in scenario of that name, or else reads the file.
func Resolve(nameOrPath string, sets []Set) (*scenario.Scenario, error) {
	s, err := Builtin(nameOrPath, sets)
	if !errors.Is(err, ErrUnknown) {
		return s, err
	}
	s, fileErr := Load(nameOrPath, sets)
	if errors.Is(fileErr, fs.ErrNotExist) && filepath.Ext(nameOrPath) == "" && filepath.Base(nameOrPath) == nameOrPath {
		return nil, fmt.Errorf("%w; and there is no file of that name", err)
	}
	return s, fileErr
}
