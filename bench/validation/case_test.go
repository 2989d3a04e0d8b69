package validation

import (
	"context"
	"testing"

	"shardq/bench/oracle"
)

// TestExactCases: all answers of all exactly solved systems within 4 standard errors and 0.3 %. Seeds are fixed, so this cannot fail by chance;
// with a fresh seed each comparison would fail with probability 6e-5.
func TestExactCases(t *testing.T) {
	cases, err := oracle.LoadCases("")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 12 {
		t.Fatalf("%d cases, want 12", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			jobs := 2e7
			if c.Exact.Blocking < 0.03 {
				jobs = 8e7 // rare events take longer to count
			}
			list, err := Exact(context.Background(), c, jobs)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				if d.Errors() > 4 || d.Relative() > 0.003 {
					t.Error(d)
				}
			}
		})
	}
}
