package result

import (
	"bytes"
	"errors"
	"fmt"

	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/kernel/policy"
)

// CSV writes the table of policies with every measure.
func (r *Result) CSV(out *bytes.Buffer) error { return r.policies(true).CSV(out) }

// Markdown writes the table of policies, and those of what else there is.
func (r *Result) Markdown(out *bytes.Buffer) error {
	err := r.policies(!r.Several()).Markdown(out)
	for _, t := range r.more() {
		err = errors.Join(err, separate(out), t.Markdown(out))
	}
	for _, o := range r.Outcomes {
		if o.Types != nil {
			t := o.occupancy()
			t.Title = o.Policy.String()
			err = errors.Join(err, separate(out), t.Markdown(out))
		}
	}
	return err
}

// policies has a row for each policy: its main measures, or all that stand in tables.
func (r *Result) policies(all bool) report.Table {
	t := report.Table{Columns: []report.Column{{Name: "policy"}}}
	if r.Empty() {
		return t
	}
	first := r.Outcomes[0]
	t.Title = first.Title
	verdict, bound := first.Verdict.Word != "", first.Bound != nil
	if verdict {
		t.Columns = append(t.Columns, report.Column{Name: "verdict"})
	}
	var shown []int
	for i, m := range first.Measures {
		if m.Place == Main || all && m.Place == Tabled {
			shown = append(shown, i)
			t.Columns = append(t.Columns, report.Column{Name: m.Name})
			if m.Key == "mean_response" && bound {
				t.Columns = append(t.Columns, report.Column{Name: "in theory"}, report.Column{Name: "above bound"})
			}
		}
	}
	t.Columns = append(t.Columns, report.Column{Name: "messages a job"}, report.Column{Name: "jobs/s"}, report.Column{Name: "digest"})
	for _, o := range r.Outcomes {
		row := []report.Cell{report.Text(o.Policy.String())}
		if verdict {
			row = append(row, report.Text(o.Verdict.Word))
		}
		for _, i := range shown {
			m := &o.Measures[i]
			row = append(row, m.Cell())
			if m.Key == "mean_response" && bound {
				row = append(row, inTheory(o.Bound), report.Percent(o.Bound.Gap, 0))
			}
		}
		t.Add(append(row, report.Number(o.Messages.Total(), 4), report.Rate(o.Speed()), report.Text(o.ShownDigest()))...)
	}
	t.Notes = append(r.boundNotes(), first.Definitions...)
	for _, o := range r.Outcomes {
		if o.Rule != "" {
			t.Notes = append(t.Notes, o.Policy.String()+": "+o.Rule)
		}
	}
	t.Notes = append(t.Notes, "intervals are 95 %")
	if first.Engine != "" {
		t.Notes = append(t.Notes, fmt.Sprintf("%s engine: %s", first.Scenario.Run.Engine, first.Engine))
	}
	return t
}

// inTheory is the first known value of the mean response time that is no bound.
func inTheory(t *known.Theory) report.Cell {
	if l, ok := t.First(); ok {
		return report.Number(l.Value, 6)
	}
	return report.Text("-")
}

// boundNotes say what policies are compared with, and what theory has.
func (r *Result) boundNotes() (notes []string) {
	first := r.Outcomes[0].Bound
	switch {
	case first == nil:
		return nil
	case first.Stable:
		notes = append(notes, fmt.Sprintf("lower bound %v under any policy that loses no job; "+
			"a policy that loses more than one in a thousand is compared with the bound at the rate of its admitted jobs",
			report.Number(first.LowerBound, 6)))
	default:
		notes = append(notes, "policies are compared with the bound at the rate of their admitted jobs")
	}
	for _, o := range r.Outcomes {
		if len(o.Bound.Limits) > 0 {
			l := o.Bound.Limits[0]
			notes = append(notes, fmt.Sprintf("in theory, %s: %s; %s; %s", o.Policy, l.Name, l.Holds, l.Source))
		}
	}
	return notes
}

// more are the tables below that of policies: scaled occupancies, theory and levels, as far as there are any.
func (r *Result) more() (tables []report.Table) {
	if r.Empty() {
		return nil
	}
	if t := observations(r.Outcomes); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	var policies []policy.Policy
	var values [][]known.Value
	levels := false
	for _, o := range r.Outcomes {
		policies, values = append(policies, o.Policy), append(values, o.Known)
		levels = levels || o.Levels != nil
	}
	if t := known.ValueTable(policies, values); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	if levels {
		tables = append(tables, r.allLevels())
	}
	return tables
}

// observations has a row for each scaled count of each policy.
func observations(outcomes []*Outcome) report.Table {
	t := report.Table{Title: "scaled occupancies", Columns: []report.Column{
		{Name: "count"}, {Name: "mean"}, {Name: "in theory"}, {Name: "deviation"}, {Name: "deviation in theory"},
	}}
	several := len(outcomes) > 1
	if several {
		t.Columns = append([]report.Column{{Name: "policy"}}, t.Columns...)
	}
	for _, q := range Quantiles() {
		t.Columns = append(t.Columns, report.Column{Name: q.Name + " quantile"})
	}
	sources := map[string]bool{} // looked up, never iterated
	for _, out := range outcomes {
		o := out.Observed
		if o == nil {
			continue
		}
		if len(t.Rows) == 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("Q1 and Q2: servers with at least one and two jobs; %s, one every %g units of time; "+
				"quantiles from bins of width 0.1", Count(int(o.Looks), "look"), o.Every))
		}
		for _, s := range o.All() {
			row := []report.Cell{
				report.Text(s.Name), Cell(s.Mean), report.Number(s.Known, 5), report.Number(s.Deviation, 3), report.Number(s.KnownDev, 5),
			}
			if several {
				row = append([]report.Cell{report.Text(out.Policy.String())}, row...)
			}
			for _, q := range Quantiles() {
				row = append(row, report.Number(s.Histogram.Quantile(q.Share), 3))
			}
			t.Add(row...)
			if note := s.Name + " in theory: " + s.Source; s.Source != "" && !sources[note] {
				sources[note] = true
				t.Notes = append(t.Notes, note)
			}
		}
	}
	return t
}
