package figures

import (
	"time"

	"shardq/bench/picture"
	"shardq/bench/report"
)

// Drawing is the data of a figure, ready to be drawn and written.
type Drawing struct {
	Figure
	Size      Size
	Panels    []picture.Panel
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
