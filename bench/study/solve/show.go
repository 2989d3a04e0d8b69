package solve

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"shardq/bench/report"
	"shardq/bench/result"
	"shardq/bench/scenario"
)

// Solution is what a search found.
type Solution struct {
	Scenario  *scenario.Scenario // without the change
	Target    Target
	Over      string
	Direction Direction
	Answer    float64 // NaN if the search ended before there was one
	Lo, Hi    float64 // the answer lies between them, ends included, with probability 1 - Error; infinite where nothing is known
	Error     float64
	Probes    []Probe // by value
	Runs      int
	Stopped   string // why the interval is wider than asked; "" if it is not
	Unmet     string // why there is no answer in the range; "" if there is one, or may be
	Wall      time.Duration
	Partial   bool           // interrupted, or a probe failed
	ISA       string         // instruction set of the engine
	Inputs    []result.Input // files that went in

	par parameter
}

// solution evaluates the probes.
func (s *search) solution(stopped string) *Solution {
	out := &Solution{
		Scenario: s.base, Target: s.cfg.Target, Over: s.cfg.Over, Direction: Largest, Answer: nan, Lo: math.Inf(-1), Hi: math.Inf(1),
		Error: s.cfg.Error, Probes: s.sorted(), Runs: s.runs, Stopped: stopped, par: s.par,
	}
	if s.last != nil {
		out.ISA, out.Inputs = s.last.ISA, s.last.Inputs
	}
	fails, meets := s.bracket()
	step := 0.0
	if s.par.whole {
		step = 1
	}
	if s.least {
		out.Direction = Least
		out.Lo, out.Hi = or(fails+step, out.Lo), or(meets, out.Hi)
	} else {
		out.Lo, out.Hi = or(meets, out.Lo), or(fails-step, out.Hi)
	}
	if math.IsNaN(fails) || math.IsNaN(meets) {
		return out
	}
	out.Answer = min(max(s.crossing(fails, meets), out.Lo), out.Hi)
	return out
}

// or replaces what is not known.
func or(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return v
}

// crossing estimates where the measure crosses its limit, between the probes on both sides, by a straight line, and rounds to the side that
// meets it.
func (s *search) crossing(fails, meets float64) float64 {
	// Probes from the one that fails to the one that meets.
	list := s.sorted()
	if !s.least {
		for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
			list[i], list[j] = list[j], list[i]
		}
	}
	sign := 1.0
	if s.cfg.Target.AtLeast {
		sign = -1
	}
	excess := func(p Probe) float64 { return sign * (p.Value - p.Limit) }
	var before *Probe
	for i := range list {
		p := &list[i]
		if p.At != fails && (p.At == meets || s.easier(p.At, fails)) && before != nil && (p.At == meets || excess(*p) <= 0) {
			a, b := excess(*before), excess(*p)
			x := p.At
			if a > 0 && b <= 0 && !math.IsInf(a, 1) {
				x = before.At + float64((p.At-before.At)*float64(a/(a-b)))
			}
			if !s.par.whole {
				return x
			}
			if s.least {
				return math.Ceil(x)
			}
			return math.Floor(x)
		}
		if p.At == fails || s.easier(p.At, fails) {
			before = p
		}
	}
	return meets
}

// Sentence says in words what was found.
func (s *Solution) Sentence() string {
	if s.Unmet != "" {
		return s.Unmet
	}
	if math.IsNaN(s.Answer) {
		return s.unfinished()
	}
	width := s.Hi - s.Lo
	value, interval := s.par.shown(s.Answer, width), ""
	switch {
	case s.Lo < s.Hi:
		interval = fmt.Sprintf(" (%s to %s)", s.par.shown(s.Lo, width), s.par.shown(s.Hi, width))
	case s.Direction == Least:
		interval = fmt.Sprintf(" (%s is not enough)", s.par.shown(s.Answer-1, width))
	default:
		interval = fmt.Sprintf(" (%s is too much)", s.par.shown(s.Answer+1, width))
	}
	verb := "is the most for"
	if s.Direction == Least {
		verb = "is enough for"
	}
	return fmt.Sprintf("%s%s %s %s%s", s.par.phrase(value), interval, verb, s.Target.words(), s.context())
}

// unfinished says what is known before both sides are.
func (s *Solution) unfinished() string {
	switch {
	case !math.IsInf(s.Hi, 1) && s.Direction == Least:
		return fmt.Sprintf(
			"%s is enough for %s%s; whether less is, is not known",
			s.par.phrase(s.par.shown(s.Hi, 0)),
			s.Target.words(),
			s.context(),
		)
	case !math.IsInf(s.Lo, -1) && s.Direction == Least:
		return fmt.Sprintf(
			"at least %s is needed for %s%s; how much is enough is not known",
			s.par.phrase(s.par.shown(s.Lo, 0)),
			s.Target.words(),
			s.context(),
		)
	case !math.IsInf(s.Lo, -1):
		return fmt.Sprintf(
			"%s allows %s%s; whether more does, is not known",
			s.par.phrase(s.par.shown(s.Lo, 0)),
			s.Target.words(),
			s.context(),
		)
	case !math.IsInf(s.Hi, 1):
		return fmt.Sprintf(
			"at most %s allows %s%s; how much does, is not known",
			s.par.phrase(s.par.shown(s.Hi, 0)),
			s.Target.words(),
			s.context(),
		)
	}
	return "nothing is known yet"
}

