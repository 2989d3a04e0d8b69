package result

import (
	"shardq/bench/known"
	"shardq/bench/scenario"
	"shardq/bench/stats"
	"shardq/kernel/policy"
)

// Survey is what theory knows of a scenario, as a command prints it.
type Survey struct{ *known.Survey }

// Document returns the survey as JSON has it: a result for each policy, whose measures have no values of their own but those of theory.
func (s Survey) Document() *Document {
	d := &Document{Scenario: s.Scenario}
	for i, p := range s.Scenario.Policies {
		d.Results = append(d.Results, s.policy(i, p))
	}
	return d
}

// Warnings returns none: every line says by itself under what condition it holds.
func (s Survey) Warnings() []string { return nil }

// policy is the element of a policy.
func (s Survey) policy(i int, p policy.Policy) Object {
	w := Object{}
	var values []known.Value
	if s.Scenario.Model == scenario.Bipartite {
		t := known.Beside(s.Scenario, p, nan, nan)
		t.Drawn = s.Theory.Drawn
		w = TheoryObject(&t)
		if l, ok := t.First(); ok {
			values = append(values, known.Value{Key: "mean_response", Name: l.Name, Value: l.Value, Source: l.Holds + "; " + l.Source})
		}
		var facts []Object
		for _, f := range append(s.General(), s.Facts...) {
			if f.Policy == "" || f.Policy == p.String() {
				facts = append(facts, factObject(&f))
			}
		}
		w.Add("facts", facts)
	} else {
		values = s.Values[i]
	}
	list := []Object{}
	for k := range values {
		list = append(list, knownObject(&values[k]))
	}
	w.Add("known", list)
	for k := range s.Curves {
		if s.Curves[k].Policy == p.String() {
			w.Add("transient", curveObject(&s.Curves[k]))
			break
		}
	}
	return Object{
		{"policy", p.String()},
		{"model", s.Scenario.Model},
		{"measures", theoryMeasures(s.Scenario.Model, values)},
		{"theory", w},
	}
}

// theoryMeasures has the values that are of measures of a model.
func theoryMeasures(m scenario.Model, values []known.Value) Object {
	w := Object{}
	for _, key := range scenario.Measures(m) {
		for _, k := range values {
			if k.Key == key {
				unit := "time"
				if k.Share {
					unit = ShareUnit
				}
				w.Add(key, Value{stats.Unknown(), unit}.object().With("theory", Object{{"value", Number(k.Value)}, {"source", k.Source}}))
				break
			}
		}
	}
	return w
}

func factObject(f *known.Fact) Object {
	w := Object{}
	if f.Section != "" {
		w.Add("section", f.Section)
	}
	w.Add("name", f.Name)
	if f.Text != "" {
		w.Add("text", f.Text)
	} else {
		w.Add("value", Number(f.Value))
	}
	if f.Holds != "" {
		w.Add("holds", f.Holds)
	}
	if f.Source != "" {
		w.Add("source", f.Source)
	}
	return w
}

// curveObject has the limit of many servers at each time, shares of servers by type. Shares that no longer matter are left out.
func curveObject(c *known.Curve) Object {
	moments := []Object{}
	for _, m := range c.Moments {
		var tails [][]Number
		for _, tail := range m.Tail {
			n := len(tail)
			for n > 0 && tail[n-1] < 1e-12 {
				n--
			}
			tails = append(tails, Numbers(tail[:n]))
		}
		w := Object{{"time", Number(m.Time)}, {"jobs_per_server", Number(m.Number)}, {"tail", tails}}
		if c.Elastic {
			w.Add("off", Number(m.Off))
			w.Add("setup", Number(m.Setup))
		}
		moments = append(moments, w)
	}
	return Object{{"start", c.Start}, {"source", c.Source}, {"moments", moments}}
}
