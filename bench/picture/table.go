package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"shardq/bench/report"
)

// longestTable is the number of rows of a table for people; the data have all.
const longestTable = 24

// Table has a row for every x of a panel at which something was simulated or published, and a column for every curve. Curves of theory have
// cells where they have a point, and everywhere if they do not depend on x.
func (p *Panel) Table() report.Table {
	t := report.Table{Title: p.Title, Columns: []report.Column{{Name: p.X.Short, Align: report.Right}}}
	var xs []float64
	names := map[string]int{}
	for _, c := range p.Curves {
		name := c.Name
		if names[c.Name]++; names[c.Name] > 1 {
			name = fmt.Sprintf("%s (%d)", c.Name, names[c.Name])
		}
		t.Columns = append(t.Columns, report.Column{Name: name, Align: report.Right})
		if c.Kind == Theory {
			continue
		}
		for _, at := range c.Points {
			if !slices.Contains(xs, at.X) {
				xs = append(xs, at.X)
			}
		}
	}
	slices.Sort(xs)
	step := (len(xs) + longestTable - 1) / longestTable
	if step > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("One row of %d; the data have all of them.", step))
	}
	for i, x := range xs {
		if i%max(step, 1) != 0 {
			continue
		}
		row := []report.Cell{report.Text(strconv.FormatFloat(x, 'g', 6, 64))}
		if x == math.Trunc(x) {
			row[0] = report.Int(int(x))
		}
		for _, c := range p.Curves {
			row = append(row, c.cell(x))
		}
		t.Add(row...)
	}
	return t
}

// cell shows the curve at x.
func (c *Curve) cell(x float64) report.Cell {
	for _, at := range c.Points {
		if at.X != x {
			continue
		}
		switch {
		case !at.Y.Known() && at.State != "":
			return report.Text(at.State)
		case !at.Y.Known():
			return report.Cell{}
		case at.Y.HasInterval() && at.Y.Half() > 0:
			return report.WithError(at.Y.At, at.Y.Half())
		}
		return report.Number(at.Y.At, 5)
	}
	if c.Kind == Theory && len(c.Points) == 2 && c.Points[0].Y.At == c.Points[1].Y.At { // a level
		return report.Number(c.Points[0].Y.At, 5)
	}
	return report.Cell{}
}
