package result

import (
	"fmt"
	"math"
	"slices"

	"shardq/bench/known"
	"shardq/bench/report"
	"shardq/bench/scenario"
)

// Limits of the table of types. JSON has all of them.
const (
	shownTypes = 16
	shownTail  = 5
)

// occupancy has a row for each type.
func (o *Outcome) occupancy() report.Table {
	t := report.Table{Columns: []report.Column{
		{Name: "type"}, {Name: "rate"}, {Name: "servers"}, {Name: "busy"}, {Name: "in the limit"}, {Name: "mean queue"},
	}}
	longest := 0
	for _, to := range o.Types {
		longest = min(max(longest, len(to.Tail)), shownTail)
	}
	for j := 2; j <= longest; j++ {
		t.Columns = append(t.Columns, report.Column{Name: fmt.Sprintf("%d or more", j)})
	}
	for m, to := range o.Types {
		if m == shownTypes {
			t.Notes = append(t.Notes, fmt.Sprintf("and %d more types", len(o.Types)-m))
			break
		}
		row := []report.Cell{
			report.Text(to.Name), report.Number(to.Rate, 4), report.Int(to.Count), report.Percent(to.Utilisation, 4),
			report.Percent(o.Bound.CStar[m]/o.Bound.Shares[m], 4), report.Number(to.MeanQueue, 4),
		}
		for j := 2; j <= longest; j++ {
			share := 0.0
			if j <= len(to.Tail) {
				share = to.Tail[j-1]
			}
			row = append(row, report.Percent(share, 3))
		}
		t.Add(row...)
	}
	return t
}

// shownLevels is the most levels of a table. JSON has all of them.
const shownLevels = 24

// levels has a row for each number of jobs that some servers have and others have not.
func (o *Outcome) levels() report.Table {
	server, job := "servers", "jobs"
	if o.Scenario.Model == scenario.Pools {
		server, job = "pools", "tasks"
	}
	t := report.Table{Columns: []report.Column{{Name: job + " or more"}, {Name: server}, {Name: "in the limit"}}}
	from, to := o.between()
	for _, l := range o.Levels[from:min(to, from+shownLevels)] {
		t.Add(report.Int(l.AtLeast), ShareCell(l.Share), report.Percent(l.Limit, 4))
	}
	if left := to - from - shownLevels; left > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more levels", left))
	}
	return t
}

// between returns the range of levels that some servers reach and others do not, with the last that all reach.
func (o *Outcome) between() (from, to int) {
	reached := func(l Level) bool { return l.Share.Value >= known.Nearly || l.Limit > known.Nearly }
	for to = len(o.Levels); to > 0 && !reached(o.Levels[to-1]); to-- {
	}
	for from+1 < to && o.Levels[from+1].Share.Value > 1-known.Nearly {
		from++
	}
	return from, to
}

// allLevels has a row for each such level of any policy, and columns for each policy.
func (r *Result) allLevels() report.Table {
	first := r.Outcomes[0].levels()
	t := report.Table{Title: first.Columns[1].Name + " by level", Columns: first.Columns[:1]}
	from, to := math.MaxInt, 0
	var shown []*Outcome
	for _, o := range r.Outcomes {
		if slices.ContainsFunc(shown, func(p *Outcome) bool { return p.Policy == o.Policy }) {
			continue // the same results
		}
		shown = append(shown, o)
		if a, b := o.between(); b > 0 {
			from, to = min(from, a), max(to, b)
		}
		name := o.Policy.String()
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: name + " in the limit"})
	}
	for i := from; i < min(to, from+shownLevels); i++ {
		row := []report.Cell{report.Int(i + 1)}
		for _, o := range shown {
			share, limit := report.Cell{}, report.Cell{}
			if i < len(o.Levels) {
				share, limit = ShareCell(o.Levels[i].Share), report.Percent(o.Levels[i].Limit, 4)
			} else if o.Levels != nil {
				share = report.Percent(0, 0)
				if !math.IsNaN(o.Levels[0].Limit) {
					limit = share
				}
			}
			row = append(row, share, limit)
		}
		t.Add(row...)
	}
	if left := to - from - shownLevels; left > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more levels", left))
	}
	return t
}
