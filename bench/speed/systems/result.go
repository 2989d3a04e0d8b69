package systems

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"shardq/bench/report"
)

// Result is what was found about one system. Names are stable; new ones may be added.
type Result struct {
	Name       string      `json:"name"`
	What       string      `json:"what"`
	Scenario   string      `json:"scenario"`            // built in
	Engine     string      `json:"engine"`              // sharded, lumped, slotted, elastic, pools
	Default    Run         `json:"default"`             // the scenario as it is
	Large      *Run        `json:"large,omitempty"`     // on a million servers
	NotLarge   string      `json:"not_large,omitempty"` // why there is no such run
	References []Reference `json:"references"`
}

// Run is one run of a system, all its policies together.
type Run struct {
	Sets      []string `json:"sets,omitempty"` // how the scenario was changed, but for the length of the run
	Servers   int      `json:"servers"`
	Policies  int      `json:"policies"`
	Shards    int      `json:"shards"`
	Jobs      uint64   `json:"jobs"`          // simulated, warm-up included
	Seconds   float64  `json:"seconds"`       // of simulation
	PerSecond float64  `json:"per_second"`    // jobs, or what Unit says
	Unit      string   `json:"unit"`          // job or slot
	Building  float64  `json:"graph_seconds"` // building the graph
	Memory    uint64   `json:"memory_bytes"`  // as the program estimates before the run
	Graph     uint64   `json:"graph_bytes"`   // of this, the graph as it was built; 0 if it is none or computed
}

// Reference is a measured value beside the one that it must have.
type Reference struct {
	Setting   string   `json:"setting"`        // in words
	Sets      []string `json:"sets,omitempty"` // how the scenario was changed, but for the length of the run
	Quantity  string   `json:"quantity"`
	Source    string   `json:"source"`
	Known     float64  `json:"known"`
	KnownErr  float64  `json:"known_std_err"` // 0: exact
	Tolerance float64  `json:"tolerance"`     // relative; how far the known value is from that of the system, at most
	Measured  float64  `json:"measured"`
	Half      float64  `json:"half_width"` // of the 95 % interval; 0 if there is none
	StdErr    float64  `json:"std_err"`    // 0 if there is none
	Deviation float64  `json:"deviation"`  // relative
	Errors    float64  `json:"deviation_std_errs"`
	Failed    bool     `json:"failed"`
}

// referenceErrors is the number of standard errors up to which a deviation is chance: beyond it with probability 5e-6 for an interval of 63
// degrees of freedom.
const referenceErrors = 5

// Target is what a system is judged by.
const Target = "references within 5 standard errors or their tolerance"

// judge fills in the deviation and whether it is too large.
func (r *Reference) judge() {
	r.Deviation = (r.Measured - r.Known) / r.Known
	far := math.Abs(r.Measured - r.Known)
	chance := 0.0
	if both := math.Hypot(r.StdErr, r.KnownErr); r.StdErr > 0 {
		r.Errors = (r.Measured - r.Known) / both
		chance = referenceErrors * both
	}
	r.Failed = !(far <= chance || far <= r.Tolerance*math.Abs(r.Known))
}

// Failed reports whether a reference was missed.
func (l *Result) Failed() bool {
	return slices.ContainsFunc(l.References, func(r Reference) bool { return r.Failed })
}

// speed shows what a run does in a second.
func (r *Run) speed() string {
	text := report.Rate(r.PerSecond).String()
	if r.Unit == "slot" {
		text = strings.Join(strings.Fields(strings.Replace(text, "/s", " slots/s", 1)), " ")
	}
	return text
}

// deviation shows how far a measured value is from the known one.
func (r *Reference) deviation() string {
	text := fmt.Sprintf("%+.2g %%", 100*r.Deviation)
	if r.StdErr > 0 {
		text += fmt.Sprintf(" (%+.1f s.e.)", r.Errors)
	}
	if r.Failed {
		text += " failed"
	}
	return text
}

