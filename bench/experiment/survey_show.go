package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"shardq/bench/report"
)

// Write writes a survey in a format, in one piece: sections of lines and a table of types for a terminal, a table of facts for a page or a program, and everything as JSON.
func (s *Survey) Write(w io.Writer, f Format) error {
	var out bytes.Buffer
	var err error
	switch f {
	case Table:
		err = s.text(&out)
	case Markdown:
		types := s.Theory.Table()
		err = errors.Join(s.Table().Markdown(&out), separate(&out), types.Markdown(&out))
		for i := range s.Curves {
			err = errors.Join(err, separate(&out), s.Curves[i].Table().Markdown(&out))
		}
	case CSV:
		err = s.Table().CSV(&out)
	case JSON:
		e := json.NewEncoder(&out)
		e.SetIndent("", "  ")
		err = e.Encode(s)
	default:
		err = fmt.Errorf("experiment: unknown format %q", f)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

func (f *Fact) cell() report.Cell {
	switch {
	case f.Text != "":
		return report.Text(f.Text)
	case f.Whole:
		return report.Int(int(f.Value))
	case f.Share && f.Value != 0 && math.Abs(f.Value) < 1e-5:
		return report.Number(f.Value, 4) // per cent would hide it
	case f.Share:
		return report.Percent(f.Value, 5)
	}
	return report.Number(f.Value, 6)
}

// note is the condition and the source.
func (f *Fact) note() string {
	return strings.TrimPrefix(strings.TrimSuffix(f.Holds+"; "+f.Source, "; "), "; ")
}

// first is the section of what holds for every policy, and the limits of the mean response time.
func (s *Survey) first() []Fact {
	t := s.Theory
	stable := "yes"
	if !t.Stable {
		stable = "no"
	}
	bound, holds := t.Bound()
	facts := []Fact{
		{Name: "load", Value: t.Load, Holds: "arrival rate over total service rate"},
		{Name: "stable", Value: nan, Text: stable, Holds: "some policy keeps queues bounded just if the load is below 1; a graph or a policy may ask for less"},
		{Name: "lower bound", Value: bound, Holds: "of the mean response time, " + holds, Source: wengTheorem + ", section 3"},
		{Name: "types in use", Value: float64(t.K), Whole: true, Holds: "K, the fastest ones that together can serve all jobs", Source: wengTheorem + ", section 3"},
		{Name: "busy servers", Value: t.C, Share: true, Holds: "C*, share of all servers in the limit", Source: wengTheorem + ", section 3"},
		{Name: "spare servers", Value: t.BetaHat, Share: true, Holds: "beta_hat, of the types in use", Source: wengTheorem + ", section 3"},
	}
	if t.Stable && s.Scenario.Buffer() > 0 {
		facts[1].Holds = "load below 1; buffers are bounded anyway"
	}
	for _, l := range t.Limits {
		facts = append(facts, Fact{Name: l.Name, Value: l.Value, Holds: "mean response, " + l.Holds, Source: l.Source})
	}
	return facts
}

// All returns every fact.
func (s *Survey) All() []Fact { return append(s.first(), s.Facts...) }

// blocks has a block for each section.
func (s *Survey) blocks() []report.Block {
	blocks := []report.Block{{Title: s.Scenario.Name}}
	section := ""
	for _, f := range s.All() {
		if f.Section != section {
			section = f.Section
			blocks = append(blocks, report.Block{Title: section})
		}
		blocks[len(blocks)-1].Add(f.Name, f.cell(), f.note())
	}
	return blocks
}

func (s *Survey) text(out *bytes.Buffer) error {
	blocks := s.blocks()
	if s.Theory.Drawn != nil {
		blocks = append(blocks, s.Theory.Drawn.Block())
	}
	types := s.Theory.Table()
	err := errors.Join(report.Blocks(out, blocks...), separate(out), types.Text(out))
	for i := range s.Curves {
		err = errors.Join(err, separate(out), s.Curves[i].Table().Text(out))
	}
	return err
}

// Table has a row for each fact.
func (s *Survey) Table() report.Table {
	t := report.Table{Columns: []report.Column{{Name: "section"}, {Name: "what"}, {Name: "value", Align: report.Right}, {Name: "condition"}, {Name: "source"}}}
	for _, f := range s.All() {
		section := f.Section
		if section == "" {
			section = s.Scenario.Name
		}
		t.Add(report.Text(section), report.Text(f.Name), f.cell(), report.Text(f.Holds), report.Text(f.Source))
	}
	return t
}

// wireFact is a Fact as JSON has it: value or text.
type wireFact struct {
	Section string  `json:"section,omitempty"`
	Name    string  `json:"name"`
	Value   *number `json:"value,omitempty"`
	Text    string  `json:"text,omitempty"`
	Holds   string  `json:"holds,omitempty"`
	Source  string  `json:"source,omitempty"`
}

// wireMoment is a time of a Curve.
type wireMoment struct {
	Time   number     `json:"time"`
	Number number     `json:"jobs_per_server"`
	Tail   [][]number `json:"tail"` // by type
	Off    *number    `json:"off,omitempty"`
	Setup  *number    `json:"setup,omitempty"`
}

type wireCurve struct {
	Policy  string       `json:"policy"`
	Start   string       `json:"start"`
	Source  string       `json:"source"`
	Moments []wireMoment `json:"moments"`
}

// MarshalJSON writes a curve.
func (c Curve) MarshalJSON() ([]byte, error) {
	w := wireCurve{Policy: c.Policy, Start: string(c.Start), Source: c.Source}
	for _, m := range c.Moments {
		moment := wireMoment{Time: number(m.Time), Number: number(m.Number)}
		for _, tail := range m.Tail {
			n := len(tail)
			for n > 0 && tail[n-1] < 1e-12 {
				n--
			}
			moment.Tail = append(moment.Tail, numbers(tail[:n]))
		}
		if c.Elastic {
			off, setup := number(m.Off), number(m.Setup)
			moment.Off, moment.Setup = &off, &setup
		}
		w.Moments = append(w.Moments, moment)
	}
	return json.Marshal(w)
}

// MarshalJSON writes the fields of a Theory, all facts under "facts", and curves under "transient".
func (s *Survey) MarshalJSON() ([]byte, error) {
	base, err := json.Marshal(s.Theory)
	if err != nil {
		return nil, err
	}
	more := struct {
		Name   string     `json:"scenario"`
		Facts  []wireFact `json:"facts"`
		Curves []Curve    `json:"transient,omitempty"`
	}{Name: s.Scenario.Name, Curves: s.Curves}
	for _, f := range s.All() {
		w := wireFact{Section: f.Section, Name: f.Name, Text: f.Text, Holds: f.Holds, Source: f.Source}
		if f.Text == "" {
			v := number(f.Value)
			w.Value = &v
		}
		more.Facts = append(more.Facts, w)
	}
	rest, err := json.Marshal(more)
	if err != nil {
		return nil, err
	}
	// One object of both: two Marshalers cannot be embedded in one struct.
	return append(append(bytes.TrimSuffix(base, []byte("}")), ','), rest[1:]...), nil
}
