package speed

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/speed/systems"
)

// Line is one measurement, a line of JSON. Names are stable; new ones may be added.
type Line struct {
	Workload   string  `json:"workload"`
	Case       string  `json:"case"`       // key=value/key=value
	Contestant string  `json:"contestant"` // what was measured
	Shards     int     `json:"shards"`
	Rounds     int     `json:"rounds"`
	NsJob      float64 `json:"ns_per_job"` // median over rounds; 0 if the line is not about time
	Least      float64 `json:"ns_per_job_least"`
	Greatest   float64 `json:"ns_per_job_greatest"`
	PerSecond  float64 `json:"jobs_per_second"`
	Against    string  `json:"against,omitempty"` // the contestant that Ratio compares with
	Ratio      float64 `json:"ratio,omitempty"`   // times as fast, median over rounds of the ratio within a round
	Target     string  `json:"target,omitempty"`  // what was wanted of Figure, if that was judged
	Met        bool    `json:"met"`
	Unit       string  `json:"unit"` // what a job is: job, edge, state change, block ...

	Figure     float64         `json:"figure,omitempty"` // what the row of the targets is decided by, or a size
	FigureUnit string          `json:"figure_unit,omitempty"`
	Row        string          `json:"row,omitempty"`       // of the targets
	Predicted  bool            `json:"predicted,omitempty"` // computed from a model, not measured
	Note       string          `json:"note,omitempty"`
	Phases     *PhaseTimes     `json:"phases_ns_per_job,omitempty"`
	System     *systems.Result `json:"system,omitempty"` // workload systems

	Host    result.Host `json:"host"`
	Version string      `json:"version"`
	Partial bool        `json:"partial,omitempty"` // of a session that ended before all was measured
}

// Report is the result of a session of measurements.
type Report struct {
	Lines   []Line
	Partial bool // the session ended before all was measured; every line tells
}

// Measurements returns how many lines are measurements or predictions. The others say why a target was not measured.
func (r *Report) Measurements() (n int) {
	for _, l := range r.Lines {
		if l.Contestant != "" {
			n++
		}
	}
	return n
}

// Missed returns the lines whose target was not met.
func (r *Report) Missed() (missed []Line) {
	for _, l := range r.Lines {
		if l.Target != "" && !l.Met {
			missed = append(missed, l)
		}
	}
	return missed
}

