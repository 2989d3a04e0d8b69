package figures

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"shardq/bench/report"
)

// Drawing is the data of a figure, ready to be drawn and written.
type Drawing struct {
	Figure
	Size      Size
	Panels    []Panel
	Scenarios []Source
	Warnings  []string
	Time      time.Duration // that all runs took, added up over runs, found ones included
	Simulated uint64        // jobs
}

// Source is a scenario that was run.
type Source struct{ Label, Key, YAML string }

func newDrawing(f Figure, d *design, records recordSet) *Drawing {
	out := &Drawing{Figure: f, Size: d.size, Panels: d.draw(records)}
	seen := map[string]bool{}
	for _, j := range d.jobs {
		r := records[j]
		if seen[r.Key] {
			continue
		}
		seen[r.Key] = true
		text, err := j.YAML()
		if err != nil { // it was marshalled before, for its key
			panic("figures: scenario without a text")
		}
		out.Scenarios = append(out.Scenarios, Source{j.Label, r.Key, text})
		out.Time += time.Duration(r.Seconds * float64(time.Second))
		out.Simulated += r.Simulated
		for _, w := range r.Warnings {
			out.Warnings = append(out.Warnings, j.Label+": "+w)
		}
	}
	return out
}

// Data has a row for every point.
func (d *Drawing) Data() report.Table {
	var t report.Table
	for _, name := range []string{"panel", "curve", "kind", "x", "y", "low", "high", "state"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, p := range d.Panels {
		for _, c := range p.Curves {
			for _, at := range c.Points {
				t.Add(
					report.Text(p.Name),
					report.Text(c.Name),
					report.Text(c.Kind.String()),
					report.Number(at.X, 0),
					report.Number(at.Y.At, 0),
					report.Number(at.Y.Low, 0),
					report.Number(at.Y.High, 0),
					report.Text(at.State),
				)
			}
		}
	}
	return t
}

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
		case !at.Y.known() && at.State != "":
			return report.Text(at.State)
		case !at.Y.known():
			return report.Cell{}
		case at.Y.hasInterval() && at.Y.half() > 0:
			return report.WithError(at.Y.At, at.Y.half())
		}
		return report.Number(at.Y.At, 5)
	}
	if c.Kind == Theory && len(c.Points) == 2 && c.Points[0].Y.At == c.Points[1].Y.At { // a level
		return report.Number(c.Points[0].Y.At, 5)
	}
	return report.Cell{}
}
