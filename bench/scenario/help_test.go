package scenario_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shardq/bench/scenario"
)

var update = flag.Bool("update", false, "rewrite reference.md")

// TestReference: the stored page is that of the table; go test -update writes it.
func TestReference(t *testing.T) {
	const path = "reference.md"
	if *update {
		if err := os.WriteFile(path, []byte(scenario.Reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(stored), scenario.Reference()); diff != "" {
		t.Errorf("%s (-stored +table):\n%s", path, diff)
	}
}

// TestHelp: every section has a page with its keys, which is part of the reference.
func TestHelp(t *testing.T) {
	topics := scenario.Topics()
	if len(topics) < 8 {
		t.Fatalf("topics %v", topics)
	}
	reference := scenario.Reference()
	for _, topic := range append([]string{""}, topics...) {
		page, ok := scenario.Help(topic)
		if !ok || !strings.HasPrefix(page, "# ") || !strings.Contains(page, "\n- `"+topic) {
			t.Errorf("%q: %v, %s", topic, ok, page)
		}
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, "- ") && !strings.Contains(reference, line) {
				t.Errorf("%q: not in the reference: %s", topic, line)
			}
		}
	}
	for _, topic := range []string{"name", "graph.kind", "grph"} {
		if page, ok := scenario.Help(topic); ok {
			t.Errorf("%q has a page: %s", topic, page)
		}
	}
}
