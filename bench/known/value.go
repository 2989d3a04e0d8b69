package known

import (
	"fmt"
	"slices"

	"shardq/bench/report"
	"shardq/bench/scenario"
	"shardq/kernel/policy"
)

// Value is a value that theory gives.
type Value struct {
	Name, Key string // in reports and in JSON
	Value     float64
	Share     bool   // shown in per cent
	Source    string // where it comes from, and what it holds for
}

// Cell shows the value.
func (k *Value) Cell() report.Cell {
	if k.Share {
		return report.Percent(k.Value, 5)
	}
	return report.Number(k.Value, 6)
}

// Values returns what theory says about the measures of one policy of a scenario of a model other than the bipartite one.
func Values(sc *scenario.Scenario, p policy.Policy) []Value {
	switch sc.Model {
	case scenario.Slotted:
		return slottedValues(sc)
	case scenario.Elastic:
		return elasticValues(sc)
	case scenario.Pools:
		return poolsValues(sc, p)
	}
	return nil
}

// modelValues returns what theory says about each policy of a scenario of a model other than the bipartite one, with the levels of pools.
func modelValues(sc *scenario.Scenario) [][]Value {
	var values [][]Value
	for _, p := range sc.Policies {
		list := Values(sc, p)
		if sc.Model == scenario.Pools {
			list = append(list, poolsLevels(sc, p)...)
		}
		values = append(values, list)
	}
	return values
}

// valueTable has a row for everything that theory says about the policies of another model.
func (s *Survey) valueTable() report.Table {
	t := ValueTable(s.Scenario.Policies, s.Values)
	t.Title = fmt.Sprintf("%s: load %v", s.Scenario.Name, report.Number(s.Scenario.Load(), 4))
	if len(t.Rows) == 0 {
		t.Notes = append(t.Notes, "nothing is known: the load is at least 1")
	}
	return t
}

// ValueBlock is the block of what theory says.
func ValueBlock(values []Value) report.Block {
	b := report.Block{Title: "theory"}
	for i := range values {
		b.Add(values[i].Name, values[i].Cell(), values[i].Source)
	}
	return b
}

// ValueTable has a row for everything that theory says, under the names of the policies where it is not the same for all.
func ValueTable(policies []policy.Policy, values [][]Value) report.Table {
	t := report.Table{Columns: []report.Column{{Name: "in theory"}, {Name: "value", Align: report.Right}, {Name: "source"}}}
	alike := true
	for _, list := range values {
		alike = alike && slices.Equal(list, values[0])
	}
	if alike {
		values = values[:min(len(values), 1)]
	} else {
		t.Columns = append([]report.Column{{Name: "policy"}}, t.Columns...)
	}
	for i, list := range values {
		for _, k := range list {
			row := []report.Cell{report.Text(k.Name), k.Cell(), report.Text(k.Source)}
			if !alike {
				row = append([]report.Cell{report.Text(policies[i].String())}, row...)
			}
			t.Add(row...)
		}
	}
	return t
}
