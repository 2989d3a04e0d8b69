package speed

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"shardq/bench/experiment"
	"shardq/bench/report"
)

// Line is one measurement, a line of JSON. Names are stable.
type Line struct {
	Workload   string  `json:"workload"`
	Case       string  `json:"case"`       // key=value/key=value
	Contestant string  `json:"contestant"` // what was measured
	Shards     int     `json:"shards"`
	Rounds     int     `json:"rounds"`
	NsJob      float64 `json:"ns_per_job"` // median over rounds
	Least      float64 `json:"ns_per_job_least"`
	Greatest   float64 `json:"ns_per_job_greatest"`
	PerSecond  float64 `json:"jobs_per_second"`
	Against    string  `json:"against,omitempty"` // the contestant of the same case that Ratio compares with
	Ratio      float64 `json:"ratio,omitempty"`   // times as fast, median over rounds of the ratio within a round
	Target     string  `json:"target,omitempty"`
	Met        bool    `json:"met"`
	Unit       string  `json:"unit"` // what a job is: job or edge

	Host    experiment.Host `json:"host"`
	Version string          `json:"version"`
}

// Report is the result of a session of measurements.
type Report struct{ Lines []Line }

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
		if err := e.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// ReadLines reads what WriteLines wrote; name is for errors.
func ReadLines(r io.Reader, name string) (*Report, error) {
	var out Report
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		var l Line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		out.Lines = append(out.Lines, l)
	}
	return &out, s.Err()
}

// Table lists all measurements.
func (r *Report) Table() report.Table {
	t := report.Table{Columns: []report.Column{
		{Name: "workload"}, {Name: "case"}, {Name: "measured"}, {Name: "ns per job"}, {Name: "range", Align: report.Right}, {Name: "jobs/s"},
		{Name: "times as fast"}, {Name: "as"}, {Name: "target"},
	}}
	for _, l := range r.Lines {
		target := report.Cell{}
		if l.Target != "" {
			verdict := "met"
			if !l.Met {
				verdict = "missed"
			}
			target = report.Text(l.Target + ": " + verdict)
		}
		ratio := report.Cell{}
		if l.Ratio > 0 {
			ratio = report.Number(l.Ratio, 3)
		}
		per := report.Rate(l.PerSecond)
		if l.Unit == "edge" {
			per = report.Number(l.PerSecond, 3)
		}
		t.Add(report.Text(l.Workload), report.Text(l.Case), report.Text(l.Contestant), report.Number(l.NsJob, 3),
			report.Text(fmt.Sprintf("%.3g-%.3g", l.Least, l.Greatest)), per, ratio, report.Text(l.Against), target)
	}
	if len(r.Lines) > 0 {
		h := r.Lines[0].Host
		t.Notes = append(t.Notes,
			fmt.Sprintf("%s, %d cores, %s/%s, %s, shardq %s", h.CPU, h.Cores, h.OS, h.Arch, h.Go, r.Lines[0].Version),
			"medians over rounds; contestants of a case run by turns, and ratios are medians of the ratios within a round")
	}
	return t
}

// line makes a line of a timing. base, if not nil, is what it is compared with; least, if positive, is the ratio wanted.
func line(workload, name string, t, base *Timing, least float64) Line {
	l := Line{Workload: workload, Case: name, Contestant: t.Name, Shards: t.Shards, Rounds: len(t.NsJob), NsJob: t.Median(), Unit: "job",
		Host: experiment.ThisHost(), Version: experiment.Version()}
	l.Least, l.Greatest = t.Spread()
	l.PerSecond = 1e9 / l.NsJob
	if base != nil {
		l.Against, l.Ratio = base.Name, t.Faster(base)
		if least > 0 {
			l.Target = fmt.Sprintf("at least %g times", least)
			l.Met = math.Round(100*l.Ratio)/100 >= least
		}
	}
	return l
}
