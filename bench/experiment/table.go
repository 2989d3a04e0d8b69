package experiment

import (
	"fmt"
	"math"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/stats"
)

// cell shows an estimate with the half-width of its interval.
func cell(e stats.Estimate) report.Cell { return report.WithError(e.Value, e.HalfWidth) }

func percent(e stats.Estimate) report.Cell { return report.PercentWithError(e.Value, e.HalfWidth) }

// policies has a row for each policy.
func (r *Result) policies() report.Table {
	t := report.Table{Columns: []report.Column{
		{Name: "policy"}, {Name: "mean response"}, {Name: "in theory"}, {Name: "above bound"}, {Name: "blocking"},
		{Name: "0.5 quantile"}, {Name: "0.99 quantile"}, {Name: "messages a job"}, {Name: "jobs/s"}, {Name: "digest"},
	}}
	for _, o := range r.Outcomes {
		median, high := report.WithError(o.quantile("0.5")), report.WithError(o.quantile("0.99"))
		t.Add(report.Text(o.Policy.String()), cell(o.MeanResponse), o.inTheory(), report.Percent(o.Theory.Gap, 0), percent(o.Blocking), median, high,
			report.Number(o.Messages.Total(), 4), report.Rate(o.Speed()), report.Text(o.digest()))
	}
	if len(r.Outcomes) > 0 {
		o := r.Outcomes[0]
		t.Title = o.title()
		if o.Theory.Stable {
			t.Notes = append(t.Notes, fmt.Sprintf("lower bound %v under any policy that loses no job; "+
				"a policy that loses more than one in a thousand is compared with the bound at the rate of its admitted jobs", report.Number(o.Theory.LowerBound, 6)))
		} else {
			t.Notes = append(t.Notes, "policies are compared with the bound at the rate of their admitted jobs")
		}
		for _, o := range r.Outcomes {
			if len(o.Theory.Limits) > 0 {
				l := o.Theory.Limits[0]
				t.Notes = append(t.Notes, fmt.Sprintf("in theory, %s: %s; %s; %s", o.Policy.String(), l.Name, l.Holds, l.Source))
			}
		}
		for _, o := range r.Outcomes {
			t.Notes = append(t.Notes, o.Policy.String()+": "+RuleOf(o.Policy))
		}
		t.Notes = append(t.Notes, "intervals are 95 %")
		if o.Scenario.Run.Engine == scenario.Lumped {
			t.Notes = append(t.Notes, "lumped engine: "+lumpedNote)
		}
	}
	return t
}

// inTheory is the first known value of the mean response time, or nothing.
func (o *Outcome) inTheory() report.Cell {
	if l, ok := o.Theory.First(); ok {
		return report.Number(l.Value, 6)
	}
	return report.Text("-")
}

// quantile returns a quantile of the table of that name with its half-width.
func (o *Outcome) quantile(name string) (value, half float64) {
	for i, e := range o.Quantiles {
		if quantiles[i].Name == name {
			return e.Value, e.HalfWidth
		}
	}
	return nan, nan
}

// Limits of the table of types.
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
			report.Percent(o.Theory.CStar[m]/o.Theory.Shares[m], 4), report.Number(to.MeanQueue, 4),
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

// loadCell shows a load with four digits, or with two of what it lacks to 1.
func loadCell(load float64) report.Cell {
	digits := 4
	if lacks := math.Abs(1 - load); lacks > 0 && lacks < 1e-3 {
		digits = min(2+int(-math.Log10(lacks)), 15)
	}
	return report.Number(load, digits)
}

// title says what was simulated, but for the policy.
func (o *Outcome) title() string {
	edges := ""
	if o.Graph.Kind != scenario.Complete {
		edges = fmt.Sprintf(" with %s%v edges", o.Graph.About(), report.Int(o.Graph.Edges))
	}
	return fmt.Sprintf("%s: %s, %s, %s graph%s, load %v, seed %d", o.Scenario.Name,
		count(o.Graph.Servers, "server"), count(o.Graph.Ports, "port"), o.Graph.Kind, edges, loadCell(o.Checks.LoadAsked), o.Scenario.Run.Seed)
}

// digest is the digest to show: the combined one if there are several replications.
func (o *Outcome) digest() string { return shownDigest(o.Digests) }

func shownDigest(digests []uint64) string {
	switch len(digests) {
	case 0:
		return "none"
	case 1:
		return firstDigest(digests)
	}
	return combinedDigest(digests)
}
