package report

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files in testdata instead of comparing")

// policies is a table with a cell of every kind.
func policies() Table {
	t := Table{
		Title: "Policies on a *sparse* graph",
		Columns: []Column{
			{
				Name: "policy",
			}, {Name: "servers"}, {Name: "mean response", Unit: "1/mu"}, {Name: "blocking"}, {Name: "quantile .99", Unit: "1/mu"},
			{Name: "speed", Unit: "jobs"}, {Name: "memory"}, {Name: "wall"}, {Name: "shards", Align: Left},
		},
		Notes: []string{"Intervals are of 95 %.", "a|b: a pipe"},
	}
	t.Add(Text("jfsq"), Int(1<<20), WithError(1.80134567, 0.00212), PercentWithError(0.0152, 0.00012), Number(7.25, 4), Rate(12.2e6),
		Bytes(135<<20), Duration(103*time.Second), Int(2))
	t.Add(Text("jsq|d"), Int(999), WithError(2.3, math.NaN()), Percent(0, 3), Number(math.NaN(), 3), Rate(950),
		Bytes(17), Duration(12345*time.Microsecond), Int(16))
	t.Add(Text("none"), Cell{}, WithError(math.NaN(), math.NaN()), Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{})
	return t
}

func TestGolden(t *testing.T) {
	table := policies()
	empty := Table{Columns: []Column{{Name: "name"}, {Name: "value", Unit: "s"}}}
	result := Block{Title: "result"}
	result.Add("mean response", WithError(1.80134567, 0.00212), "95 % interval, 64 groups")
	result.Add("blocking", Percent(0.0152, 3), "")
	result.Add("jobs", Int(12345678), "admitted")
	speed := Block{Title: "speed"}
	speed.Add("wall", Duration(103*time.Second), "on 2 shards")
	speed.Add("µ-sized key of more characters", Rate(12.2e6), "")
	blocks := func(w io.Writer) error { return Blocks(w, result, speed) }
	for name, write := range map[string]func(io.Writer) error{
		"policies.txt": table.Text, "policies.md": table.Markdown, "policies.csv": table.CSV, "policies.json": table.JSON,
		"empty.txt": empty.Text, "empty.md": empty.Markdown, "empty.csv": empty.CSV, "empty.json": empty.JSON,
		"blocks.txt": blocks,
	} {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := write(&got); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("-want +got (run with -update to accept):\n%s", diff)
			}
		})
	}
}
