package speed

import (
	"fmt"
	"math"

	"shardq/bench/report"
)

// Target is a speed, size or ratio that the program should reach. Its row is decided by the lines of a session that name it.
type Target struct {
	Row   string // stable name
	What  string
	Most  bool // the figure should be at most the limit, else at least
	Limit float64
	Unit  string
	Cores int // that it takes to measure it
}

// Targets lists all targets. Systems have N = 2^20 servers and ports and mean degree 30 unless it says otherwise. bench/SPEC.md defines the
// figures.
func Targets() []Target {
	return []Target{
		{"jfsq-stored-plain", "jfsq, stored graph, one shard: times as fast as the plain loop", false, 5, "times", 1},
		{"jfsq-stored-floor", "jfsq, stored graph, one shard: time against its memory floor", true, 1.9, "times", 1},
		{"jfsq-computed-plain", "jfsq, computed graph, one shard: times as fast as the plain loop", false, 7, "times", 1},
		{"jfiq-stored-plain", "jfiq, stored graph, one shard: times as fast as the plain loop", false, 6, "times", 1},
		{"jfiq-computed-plain", "jfiq, computed graph, one shard: times as fast as the plain loop", false, 9, "times", 1},
		{"shards-stored", "two shards against one, stored graph", false, 1.6, "times", 2},
		{"shards-stored-degree86", "two shards against one, stored graph, degree 86", false, 1.75, "times", 2},
		{"shards-stored-2^23", "two shards against one, stored graph, N = 2^23", false, 1.75, "times", 2},
		{"shards-computed", "two shards against one, computed graph", false, 1.5, "times", 2},
		{"shards-computed-2^24", "two shards against one, computed graph, N = 2^24", false, 1.7, "times", 2},
		{"replications", "two replications side by side against one after the other", false, 1.9, "times", 2},
		{"shards-2^16", "two shards against one, N = 2^16", false, 1.4, "times", 2},
		{"shards-2^12", "the program's own number of shards against one, N = 2^12: time", true, 1.1, "times", 2},
		{"supermarket-1", "two random choices, 10^6 servers, one shard: times as fast as the plain loop", false, 2, "times", 1},
		{"supermarket-2", "two random choices, 10^6 servers, two shards: times as fast as the plain loop", false, 3, "times", 2},
		{"lumped", "lumped two random choices, any N, one core: state changes per second", false, 20, "M/s", 1},
		{"cost", "cost per job from N = 2^12 to 2^26, computed graph, jfiq: greatest against 2^12", true, 4, "times", 1},
		{"memory-server", "state of a server, jfsq, buffer 5, all copies of two shards", true, 2, "bytes", 2},
		{"memory-edge", "stored graph, N = 2^20: an edge", true, 3.2, "bytes", 1},
		{"memory-computed", "computed graph: an edge", true, 0, "bytes", 1},
		{"billion", "a billion servers and ports, jfiq, computed graph, one unit of time: peak memory", true, 24, "GiB", 1},
		{"build", "graph of 3*10^7 edges on two cores", true, 1.2, "s", 2},
		{"busy-neighbour", "two shards while another process has one of two cores, against one shard alone: time", true, 1.3, "times", 2},
		{"small", "systems of 100 and 1,000 servers, one core: jobs per second", false, 8, "M/s", 1},
	}
}

// targetOf returns the target of a row.
func targetOf(row string) (Target, bool) {
	for _, t := range Targets() {
		if t.Row == row {
			return t, true
		}
	}
	return Target{}, false
}

// Wanted says the limit in words: "at least 5 times".
func (t Target) Wanted() string {
	side := "at least"
	if t.Most {
		side = "at most"
	}
	return fmt.Sprintf("%s %g %s", side, t.Limit, t.Unit)
}

// Met reports whether a figure, rounded to two decimals, is on the right side of the limit.
func (t Target) Met(figure float64) bool {
	rounded := math.Round(100*figure) / 100
	if t.Most {
		return rounded <= t.Limit
	}
	return rounded >= t.Limit
}

// worse reports whether figure a is further on the wrong side than b.
func (t Target) worse(a, b float64) bool {
	if t.Most {
		return a > b
	}
	return a < b
}

// decide makes a line speak for a row of the targets.
func (s *session) decide(l *Line, row string, figure float64) {
	t, ok := targetOf(row)
	if !ok {
		panic("speed: no target named " + row)
	}
	l.Row, l.Figure, l.FigureUnit = row, figure, t.Unit
	if s.judged {
		l.Target, l.Met = t.Wanted(), t.Met(figure)
	}
}

// explainMissing adds a line for each target that the session did not measure, with the reason.
func (s *session) explainMissing() {
	have := map[string]bool{}
	for _, l := range s.Lines {
		have[l.Row] = true
	}
	for _, t := range Targets() {
		if have[t.Row] {
			continue
		}
		note := "not measured"
		switch {
		case t.Row == "billion":
			note = "takes minutes and some gigabytes: run shardq bench billion"
		case t.Cores > s.cores:
			note = fmt.Sprintf("needs %d cores", t.Cores)
		}
		s.Lines = append(s.Lines, Line{Workload: "targets", Row: t.Row, Note: note, Host: s.host, Version: s.version})
	}
}

// TargetTable lists the targets that the lines speak of, each with its worst figure.
func (r *Report) TargetTable() report.Table {
	t := report.Table{Title: "targets", Columns: []report.Column{
		{Name: "row"}, {Name: "what"}, {Name: "wanted"}, {Name: "figure", Align: report.Right}, {Name: "verdict"},
	}}
	for _, target := range Targets() {
		var worst *Line
		for i := range r.Lines {
			l := &r.Lines[i]
			if l.Row == target.Row &&
				(worst == nil || worst.FigureUnit == "" || l.FigureUnit != "" && target.worse(l.Figure, worst.Figure)) {
				worst = l
			}
		}
		if worst == nil {
			continue
		}
		figure, verdict := report.Cell{}, worst.Note
		if worst.FigureUnit != "" {
			figure = report.Text(fmt.Sprintf("%.3g %s", worst.Figure, worst.FigureUnit))
			switch {
			case worst.Target == "":
				verdict = "not judged"
			case worst.Met:
				verdict = "met"
			default:
				verdict = "missed"
			}
		}
		t.Add(report.Text(target.Row), report.Text(target.What), report.Text(target.Wanted()), figure, report.Text(verdict))
	}
	return t
}