// Fastest is the run on a million servers, or where there is none that of the scenario as it is.
func (l *Result) Fastest() *Run {
	if l.Large != nil {
		return l.Large
	}
	return &l.Default
}

// Table lists the systems: how fast they run, on how many servers, and how far they are from what is known. A partial list is one of a
// session that was interrupted.
func Table(list []*Result, partial bool) report.Table {
	t := report.Table{Title: "systems", Columns: []report.Column{
		{
			Name: "system",
		}, {Name: "scenario"}, {Name: "engine"}, {Name: "N tried", Align: report.Right}, {Name: "default run", Align: report.Right},
		{
			Name:  "jobs/s",
			Align: report.Right,
		}, {Name: "memory", Align: report.Right}, {Name: "building", Align: report.Right}, {Name: "reference"},
		{Name: "deviation"},
	}}
	for _, l := range list {
		tried, speed := report.Int(l.Default.Servers).String(), l.Default.speed()
		last := l.Fastest()
		if l.Large != nil {
			tried += "; " + report.Int(last.Servers).String()
			speed += "; " + last.speed()
		} else {
			tried += "; " + l.NotLarge
		}
		building := report.Cell{}
		if last.Graph > 0 {
			building = report.Duration(seconds(last.Building))
		}
		var known, far []string
		for i := range l.References {
			known = append(known, l.References[i].Source)
			far = append(far, l.References[i].deviation())
		}
		t.Add(
			report.Text(l.What),
			report.Text(l.Scenario),
			report.Text(l.Engine),
			report.Text(tried),
			report.Duration(seconds(l.Default.Seconds)),
			report.Text(speed),
			report.Bytes(last.Memory),
			building,
			report.Text(strings.Join(known, "; ")),
			report.Text(strings.Join(far, "; ")),
		)
	}
	if len(list) > 0 {
		if partial {
			t.Notes = append(t.Notes, "partial: interrupted; systems that were not finished are missing")
		}
		t.Notes = append(
			t.Notes,
			"first the scenario as it is, then with the second number of servers and a shorter run, to which memory (as "+
				"estimated beforehand) and the time to build a graph belong",
			"s.e.: standard errors; most references are small systems or limits, measured in runs of their own",
		)
	}
	return t
}

// seconds is a duration with the digits that are shown.
func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }

// ReferenceTable lists the known values of the systems beside the measured ones.
func ReferenceTable(list []*Result) report.Table {
	t := report.Table{Title: "references of the systems", Columns: []report.Column{
		{
			Name: "system",
		}, {Name: "scenario"}, {Name: "setting"}, {Name: "quantity"}, {Name: "known"}, {Name: "measured"},
		{Name: "deviation", Align: report.Right},
		{Name: "standard errors"}, {Name: "tolerance", Align: report.Right}, {Name: "known from"}, {Name: "verdict"},
	}}
	for _, l := range list {
		for _, ref := range l.References {
			verdict, tolerance, errors, measured := "agrees", report.Text("none"), report.Cell{}, report.Number(ref.Measured, 6)
			if ref.Failed {
				verdict = "failed"
			}
			if ref.Tolerance > 0 {
				tolerance = report.Percent(ref.Tolerance, 2)
			}
			if ref.StdErr > 0 {
				errors, measured = report.Number(ref.Errors, 2), report.WithError(ref.Measured, ref.Half)
			}
			t.Add(
				report.Text(l.What),
				report.Text(l.Scenario),
				report.Text(ref.Setting),
				report.Text(ref.Quantity),
				report.Number(ref.Known, 7),
				measured,
				report.Text(fmt.Sprintf("%+.2g %%", 100*ref.Deviation)),
				errors,
				tolerance,
				report.Text(ref.Source),
				report.Text(verdict),
			)
		}
	}
	if len(t.Rows) > 0 {
		t.Notes = append(
			t.Notes,
			"a reference fails if it is farther than 5 standard errors and farther than its tolerance; measured: with 95 % intervals",
		)
	}
	return t
}