// context names what was kept: " at load 0.9 with N = 65,536 servers".
func (s *Solution) context() string {
	sc, out := s.Scenario, ""
	switch {
	case s.Over == "ports.load" || s.Over == "ports.rate":
	case s.Over == "servers.count" && sc.Port.Rate > 0:
		out += " at an arrival rate of " + strconv.FormatFloat(sc.Port.Rate, 'g', 6, 64)
	default:
		out += " at load " + strconv.FormatFloat(sc.Load(), 'g', 4, 64)
	}
	if s.Over != "servers.count" {
		out += fmt.Sprintf(" with N = %v servers", report.Int(sc.Servers()))
	}
	p := sc.Policies[0]
	if s.Over == "policy.d" {
		p.D = 0
	}
	name := strings.TrimSpace(strings.Replace(p.String(), " d=0", "", 1))
	return out + " under " + name
}

// Table has a row for each probe.
func (s *Solution) Table() report.Table {
	t := report.Table{Columns: []report.Column{
		{Name: s.Over}, {Name: s.Target.Measure}, {Name: "limit"}, {Name: "answer"}, {Name: "runs"}, {Name: "wall"},
	}}
	for _, p := range s.Probes {
		measured := report.WithError(p.Value, p.HalfWidth)
		if s.Target.Measure == "blocking" {
			measured = report.PercentWithError(p.Value, p.HalfWidth)
		}
		answer := string(p.Answer)
		if p.Note != "" {
			answer += ": " + p.Note
		}
		t.Add(
			report.Text(s.par.shown(p.At, 0)),
			measured,
			s.Target.shown(p.Limit),
			report.Text(answer),
			report.Int(p.Runs),
			report.Duration(p.Wall),
		)
	}
	t.Notes = append(
		t.Notes,
		fmt.Sprintf("± at the level of one decision: all of them together are right with probability %g, if the measure is monotone in %s",
			1-s.Error, s.Over),
	)
	return t
}

// Warnings says what a reader should know before trusting the answer.
func (s *Solution) Warnings() []string {
	var list []string
	if s.Stopped != "" {
		list = append(list, s.Stopped+": the interval is wider than asked")
	}
	for _, p := range s.Probes {
		if p.Drifting && p.At >= s.Lo-1 && p.At <= s.Hi+1 {
			list = append(
				list,
				fmt.Sprintf(
					"at %s = %s the number in system is still drifting when the measurement begins: want a longer run.warmup, or auto",
					s.Over,
					s.par.shown(p.At, 0),
				),
			)
		}
	}
	return list
}

// Document returns the solution as JSON has it: no results, and a section "solution".
func (s *Solution) Document() *result.Document {
	probes := []result.Object{}
	for _, p := range s.Probes {
		w := result.Object{}.With("at", result.Number(p.At)).
			With("value", result.Number(p.Value)).
			With("half_width", result.Number(p.HalfWidth)).
			With("limit", result.Number(p.Limit)).
			With("answer", p.Answer)
		if p.Note != "" {
			w.Add("note", p.Note)
		}
		w.Add("runs", p.Runs)
		w.Add("wall_seconds", result.Number(p.Wall.Seconds()))
		probes = append(probes, w)
	}
	d := &result.Document{ISA: s.ISA, Inputs: s.Inputs, Scenario: s.Scenario, Partial: s.Partial, Warnings: s.Warnings()}
	w := result.Object{}.With("target", s.Target.String()).
		With("over", s.Over).
		With("direction", s.Direction).
		With("answer", result.Number(s.Answer)).
		With("interval", [2]result.Number{result.Number(s.Lo), result.Number(s.Hi)}).
		With("error_probability", result.Number(s.Error)).
		With("sentence", s.Sentence()).
		With("probes", probes).
		With("runs", s.Runs)
	if s.Stopped != "" {
		w.Add("stopped", s.Stopped)
	}
	if s.Unmet != "" {
		w.Add("unmet", s.Unmet)
	}
	w.Add("wall_seconds", result.Number(s.Wall.Seconds()))
	d.Sections.Add("solution", w)
	return d
}

// Text writes the answer and the probes for a terminal.
func (s *Solution) Text(out *bytes.Buffer) error {
	out.WriteString(s.Sentence() + "\n\n")
	err := s.Table().Text(out)
	for _, text := range s.Warnings() {
		out.WriteString("warning: " + text + "\n")
	}
	return err
}

// Markdown writes the same for a page.
func (s *Solution) Markdown(out *bytes.Buffer) error {
	out.WriteString(s.Sentence() + "\n\n")
	return s.Table().Markdown(out)
}

// CSV writes the probes.
func (s *Solution) CSV(out *bytes.Buffer) error { return s.Table().CSV(out) }
