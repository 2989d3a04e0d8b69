package known

import (
	"errors"
	"fmt"

	"shardq/bench/fault"
	"shardq/bench/instance"
	"shardq/bench/theory"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/bench/theory/limits"
	"shardq/bench/theory/meanfield"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// Curve is the limit of many servers of one policy over time.
type Curve struct {
	Policy  string
	Start   scenario.Start
	Elastic bool
	Moments []meanfield.Moment
	Shares  []float64 // of the types
	Source  string
}

// curveLevels is the largest number of occupancies in a table of a Curve.
const curveLevels = 4

// Table has a row for each time.
func (c *Curve) Table() report.Table {
	t := report.Table{
		Title:   fmt.Sprintf("%s over time, start %s: limit of many servers", c.Policy, c.Start),
		Columns: []report.Column{{Name: "time"}, {Name: "jobs a server"}},
	}
	depth := 1
	for _, m := range c.Moments {
		for j := 2; j <= curveLevels; j++ {
			if m.Level(c.Shares, j) > Nearly {
				depth = max(depth, j)
			}
		}
	}
	for j := range depth {
		t.Columns = append(t.Columns, report.Column{Name: fmt.Sprintf("with %d or more", j+1)})
	}
	if c.Elastic {
		t.Columns = append(t.Columns, report.Column{Name: "off"}, report.Column{Name: "in setup"})
	}
	for _, m := range c.Moments {
		row := []report.Cell{report.Number(m.Time, 6), report.Number(m.Number, 6)}
		for j := range depth {
			row = append(row, report.Percent(m.Level(c.Shares, j+1), 5))
		}
		if c.Elastic {
			row = append(row, report.Percent(m.Off, 5), report.Percent(m.Setup, 5))
		}
		t.Add(row...)
	}
	t.Notes = []string{c.Source}
	return t
}

const fluidSource = "solution of the differential equations of the mean field, local error 1e-11"

// transient has the limit of many servers over time.
func (s *surveyor) transient(p policy.Policy) error {
	if len(s.opt.Times) == 0 {
		return nil
	}
	set := setting(s.Scenario, p)
	c := Curve{Policy: p.String(), Start: s.Scenario.Run.Start, Shares: s.Theory.Shares, Source: fluidSource}
	if set.Graph != limits.CompleteGraph {
		c.Source += "; on graphs as good as the complete one"
	}
	var start [][]float64
	if c.Start == scenario.MeanField {
		for _, busy := range instance.MeanField(&kernel.System{Types: set.Types, Arrivals: set.Arrivals, Policy: p}) {
			start = append(start, []float64{busy})
		}
	}
	var err error
	if c.Moments, err = meanfield.Trajectory(set.System, start, s.opt.Times); err != nil {
		return err
	}
	s.Curves = append(s.Curves, c)
	return nil
}

// modelCurves returns the limit of many servers over time, from an empty system, for the policies of a scenario of the elastic model or of
// pools. Elastic servers are idle at first.
func modelCurves(sc *scenario.Scenario, times []float64) ([]Curve, error) {
	if len(times) == 0 {
		return nil, nil
	}
	if err := instance.OneRate(sc); err != nil {
		return nil, fault.Input(err)
	}
	rate := instance.Rate(sc)
	scaled := make([]float64, len(times)) // in mean service times
	for i, t := range times {
		scaled[i] = t * rate
	}
	var curves []Curve
	for _, p := range sc.Policies {
		c := Curve{Policy: p.String(), Start: scenario.Empty, Shares: []float64{1}, Source: fluidSource}
		var err error
		switch sc.Model {
		case scenario.Elastic:
			c.Elastic = true
			c.Moments, err = meanfield.ElasticTrajectory(
				sc.Load(),
				sc.Elastic.Standby/rate,
				sc.Elastic.Setup/rate,
				sc.Buffer(),
				meanfield.Elastic{},
				scaled,
			)
		case scenario.Pools:
			d := p.D
			switch p.Rule {
			case policy.Random:
				d = 1
			case policy.JSQ:
				d = 0
			}
			c.Moments, err = meanfield.PoolsTrajectory(sc.Load(), d, sc.Buffer(), nil, scaled)
		default:
			return nil, fault.Input(errors.New("known: no limit over time is known for the slotted model"))
		}
		if err != nil {
			return nil, fault.Input(errors.New(theory.Reason(err)))
		}
		for i := range c.Moments {
			c.Moments[i].Time = times[i]
		}
		curves = append(curves, c)
	}
	return curves, nil
}
