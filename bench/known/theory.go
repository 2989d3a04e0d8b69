package known

import (
	"math"

	"shardq/bench/fault"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/theory/bound"
	"shardq/bench/theory/limits"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Theory is what is known about a scenario without simulating it, and how far a measurement is from it.
type Theory struct {
	bound.Limit
	Types []kernel.Type
	// Admitted is the bound on the mean response time at the measured rate of admitted jobs. It holds whatever is lost; LowerBound holds if
	// nothing is.
	Admitted float64
	// Lost is the share of jobs that was lost, blocked or unroutable.
	Lost float64
	// Gap is how far the measured mean response time is above the bound, relative to it: above LowerBound, or above Admitted if more than
	// one job in a thousand was lost.
	Gap float64
	// Limits are other known values of the mean response time, exact ones and those of many servers.
	Limits []limits.Line
	// Drawn is what the graph of a theorem is drawn from; nil for other graphs.
	Drawn *Construction
}

// First is the first of the limits that is no mere bound, if there is one.
func (t Theory) First() (line limits.Line, ok bool) {
	for _, l := range t.Limits {
		if !l.Bound {
			return l, true
		}
	}
	return limits.Line{}, false
}

// Of returns the theory of a scenario, before any measurement: Admitted and Gap are NaN. It fails if its graph cannot be drawn as a theorem
// asks for.
func Of(sc *scenario.Scenario) (Theory, error) {
	t := Theory{Limit: bound.Of(sc.Types(), sc.ArrivalRate()), Types: sc.Types(), Admitted: math.NaN(), Gap: math.NaN()}
	for _, p := range sc.Policies {
		for _, l := range limits.Of(setting(sc, p)) {
			if len(sc.Policies) > 1 {
				l.Name = p.String() + ": " + l.Name
			}
			t.Limits = append(t.Limits, l)
		}
	}
	var err error
	t.Drawn, err = Drawn(sc)
	return t, fault.Input(err)
}

// Beside returns the theory of one policy of a scenario beside a measurement: the share of jobs that was lost, and the mean response time
// of the others. No job at all is a share of NaN, and leaves Admitted and Gap unknown. It does not look at what the graph is drawn from.
func Beside(sc *scenario.Scenario, p policy.Policy, lost, response float64) Theory {
	types, arrivals := sc.Types(), sc.ArrivalRate()
	t := Theory{Limit: bound.Of(types, arrivals), Types: types, Admitted: math.NaN(), Gap: math.NaN(), Limits: limits.Of(setting(sc, p))}
	if math.IsNaN(lost) {
		return t
	}
	t.Lost = lost
	t.Admitted = bound.Admitted(types, arrivals, lost).LowerBound
	least, _ := t.Bound()
	t.Gap = response/least - 1
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

// Table has a row for each type: its share of the servers, C*, and how busy it is in the limit of many servers on a well-connected graph
// under the policies that reach the bound.
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
