package known

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"

	"shardq/bench/report"
)

// Text writes sections of lines and a table of types, for a terminal.
func (s *Survey) Text(w io.Writer) error {
	blocks := s.blocks()
	if s.Theory.Drawn != nil {
		blocks = append(blocks, s.Theory.Drawn.Block())
	}
	var out bytes.Buffer
	types := s.Theory.Table()
	err := errors.Join(report.Blocks(&out, blocks...), separate(&out), types.Text(&out))
	for i := range s.Curves {
		err = errors.Join(err, separate(&out), s.Curves[i].Table().Text(&out))
	}
	return flush(w, &out, err)
}

// Markdown writes a table of facts and one of types, for a page.
func (s *Survey) Markdown(w io.Writer) error {
	var out bytes.Buffer
	types := s.Theory.Table()
	err := errors.Join(s.Table().Markdown(&out), separate(&out), types.Markdown(&out))
	for i := range s.Curves {
		err = errors.Join(err, separate(&out), s.Curves[i].Table().Markdown(&out))
	}
	return flush(w, &out, err)
}

// CSV writes a row for each fact.
func (s *Survey) CSV(w io.Writer) error { return s.Table().CSV(w) }

// JSON writes everything.
func (s *Survey) JSON(w io.Writer) error {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", "  ")
	return flush(w, &out, e.Encode(s))
}

// flush writes in one piece what was put together without an error.
func flush(w io.Writer, out *bytes.Buffer, err error) error {
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

func separate(out *bytes.Buffer) error { return out.WriteByte('\n') }

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
		{Name: "stable", Value: math.NaN(), Text: stable, Holds: "some policy keeps queues bounded just if the load is below 1; a graph or a policy may ask for less"},
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
