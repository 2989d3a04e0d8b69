package speed

import (
	"os"
	"strings"
	"testing"
)

// TestSpecification: bench/SPEC.md has a row for each workload and each target, with the limit.
func TestSpecification(t *testing.T) {
	b, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(b)) {
		if name, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ = strings.Cut(name, "`")
			rows[name] = line
		}
	}
	for _, w := range Workloads() {
		if rows[w.Name] == "" {
			t.Errorf("no row of workload %s", w.Name)
		}
	}
	for _, target := range Targets() {
		cells := strings.Split(strings.Trim(strings.TrimSpace(rows[target.Row]), "|"), "|")
		words := strings.Fields(target.Wanted())
		limit := strings.TrimSpace(cells[len(cells)-1])
		if !strings.Contains(limit, words[2]) || target.Limit > 0 && !strings.HasPrefix(limit, words[0]+" "+words[1]) {
			t.Errorf("%s: limit %q, want %s", target.Row, limit, target.Wanted())
		}
	}
}
