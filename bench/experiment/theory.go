package experiment

import (
	"math"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/theory"
	"shardq/kernel"
)

// Theory is what is known about a scenario without simulating it, and how far a measurement is from it.
type Theory struct {
	theory.Limit
	Types []kernel.Type
	// Admitted is the bound on the mean response time at the measured rate of admitted jobs. It holds whatever is lost; LowerBound holds if nothing is.
	Admitted float64
	// Lost is the share of jobs that was lost, blocked or unroutable.
	Lost float64
	// Gap is how far the measured mean response time is above the bound, relative to it: above LowerBound, or above Admitted if more than one
	// job in a thousand was lost.
	Gap float64
}

// Limits returns the theory of a scenario, before any measurement: Admitted and Gap are NaN.
func Limits(sc *scenario.Scenario) Theory {
	return Theory{Limit: theory.Bound(sc.Types(), sc.ArrivalRate()), Types: sc.Types(), Admitted: math.NaN(), Gap: math.NaN()}
}

// newTheory compares an outcome with theory.
func newTheory(types []kernel.Type, arrivals float64, o *Outcome) Theory {
	t := Theory{Limit: theory.Bound(types, arrivals), Types: types, Admitted: math.NaN(), Gap: math.NaN()}
	if o.Jobs.Arrived == 0 {
		return t
	}
	t.Lost = float64(o.Jobs.Blocked+o.Jobs.Unroutable) / float64(o.Jobs.Arrived)
	t.Admitted = theory.Admitted(types, arrivals, t.Lost).LowerBound
	bound, _ := t.Bound()
	t.Gap = o.MeanResponse.Value/bound - 1
	return t
}

// Bound returns the bound that Gap refers to, and what it holds for.
func (t Theory) Bound() (value float64, holds string) {
	switch {
	case t.Stable && t.Lost <= 1e-3:
		return t.LowerBound, "under any policy that loses no job"
	case math.IsNaN(t.Admitted):
		return t.LowerBound, "with every server busy: at this load jobs are lost or pile up"
	}
	return t.Admitted, "at the rate of the admitted jobs"
}

// Table has a row for each type: its share of the servers, C*, and how busy it is in the limit of many servers on a well-connected graph under the
// policies that reach the bound.
func (t Theory) Table() report.Table {
	out := report.Table{Columns: []report.Column{
		{Name: "type"}, {Name: "rate"}, {Name: "servers"}, {Name: "share"}, {Name: "C*"}, {Name: "busy in the limit"},
	}}
	for m, typ := range t.Types {
		out.Add(report.Text(typ.Name), report.Number(typ.Rate, 4), report.Int(typ.Count), report.Percent(t.Shares[m], 4),
			report.Percent(t.CStar[m], 4), report.Percent(t.CStar[m]/t.Shares[m], 4))
	}
	return out
}