// WriteLines writes a JSON object a line.
func (r *Report) WriteLines(w io.Writer) error {
	e := json.NewEncoder(w)
	for _, l := range r.Lines {
		l.Partial = r.Partial
		if err := e.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// ReadLines reads what WriteLines wrote; name is for errors. Lines of earlier releases have fewer fields. Lines that are no measurements
// and a file without measurements are errors.
func ReadLines(r io.Reader, name string) (*Report, error) {
	var out Report
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		if len(s.Bytes()) == 0 {
			continue
		}
		var l Line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if l.Workload == "" || l.Contestant == "" && l.Row == "" {
			return nil, fmt.Errorf(
				`%s:%d: no measurement: want an object with "workload" and "contestant", as bench --json writes`,
				name,
				n,
			)
		}
		out.Partial, l.Partial = out.Partial || l.Partial, false
		out.Lines = append(out.Lines, l)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if out.Measurements() == 0 {
		return nil, fmt.Errorf("%s: no measurements in the file: want the lines that bench --json writes", name)
	}
	return &out, nil
}

// Table lists all measurements but those of systems, which have tables of their own. Columns that no line fills are left out.
func (r *Report) Table() report.Table {
	figures := slices.ContainsFunc(r.Lines, func(l Line) bool { return l.FigureUnit != "" })
	notes := slices.ContainsFunc(r.Lines, func(l Line) bool { return l.Note != "" })
	t := report.Table{Columns: []report.Column{
		{
			Name: "workload",
		}, {Name: "case"}, {Name: "measured"}, {Name: "ns per job"}, {Name: "range", Align: report.Right}, {Name: "jobs/s"},
		{Name: "times as fast"}, {Name: "as"}, {Name: "target"},
	}}
	if figures {
		t.Columns = slices.Insert(t.Columns, 8, report.Column{Name: "figure", Align: report.Right})
	}
	if notes {
		t.Columns = append(t.Columns, report.Column{Name: "note"})
	}
	for _, l := range r.Lines {
		if l.Contestant == "" || l.System != nil {
			continue // a target that was not measured, or a line of another table
		}
		target, ratio, per, ns, spread := report.Cell{}, report.Cell{}, report.Cell{}, report.Cell{}, report.Cell{}
		if l.Target != "" {
			verdict := "met"
			if !l.Met {
				verdict = "missed"
			}
			target = report.Text(l.Target + ": " + verdict)
		}
		if l.Ratio > 0 {
			ratio = report.Number(l.Ratio, 3)
		}
		if l.NsJob > 0 {
			ns = report.Number(l.NsJob, 3)
			per = report.Rate(l.PerSecond)
			if l.Unit == "edge" {
				per = report.Number(l.PerSecond, 3)
			}
		}
		if l.Rounds > 0 && l.NsJob > 0 {
			spread = report.Text(fmt.Sprintf("%.3g-%.3g", l.Least, l.Greatest))
		}
		row := []report.Cell{
			report.Text(l.Workload),
			report.Text(l.Case),
			report.Text(l.Contestant),
			ns,
			spread,
			per,
			ratio,
			report.Text(l.Against),
		}
		if figures {
			cell := report.Cell{}
			if l.FigureUnit != "" {
				cell = report.Text(fmt.Sprintf("%.3g %s", l.Figure, l.FigureUnit))
			}
			row = append(row, cell)
		}
		row = append(row, target)
		if notes {
			row = append(row, report.Text(l.Note))
		}
		t.Add(row...)
	}
	if r.Partial {
		t.Notes = append(t.Notes, "partial: the session ended early; cases that were not finished are missing")
	}
	if len(r.Lines) > 0 {
		h := r.Lines[0].Host
		t.Notes = append(t.Notes,
			fmt.Sprintf("%s, %d cores%s, %s/%s, %s, shardq %s", h.CPU, h.Cores, caches(h), h.OS, h.Arch, h.Go, r.Lines[0].Version),
			"medians over rounds; contestants of a case run by turns, and ratios are medians of the ratios within a round")
	}
	if units := r.units(); len(units) > 1 || len(units) == 1 && units[0] != "job" && units[0] != "edge" {
		t.Notes = append(t.Notes, "a job is what the workload counts: "+strings.Join(units, ", "))
	}
	return t
}

// units returns what the lines count, if any of them says something newer than job or edge.
func (r *Report) units() (units []string) {
	fresh := false
	for _, l := range r.Lines {
		if l.Unit != "" && !slices.Contains(units, l.Unit) {
			units = append(units, l.Unit)
			fresh = fresh || l.Unit != "job" && l.Unit != "edge"
		}
	}
	if !fresh {
		return nil
	}
	return units
}

// caches describes the caches of a host, as far as they are known.
func caches(h result.Host) string {
	text := ""
	for _, c := range []struct {
		name  string
		bytes int
	}{{"L1", h.L1}, {"L2", h.L2}, {"L3", h.L3}} {
		if c.bytes > 0 {
			text += fmt.Sprintf(", %s %s", c.name, report.Bytes(uint64(c.bytes)))
		}
	}
	return text
}

// line makes a line of a timing.
func (s *session) line(t *Timing) Line {
	l := Line{
		Workload: s.workload, Case: t.System, Contestant: t.Name, Shards: t.Shards, Rounds: len(t.NsJob), NsJob: t.Median(), Unit: "job",
		Phases: t.Phases, Host: s.host, Version: s.version,
	}
	l.Least, l.Greatest = t.Spread()
	l.PerSecond = 1e9 / l.NsJob
	return l
}

// size makes a line of a figure that is not a time.
func (s *session) size(system, what string, shards int, figure float64, unit string) Line {
	return Line{
		Workload: s.workload, Case: system, Contestant: what, Shards: shards, Figure: figure, FigureUnit: unit, Host: s.host,
		Version: s.version,
	}
}

// against notes how many times as fast the line's timing t is as base.
func (l *Line) against(t, base *Timing) { l.Against, l.Ratio = base.Name, t.Faster(base) }

// add appends lines to the report.
func (s *session) add(lines ...Line) { s.Lines = append(s.Lines, lines...) }
