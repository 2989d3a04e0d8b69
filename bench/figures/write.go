package figures

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"shardq/bench/picture"
	"shardq/bench/report"
)

// Write writes a drawing into a folder of its name within dir: data.csv, a picture of each panel as SVG and PNG, README.md with
// captions and tables, and the scenarios that were run.
func (d *Drawing) Write(dir string) error {
	folder := filepath.Join(dir, d.Name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	data := d.Data()
	if err := report.WriteFile(filepath.Join(folder, "data.csv"), data.CSV); err != nil {
		return err
	}
	for i := range d.Panels {
		p := &d.Panels[i]
		for _, format := range picture.Formats {
			if err := report.WriteFile(filepath.Join(folder, p.Name+"."+format),
				func(w io.Writer) error { return p.Write(w, format) }); err != nil {
				return err
			}
		}
	}
	if err := report.WriteFile(filepath.Join(folder, "README.md"), d.Markdown); err != nil {
		return err
	}
	return d.writeScenarios(filepath.Join(folder, "scenarios"))
}

// writeScenarios writes a file for each scenario, and removes those of an earlier drawing.
func (d *Drawing) writeScenarios(folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	if len(d.Scenarios) == 0 {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	for i, s := range d.Scenarios {
		name := fmt.Sprintf("%03d-%s.yaml", i+1, fileName(s.Label))
		if err := report.WriteFile(filepath.Join(folder, name), func(w io.Writer) error {
			_, err := io.WriteString(w, s.YAML)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// fileName makes a label fit for a name: letters and digits, the rest as hyphens.
func fileName(label string) string {
	words := strings.FieldsFunc(
		strings.ToLower(label),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' },
	)
	return strings.Join(words, "-")
}

// chosen says which parameters are this project's choice, as a sentence; "" if none are.
func (d *Drawing) chosen() string {
	if d.Figure.Chosen == "" {
		return ""
	}
	return "Chosen, since no source gives it: " + d.Figure.Chosen
}

// cost says what the runs took.
func (d *Drawing) cost() string {
	if len(d.Scenarios) == 0 {
		return "Nothing was simulated for this figure."
	}
	return fmt.Sprintf("%d runs, %s jobs simulated, %s in all, added up over "+
		"runs; size %v.", len(d.Scenarios), report.Int(d.Simulated), report.Duration(d.Time), d.Size)
}

// Markdown writes captions, pictures and tables as a page of GitHub's Markdown beside the files that Write makes.
func (d *Drawing) Markdown(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s\n\n%s\n\n", d.Title, d.Caption)
	if chosen := d.chosen(); chosen != "" {
		fmt.Fprintf(&out, "%s\n\n", chosen)
	}
	fmt.Fprintf(&out, "Source: %s.\n", strings.TrimSuffix(d.Source, "."))
	for i := range d.Panels {
		p := &d.Panels[i]
		fmt.Fprintf(&out, "\n## %s\n\n![%s](%s.svg)\n\n", p.Title, p.Title, p.Name)
		for _, n := range p.Notes {
			fmt.Fprintf(&out, "%s\n\n", n)
		}
		t := p.Table()
		t.Title = ""
		if err := t.Markdown(&out); err != nil {
			return err
		}
	}
	fmt.Fprintf(&out, "\nData of all points: [data.csv](data.csv). Intervals are of 95 %%. %s\n", d.cost())
	if len(d.Scenarios) > 0 {
		out.WriteString("The scenarios are in [scenarios](scenarios), each as `shardq run` reads it.\n")
	}
	if len(d.Warnings) > 0 {
		out.WriteString("\nWarnings of the runs:\n\n")
		for _, warning := range d.Warnings {
			fmt.Fprintf(&out, "- %s\n", warning)
		}
	}
	_, err := w.Write(out.Bytes())
	return err
}
