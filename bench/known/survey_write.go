package known

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"

	"shardq/bench/report"
	"shardq/bench/scenario"
)

// Text writes sections of lines and a table of types, or a table of values, and curves, for a terminal.
func (s *Survey) Text(out *bytes.Buffer) error {
	return s.tables(out, report.Table.Text, func() error {
		blocks := s.blocks()
		if s.Theory.Drawn != nil {
			blocks = append(blocks, s.Theory.Drawn.Block())
		}
		return errors.Join(report.Blocks(out, blocks...), separate(out), s.Theory.Table().Text(out))
	})
}

// Markdown writes a table of facts and one of types, or one of values, and curves, for a page.
func (s *Survey) Markdown(out *bytes.Buffer) error {
	return s.tables(out, report.Table.Markdown, func() error {
		return errors.Join(s.Table().Markdown(out), separate(out), s.Theory.Table().Markdown(out))
	})
}

// CSV writes a row for each fact, or for each value and each time of a curve.
func (s *Survey) CSV(out *bytes.Buffer) error {
	if s.Scenario.Model == scenario.Bipartite {
		return s.Table().CSV(out)
	}
	return s.tables(out, report.Table.CSV, nil)
}

// tables writes what there is in the bipartite model, or the table of values in another, and curves below.
func (s *Survey) tables(out *bytes.Buffer, write func(report.Table, io.Writer) error, bipartite func() error) error {
	var err error
	if s.Scenario.Model == scenario.Bipartite {
		err = bipartite()
	} else {
		err = write(s.valueTable(), out)
	}
	for i := range s.Curves {
		err = errors.Join(err, separate(out), write(s.Curves[i].Table(), out))
	}
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

// General returns the facts that hold for every policy: stability and bound. The limits of the mean response time come with them in All.
func (s *Survey) General() []Fact { return s.first()[:generalFacts] }

// generalFacts is the number of facts before the limits.
const generalFacts = 6

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
		{
			Name:  "stable",
			Value: math.NaN(),
			Text:  stable,
			Holds: "some policy keeps queues bounded just if the load is below 1; a graph or a policy may ask for less",
		},
		{Name: "lower bound", Value: bound, Holds: "of the mean response time, " + holds, Source: wengTheorem + ", section 3"},
		{
			Name:   "types in use",
			Value:  float64(t.K),
			Whole:  true,
			Holds:  "K, the fastest ones that together can serve all jobs",
			Source: wengTheorem + ", section 3",
		},
		{
			Name:   "busy servers",
			Value:  t.C,
			Share:  true,
			Holds:  "C*, share of all servers in the limit",
			Source: wengTheorem + ", section 3",
		},
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
	t := report.Table{
		Columns: []report.Column{
			{Name: "section"},
			{Name: "what"},
			{Name: "value", Align: report.Right},
			{Name: "condition"},
			{Name: "source"},
		},
	}
	for _, f := range s.All() {
		section := f.Section
		if section == "" {
			section = s.Scenario.Name
		}
		t.Add(report.Text(section), report.Text(f.Name), f.cell(), report.Text(f.Holds), report.Text(f.Source))
	}
	return t
}
