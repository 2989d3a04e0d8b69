package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Text writes the table for a terminal: title, grid, notes.
func (t Table) Text(w io.Writer) error {
	return t.layOut(w, renderer.NewBlueprint(), "%s\n", "%s\n", clean)
}

// Markdown writes the table for a page of GitHub's Markdown: title in bold, table, notes as a paragraph each.
func (t Table) Markdown(w io.Writer) error {
	return t.layOut(w, renderer.NewMarkdown(), "**%s**\n\n", "\n%s\n", escape)
}

// MarkdownWarnings writes warnings for the end of a page: a list behind a line that says what they are. Without any it writes nothing.
func MarkdownWarnings(w io.Writer, warnings []string) error {
	if len(warnings) == 0 {
		return nil
	}
	var out bytes.Buffer
	out.WriteString("\n**Warnings**\n\n")
	for _, text := range warnings {
		fmt.Fprintf(&out, "- %s\n", escape(text))
	}
	return emit(w, out.Bytes())
}

// escape keeps Markdown from reading a meaning into plain text that it has in a table.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `|`, `\|`, "`", "\\`", `*`, `\*`, `_`, `\_`, `<`, `&lt;`, `&`, `&amp;`).Replace(clean(s))
}

// layOut writes title, grid and notes. The renderers drop errors of their writer, so it goes through a buffer.
func (t Table) layOut(w io.Writer, grid tw.Renderer, title, note string, plain func(string) string) error {
	if err := t.Validate(); err != nil {
		return err
	}
	var out bytes.Buffer
	if t.Title != "" {
		fmt.Fprintf(&out, title, plain(t.Title))
	}
	var heads []string
	var sides []tw.Align
	for i, c := range t.Columns {
		heads = append(heads, plain(c.header()))
		side := tw.AlignLeft
		if t.right(i) {
			side = tw.AlignRight
		}
		sides = append(sides, side)
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: sides},
		Padding:    tw.CellPadding{Global: tw.PaddingDefault},
	}
	table := tablewriter.NewTable(
		&out,
		tablewriter.WithRenderer(grid),
		tablewriter.WithHeaderConfig(cells),
		tablewriter.WithRowConfig(cells),
	)
	table.Header(heads)
	for _, row := range t.Rows {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = plain(c.String())
		}
		if err := table.Append(line); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for _, n := range t.Notes {
		fmt.Fprintf(&out, note, plain(n))
	}
	return emit(w, out.Bytes())
}

// emit writes what has been laid out.
func emit(w io.Writer, b []byte) error {
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
