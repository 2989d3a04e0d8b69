package compare

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/stats"
)

// Text writes the ranking and the differences for a terminal, or the policies by themselves if there are not two to compare.
func (c *Comparison) Text(out *bytes.Buffer) error {
	if c.Measures == nil {
		err := c.Result.Text(out)
		for _, text := range c.own() {
			fmt.Fprintf(out, "warning: %s\n", text)
		}
		return err
	}
	err := errors.Join(c.Ranking().Text(out), out.WriteByte('\n'), c.Differences().Text(out))
	for _, text := range c.Warnings() {
		fmt.Fprintf(out, "warning: %s\n", text)
	}
	return err
}

// Markdown writes the same tables for a page.
func (c *Comparison) Markdown(out *bytes.Buffer) error {
	if c.Measures == nil {
		return c.Result.Markdown(out)
	}
	return errors.Join(c.Ranking().Markdown(out), out.WriteByte('\n'), c.Differences().Markdown(out))
}

// CSV writes the table of differences, or that of policies if there are not two to compare.
func (c *Comparison) CSV(out *bytes.Buffer) error {
	if c.Measures == nil {
		return c.Result.CSV(out)
	}
	return c.Differences().CSV(out)
}

// Warnings returns what a reader should know, with the names of the policies.
func (c *Comparison) Warnings() []string {
	return slices.Concat(c.Notes, c.Result.Warnings(), c.own()[len(c.Notes):])
}

// own are the warnings that are not those of single policies, notes first.
func (c *Comparison) own() []string {
	list := slices.Clone(c.Notes)
	switch {
	case c.Measures == nil:
		list = append(list, "nothing is compared: the run ended before two policies were complete")
	default:
		for _, name := range c.Left {
			list = append(list, name+": left out of the comparison: interrupted")
		}
	}
	for _, m := range c.Measures {
		for _, p := range m.Pairs {
			if p.Difference.Correlated {
				list = append(
					list,
					fmt.Sprintf(
						"%s, %s: the run is short for its own memory: the differences of batches are correlated, and the "+
							"interval is a guess",
						c.names(p),
						m.Name,
					),
				)
			}
		}
	}
	return list
}

// names are those of a pair.
func (c *Comparison) names(p Pair) string { return c.Policies[p.A] + " - " + c.Policies[p.B] }

// cell shows a value of the measure.
func (m *Compared) cell(e stats.Estimate) report.Cell {
	if m.Share {
		return result.ShareCell(e)
	}
	return result.Cell(e)
}

// Ranking has a row for each policy, from the best.
func (c *Comparison) Ranking() report.Table {
	main := &c.Measures[0]
	t := report.Table{Title: c.Result.Outcomes[0].Title, Columns: []report.Column{
		{Name: "rank", Align: report.Right}, {Name: "policy"}, {Name: main.Name}, {Name: "above the least"},
	}}
	for i := range c.Measures[1:] {
		t.Columns = append(t.Columns, report.Column{Name: c.Measures[1+i].Name})
	}
	t.Columns = append(t.Columns, report.Column{Name: "digest"})
	least := main.Values[main.Ranks[0].Policy].Value
	for _, r := range main.Ranks {
		place := fmt.Sprint(r.Best)
		switch {
		case r.Best == 0:
			place = "none"
		case r.Worst > r.Best:
			place = fmt.Sprintf("%d-%d", r.Best, r.Worst)
		}
		value := main.Values[r.Policy]
		row := []report.Cell{
			report.Text(place),
			report.Text(c.Policies[r.Policy]),
			main.cell(value),
			report.Percent(value.Value/least-1, 3),
		}
		for i := range c.Measures[1:] {
			m := &c.Measures[1+i]
			row = append(row, m.cell(m.Values[r.Policy]))
		}
		digest := ""
		for _, o := range c.Result.Outcomes {
			if o.Policy.String() == c.Policies[r.Policy] {
				digest = o.ShownDigest()
			}
		}
		t.Add(append(row, report.Text(digest))...)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("ranked by %s: true ranks are within these for all policies at once with probability %.0f %%",
		main.Name, 100*(1-FamilyLevel)))
	return t
}

// Differences has a row for each pair of policies and each measure.
func (c *Comparison) Differences() report.Table {
	t := report.Table{Title: "differences on common random numbers", Columns: []report.Column{
		{Name: "measure"}, {Name: "policies"}, {Name: "difference", Align: report.Right}, {Name: "relative", Align: report.Right},
		{Name: "standard errors", Align: report.Right}, {Name: "p", Align: report.Right}, {Name: "p of the family", Align: report.Right},
		{Name: "the first is"}, {Name: "variance reduction", Align: report.Right},
	}}
	for i := range c.Measures {
		m := &c.Measures[i]
		for _, p := range m.Pairs {
			far := report.Cell{}
			if p.Difference.StdErr > 0 {
				far = report.Number(p.Difference.Value/p.Difference.StdErr, 3)
			}
			t.Add(report.Text(m.Name), report.Text(c.names(p)), m.cell(p.Difference), report.Percent(p.Relative, 3), far,
				probability(p.P), probability(p.Family), report.Text(string(p.Standing)), report.Number(p.Reduction, 2))
		}
	}
	t.Notes = append(
		t.Notes,
		fmt.Sprintf(
			"intervals are 95 %% for each pair; higher and lower are significant for all pairs of a measure together at %.0f %% (Holm)",
			100*FamilyLevel,
		),
		"variance reduction: of the difference, against runs on independent random numbers",
	)
	return t
}

// probability shows a probability; those too small to matter are 0.
func probability(p float64) report.Cell {
	if p < 1e-15 {
		p = 0
	}
	return report.Number(p, 2)
}

// Document returns the comparison as JSON has it: the results of all policies, and a section "comparison".
func (c *Comparison) Document() *result.Document {
	d := c.Result.Document()
	d.Partial = d.Partial || len(c.Left) > 0
	d.Warnings = c.Warnings()
	measures := []result.Object{}
	for i := range c.Measures {
		m := &c.Measures[i]
		ranking, pairs := []result.Object{}, []result.Object{}
		for _, r := range m.Ranks {
			var ranks []int // best and worst; null without a mean
			if r.Best > 0 {
				ranks = []int{r.Best, r.Worst}
			}
			ranking = append(
				ranking,
				result.Object{}.With("policy", c.Policies[r.Policy]).With("ranks", ranks).With("value", m.value(m.Values[r.Policy])),
			)
		}
		for _, p := range m.Pairs {
			pairs = append(pairs, result.Object{}.With("policy", c.Policies[p.A]).With("minus", c.Policies[p.B]).
				With("difference", m.value(p.Difference)).With("relative", result.Number(p.Relative)).
				With("p", result.Number(p.P)).With("p_family", result.Number(p.Family)).With("standing", p.Standing).
				With("variance_reduction", result.Number(p.Reduction)))
		}
		measures = append(
			measures,
			result.Object{}.With("key", m.Key).With("name", m.Name).With("ranking", ranking).With("differences", pairs),
		)
	}
	d.Sections.Add(
		"comparison",
		result.Object{}.With("policies", append([]string{}, c.Policies...)).With("measures", measures).With("family_level", FamilyLevel).
			With("method", "paired differences of batches on common random numbers; Holm's method over the pairs of a measure"),
	)
	return d
}

// value is an estimate of the measure in JSON.
func (m *Compared) value(e stats.Estimate) result.Value {
	return result.Value{Estimate: e, Unit: m.Unit}
}
