package input_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

var update = flag.Bool("update", false, "rewrite testdata/*.want")

// setsOf returns the overrides in the first lines of a test file, "# --set path=value".
func setsOf(t *testing.T, text string) []input.Set {
	t.Helper()
	var sets []input.Set
	for _, line := range strings.Split(text, "\n") {
		flag, found := strings.CutPrefix(line, "# --set ")
		if !found {
			break
		}
		set, err := input.ParseSet(flag)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	return sets
}

// Each testdata/X.yaml gives exactly the messages in testdata/X.want.
func TestMessages(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d test files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = input.Parse(filepath.Base(file), data, setsOf(t, string(data)))
			got := "ok\n"
			if err != nil {
				got = err.Error() + "\n"
				if errs := (scenario.Errors{}); !errors.As(err, &errs) {
					t.Errorf("error of type %T, want scenario.Errors", err)
				}
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".want"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
		})
	}
}
