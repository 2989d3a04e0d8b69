package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"shardq/bench/report"
	"shardq/bench/stats"
)

// Write writes the comparison in a format, in one piece. CSV has the table of differences, JSON everything.
func (c *Comparison) Write(w io.Writer, f Format) error {
	var out bytes.Buffer
	var err error
	switch f {
	case Table:
		err = errors.Join(c.Ranking().Text(&out), separate(&out), c.Differences().Text(&out))
		for _, text := range c.Warnings() {
			fmt.Fprintf(&out, "warning: %s\n", text)
		}
	case Markdown:
		err = errors.Join(c.Ranking().Markdown(&out), separate(&out), c.Differences().Markdown(&out))
	case CSV:
		err = c.Differences().CSV(&out)
	case JSON:
		e := json.NewEncoder(&out)
		e.SetIndent("", "  ")
		err = e.Encode(c)
	default:
		err = fmt.Errorf("experiment: unknown format %q", f)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// Warnings returns what a reader should know, with the names of the policies.
func (c *Comparison) Warnings() []string {
	list := slices.Concat(c.Notes, c.Result.Warnings())
	for _, name := range c.Left {
		list = append(list, name+": left out of the comparison: interrupted")
	}
	for _, m := range c.Measures {
		for _, p := range m.Pairs {
			if p.Difference.Correlated {
				list = append(list, fmt.Sprintf("%s, %s: the run is short for its own memory: the differences of batches are correlated, and the interval is a guess",
					c.names(p), m.Name))
			}
		}
	}
	return list
}

// names are those of a pair.
func (c *Comparison) names(p Pair) string { return c.Policies[p.A] + " - " + c.Policies[p.B] }

// title says what was simulated.
func (c *Comparison) title() string {
	if len(c.Result.Outcomes) > 0 {
		return c.Result.Outcomes[0].title()
	}
	return c.Result.Findings[0].title()
}

// cell shows a value of the measure.
func (m *Compared) cell(e stats.Estimate) report.Cell {
	if m.Share {
		return percent(e)
	}
	return cell(e)
}

// Ranking has a row for each policy, from the best.
func (c *Comparison) Ranking() report.Table {
	main := &c.Measures[0]
	t := report.Table{Title: c.title(), Columns: []report.Column{
		{Name: "rank", Align: report.Right}, {Name: "policy"}, {Name: main.Name}, {Name: "above the least"},
	}}
	for i := range c.Measures[1:] {
		t.Columns = append(t.Columns, report.Column{Name: c.Measures[1+i].Name})
	}
	t.Columns = append(t.Columns, report.Column{Name: "digest"})
	runs := c.Result.contenders()
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
		row := []report.Cell{report.Text(place), report.Text(c.Policies[r.Policy]), main.cell(value), report.Percent(value.Value/least-1, 3)}
		for i := range c.Measures[1:] {
			m := &c.Measures[1+i]
			row = append(row, m.cell(m.Values[r.Policy]))
		}
		digest := ""
		for _, run := range runs {
			if run.name == c.Policies[r.Policy] {
				digest = run.digest
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
	t.Notes = append(t.Notes,
		fmt.Sprintf("intervals are 95 %% for each pair; higher and lower are significant for all pairs of a measure together at %.0f %% (Holm)", 100*FamilyLevel),
		"variance reduction: of the difference, against runs on independent random numbers")
	return t
}

// probability shows a probability; those too small to matter are 0.
func probability(p float64) report.Cell {
	if p < 1e-15 {
		p = 0
	}
	return report.Number(p, 2)
}

// wirePair is a Pair as JSON has it.
type wirePair struct {
	Policy     string         `json:"policy"`
	Minus      string         `json:"minus"`
	Difference stats.Estimate `json:"difference"`
	Relative   number         `json:"relative"`
	P          number         `json:"p"`
	Family     number         `json:"p_family"`
	Standing   Standing       `json:"standing"`
	Reduction  number         `json:"variance_reduction"`
}

// wireRank is a Rank as JSON has it.
type wireRank struct {
	Policy string         `json:"policy"`
	Ranks  []int          `json:"ranks"` // best and worst; null without a mean
	Value  stats.Estimate `json:"value"`
}

// MarshalJSON writes the comparison and the results of all policies.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	var measures []any
	for i := range c.Measures {
		m := &c.Measures[i]
		var ranking []wireRank
		for _, r := range m.Ranks {
			w := wireRank{Policy: c.Policies[r.Policy], Value: m.Values[r.Policy]}
			if r.Best > 0 {
				w.Ranks = []int{r.Best, r.Worst}
			}
			ranking = append(ranking, w)
		}
		var pairs []wirePair
		for _, p := range m.Pairs {
			pairs = append(pairs, wirePair{
				c.Policies[p.A], c.Policies[p.B], p.Difference, number(p.Relative), number(p.P), number(p.Family), p.Standing, number(p.Reduction),
			})
		}
		measures = append(measures, object{{"key", m.Key}, {"name", m.Name}, {"ranking", ranking}, {"differences", pairs}})
	}
	var results any = c.Result.Outcomes
	if c.Result.Findings != nil {
		results = c.Result.Findings
	}
	return json.Marshal(object{
		{"policies", c.Policies},
		{"measures", measures},
		{"family_level", FamilyLevel},
		{"method", "paired differences of batches on common random numbers; Holm's method over the pairs of a measure"},
		{"partial", len(c.Left) > 0 || c.Result.Partial},
		{"warnings", append([]string{}, c.Warnings()...)},
		{"results", results},
	})
}
