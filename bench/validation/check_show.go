package validation

import (
	"fmt"
	"io"
	"math"

	"shardq/bench/report"
	"shardq/bench/result"
)

// verdict is a word for a row.
func (r *CheckRow) verdict() string {
	if r.Failed {
		return "FAILED"
	}
	return "agrees"
}

// shown returns the deviation for people: in standard errors, or why there is none.
func (r *CheckRow) shown() report.Cell {
	switch {
	case math.IsNaN(r.Deviation):
		return report.Cell{}
	case r.Deviation == 0 && r.Tolerance > 0:
		return report.Text("within tolerance")
	case r.Deviation == 0:
		return report.Number(0, 2)
	}
	return report.Text(fmt.Sprintf("%+.2f", r.Deviation))
}

// Table has a row for each comparison.
func (r *CheckReport) Table() report.Table {
	return r.table("check", r.Rows)
}

// FailedTable has a row for each comparison that failed.
func (r *CheckReport) FailedTable() report.Table { return r.table("failed", r.Failed()) }

func (r *CheckReport) table(title string, rows []CheckRow) report.Table {
	t := report.Table{Title: title, Columns: []report.Column{
		{Name: "check"}, {Name: "case"}, {Name: "quantity"}, {Name: "expected"}, {Name: "measured", Align: report.Right},
		{Name: "tolerance", Align: report.Right},
		{
			Name:  "deviation",
			Unit:  "s.e.",
			Align: report.Right,
		}, {Name: "p", Align: report.Right}, {Name: "expected from"}, {Name: "verdict"},
	}}
	for i := range rows {
		row := &rows[i]
		measured, tolerance := report.Number(row.Measured, 7), report.Cell{}
		if row.StdErr > 0 {
			measured = report.WithError(row.Measured, row.StdErr)
		}
		if row.Tolerance > 0 {
			tolerance = report.Number(row.Tolerance, 2)
		}
		t.Add(
			report.Text(row.Group),
			report.Text(row.Case),
			report.Text(row.Quantity),
			report.Number(row.Expected, 7),
			measured,
			tolerance,
			row.shown(),
			report.Number(row.P, 2),
			report.Text(row.Source),
			report.Text(row.verdict()),
		)
	}
	t.Notes = append(t.Notes, r.notes()...)
	return t
}

// Summary has a row for each group.
func (r *CheckReport) Summary() report.Table {
	t := report.Table{Title: "check", Columns: []report.Column{
		{Name: "check"}, {Name: "comparisons"}, {Name: "failed"}, {Name: "largest deviation", Unit: "s.e.", Align: report.Right},
		{Name: "least p", Align: report.Right}, {Name: "verdict"},
	}}
	for _, group := range CheckGroups() {
		n, failed, far, least := 0, 0, math.NaN(), 1.0
		for i := range r.Rows {
			row := &r.Rows[i]
			if row.Group != group {
				continue
			}
			n++
			if row.Failed {
				failed++
			}
			if d := math.Abs(row.Deviation); !(d <= far) && !math.IsNaN(d) {
				far = d
			}
			least = min(least, row.P)
		}
		if n == 0 {
			continue
		}
		verdict := "agrees"
		if failed > 0 {
			verdict = "FAILED"
		}
		t.Add(report.Text(group), report.Int(n), report.Int(failed), report.Number(far, 3), report.Number(least, 2), report.Text(verdict))
	}
	t.Notes = append(t.Notes, r.notes()...)
	return t
}

// notes say how to read the tables.
func (r *CheckReport) notes() []string {
	effort := "full"
	if r.Quick {
		effort = "quick"
	}
	notes := []string{
		fmt.Sprintf("%s check, seed %d, %d comparisons in %v; s.e.: standard errors, with which measured values are shown",
			effort, r.Seed, len(r.Rows), report.Duration(r.Wall)),
		fmt.Sprintf(
			"a comparison fails if a deviation at least so large has probability p below %.1e: with any seed a correct program "+
				"fails with probability "+
				"below %v",
			FalseAlarm/float64(max(len(r.Rows), 1)),
			FalseAlarm,
		),
		"tolerance: how far the expected value itself may be from that of the system, which is taken off the deviation",
	}
	if r.Partial {
		notes = append(notes, "partial: interrupted; comparisons that were not made are missing")
	}
	return notes
}

// Write writes the report: as a table for a terminal or in Markdown all comparisons, or only those that failed if brief, and a summary; in
// other formats all comparisons.
func (r *CheckReport) Write(w io.Writer, f result.Format, brief bool) error {
	switch f {
	case result.Markdown:
		return r.markdown(w, brief)
	case result.CSV:
		return r.Table().CSV(w)
	case result.JSON:
		return result.Encode(w, r.Document())
	}
	shown := r.Table()
	if brief {
		shown = r.FailedTable()
	}
	if shown.Notes = nil; len(shown.Rows) > 0 {
		if err := shown.Text(w); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return r.Summary().Text(w)
}

// markdown writes a page: the summary, then all comparisons, or those that failed.
func (r *CheckReport) markdown(w io.Writer, brief bool) error {
	h := result.ThisHost()
	all := r.Table()
	all.Title, all.Notes = "All comparisons", nil
	if brief {
		all = r.FailedTable()
		all.Title, all.Notes = "Failed", nil
	}
	summary := r.Summary()
	summary.Title = ""
	summary.Notes = append(
		summary.Notes,
		fmt.Sprintf("%s, %d cores, %s/%s, %s, shardq %s", h.CPU, h.Cores, h.OS, h.Arch, h.Go, result.Version()),
	)
	if err := summary.Markdown(w); err != nil || len(all.Rows) == 0 {
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return all.Markdown(w)
}

// Document returns the report as JSON has it: no results, and a section "check" with all comparisons.
func (r *CheckReport) Document() *result.Document {
	rows := []result.Object{}
	for i := range r.Rows {
		x := &r.Rows[i]
		rows = append(rows, result.Object{}.With("check", x.Group).With("case", x.Case).With("quantity", x.Quantity).
			With("expected", result.Number(x.Expected)).With("expected_std_err", result.Number(x.ExpectedErr)).
			With("tolerance", result.Number(x.Tolerance)).With("expected_from", x.Source).
			With("measured", result.Number(x.Measured)).With("std_err", result.Number(x.StdErr)).
			With("deviation_std_errs", result.Number(x.Deviation)).With("p", result.Number(x.P)).With("passed", !x.Failed))
	}
	d := &result.Document{Partial: r.Partial}
	d.Sections.Add(
		"check",
		result.Object{}.With("passed", len(r.Failed()) == 0 && !r.Partial).With("quick", r.Quick).With("seed", result.Seed(r.Seed)).
			With("false_alarm", FalseAlarm).
			With("failed", len(r.Failed())).With("comparisons", rows).With("wall_seconds", result.Number(r.Wall.Seconds())),
	)
	return d
}
