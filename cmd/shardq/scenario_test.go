package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestShownScenario: a scenario that is shown and read from the standard input has the digest of the one that was shown.
func TestShownScenario(t *testing.T) {
	for _, sets := range [][]string{nil, {"--set", "graph={kind: ring, degree: 4}", "--set", "policy={name: jsq-d, d: {rule: log}}"}} {
		short := []string{"--set", "run={warmup: 1, measure: 20}"}
		run := func(stdin string, args ...string) string {
			t.Helper()
			var out, errs bytes.Buffer
			root := newRoot()
			root.SetIn(strings.NewReader(stdin))
			root.SetOut(&out)
			root.SetErr(&errs)
			root.SetArgs(args)
			if err := root.Execute(); err != nil {
				t.Fatalf("%v: %v", args, err)
			}
			return out.String()
		}
		shown := run("", append(append([]string{"scenario", "show", "quickstart"}, sets...), short...)...)
		got := shownDigest(run(shown, "run", "-"))
		want := shownDigest(run("", append(append([]string{"run", "quickstart"}, sets...), short...)...))
		if got != want || want == "" {
			t.Errorf("%v: digest %s, want %s, of\n%s", sets, got, want, shown)
		}
	}
}
