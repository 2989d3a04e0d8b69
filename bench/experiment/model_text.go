package experiment

import (
	"bytes"
	"errors"
	"fmt"

	"shardq/bench/known"
	"shardq/bench/report"
)

// modelText writes for a terminal: a report of a single policy, or a row for each of several.
func (r *Result) modelText(out *bytes.Buffer) error {
	if !r.Several {
		for _, f := range r.Findings {
			if err := f.text(out); err != nil {
				return err
			}
		}
		return nil
	}
	err := r.modelPolicies(false).Text(out)
	if theory := r.known(); len(theory.Rows) > 0 {
		err = errors.Join(err, separate(out), theory.Text(out))
	}
	if r.Findings[0].Occupancy != nil {
		err = errors.Join(err, separate(out), r.allLevels().Text(out))
	}
	for _, text := range r.Warnings() {
		fmt.Fprintf(out, "warning: %s\n", text)
	}
	return err
}

// modelMarkdown writes the table of policies, and one of levels for each.
func (r *Result) modelMarkdown(out *bytes.Buffer) error {
	err := r.modelPolicies(!r.Several).Markdown(out)
	if theory := r.known(); len(theory.Rows) > 0 {
		err = errors.Join(err, separate(out), theory.Markdown(out))
	}
	if r.Findings[0].Occupancy != nil {
		err = errors.Join(err, separate(out), r.allLevels().Markdown(out))
	}
	return err
}

// text writes the readable report of one policy, the answer first.
func (f *Findings) text(out *bytes.Buffer) error {
	var err error
	if f.HasStatistics() {
		err = errors.Join(report.Blocks(out, f.answer()), separate(out))
		if f.Definitions != nil {
			out.WriteString(f.definitions() + "\n")
		}
		if f.Occupancy != nil {
			err = errors.Join(err, f.levels().Text(out), separate(out))
		}
		if f.Known != nil {
			err = errors.Join(err, report.Blocks(out, known.ValueBlock(f.Known)), separate(out))
		}
		err = errors.Join(err, report.Blocks(out, f.messageBlock()), separate(out), report.Blocks(out, f.checkBlock()), separate(out))
	} else {
		out.WriteString(f.title() + "\n\n")
	}
	err = errors.Join(err, report.Blocks(out, f.runBlock()))
	for i, text := range f.Warnings {
		if i == 0 {
			out.WriteByte('\n')
		}
		out.WriteString("warning: " + text + "\n")
	}
	return err
}
