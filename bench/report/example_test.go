package report_test

import (
	"os"

	"shardq/bench/report"
)

func ExampleTable() {
	t := report.Table{
		Title:   "mean response by policy",
		Columns: []report.Column{{Name: "policy"}, {Name: "mean response", Unit: "1/mu"}, {Name: "blocking"}},
		Notes:   []string{"Intervals are of 95 %."},
	}
	t.Add(report.Text("jfsq"), report.WithError(1.80134, 0.00212), report.Percent(0.00031, 2))
	t.Add(report.Text("jfiq"), report.WithError(1.9517, 0.0137), report.Percent(0.0106, 2))
	t.Text(os.Stdout)
	t.CSV(os.Stdout)
	// Output:
	// mean response by policy
	// ┌────────┬──────────────────────┬──────────┐
	// │ policy │ mean response [1/mu] │ blocking │
	// ├────────┼──────────────────────┼──────────┤
	// │ jfsq   │      1.8013 ± 0.0021 │  0.031 % │
	// │ jfiq   │        1.952 ± 0.014 │    1.1 % │
	// └────────┴──────────────────────┴──────────┘
	// Intervals are of 95 %.
	// policy,mean response [1/mu],blocking,mean response half-width [1/mu]
	// jfsq,1.80134,0.00031,0.00212
	// jfiq,1.9517,0.0106,0.0137
}

func ExampleBlocks() {
	var result report.Block
	result.Title = "result"
	result.Add("mean response", report.WithError(1.80134, 0.00212), "95 % interval, 64 groups")
	result.Add("jobs", report.Int(12345678), "admitted")
	report.Blocks(os.Stdout, result)
	// Output:
	// result
	//   mean response:  1.8013 ± 0.0021  95 % interval, 64 groups
	//   jobs:           12,345,678       admitted
}
