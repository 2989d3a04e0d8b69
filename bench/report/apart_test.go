package report

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestApart(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"graph.txt", "other"} {
		if err := os.WriteFile(at(name), []byte("0 0\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, err := range map[string]error{"soft": os.Symlink("graph.txt", at("soft")), "hard": os.Link(at("graph.txt"), at("hard"))} {
		if err != nil {
			t.Skipf("no links here: %s: %v", name, err)
		}
	}
	for _, c := range []struct {
		outputs, inputs []string
		want            error
	}{
		{[]string{at("graph.txt")}, []string{at("other"), at("graph.txt")}, ErrInput},
		{[]string{at("other"), at("soft")}, []string{at("graph.txt")}, ErrInput},
		{[]string{at("graph.txt")}, []string{at("soft")}, ErrInput},
		{[]string{at("hard")}, []string{at("graph.txt")}, ErrInput},
		{[]string{folder + "/./graph.txt"}, []string{at("graph.txt")}, ErrInput},
		{[]string{at("other")}, []string{at("graph.txt")}, nil},
		{[]string{at("new"), at("other")}, []string{at("graph.txt"), at("not there")}, nil},
		{[]string{at("new"), folder + "/../" + filepath.Base(folder) + "/new"}, nil, ErrTwice},
		{[]string{at("hard"), at("soft")}, nil, ErrTwice},
		{[]string{os.DevNull, os.DevNull}, []string{os.DevNull}, nil},
	} {
		err := Apart(c.outputs, c.inputs...)
		if !errors.Is(err, c.want) || (c.want == nil) != (err == nil) {
			t.Errorf("outputs %v, inputs %v: %v, want %v", c.outputs, c.inputs, err, c.want)
		}
	}
}
