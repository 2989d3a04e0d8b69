package known

import (
	"bytes"
	"strings"
	"testing"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

const slotted = "{model: slotted, servers: {count: 10, types: [{share: 1, rate: 1}]}, ports: {load: 0.5}, policy: {name: [jsq, " +
	"random]}, run: {warmup: 1, measure: 1}}"

func tableOf(t *testing.T, sc *scenario.Scenario) report.Table {
	t.Helper()
	s, err := SurveyOf(t.Context(), sc, SurveyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s.valueTable()
}

// TestValueTables: there is a row for all that is known, under the names of policies only where they differ.
func TestValueTables(t *testing.T) {
	same := tableOf(t, parse(t, slotted))
	if len(same.Rows) != 1 || same.Columns[0].Name != "in theory" {
		t.Errorf("%d rows, first column %q", len(same.Rows), same.Columns[0].Name)
	}
	differ := tableOf(
		t,
		parse(
			t,
			"{model: pools, servers: {count: 100, types: [{share: 1, rate: 1}]}, ports: {load: 2.5}, policy: {name: [jsq, jsq-d], d: 2}, "+
				"run: {warmup: 1, measure: 1}}",
		),
	)
	var out bytes.Buffer
	if err := differ.Text(&out); err != nil {
		t.Fatal(err)
	}
	narrow := strings.Join(strings.Fields(out.String()), " ")
	for _, text := range []string{"│ policy │ in theory │", "│ jsq │ 3 tasks or more │ 50.000 % │", "│ jsq-d d=2 │ 3 tasks or more │",
		"│ jsq-d d=2 │ tasks in system │ 250.000 │"} {
		if !strings.Contains(narrow, text) {
			t.Errorf("theory lacks %q:\n%s", text, &out)
		}
	}
	var full bytes.Buffer
	overloaded := tableOf(t, parse(t, slotted, input.Set{Path: "ports.load", Value: "1"}))
	if err := overloaded.Text(&full); err != nil || len(overloaded.Rows) > 0 || !strings.Contains(full.String(), "nothing is known") {
		t.Errorf("at load 1: %v\n%s", err, &full)
	}
	switched := tableOf(
		t,
		parse(t, "{model: elastic, servers: {count: 100, types: [{share: 1, rate: 2}]}, ports: {load: .6}, policy: {name: tabs}, "+
			"elastic: {standby_rate: 1, setup_rate: 1}, run: {warmup: 1, measure: 1}}"),
	)
	if len(switched.Rows) != 6 {
		t.Errorf("%d rows for elastic servers, want 6", len(switched.Rows))
	}
}
