package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"shardq/bench/report"
)

// Format is how a result is written.
type Format string

// The formats.
const (
	Table    Format = "table"    // for a terminal: a report of a single policy, or a row for each of several
	Markdown Format = "markdown" // tables for a page
	CSV      Format = "csv"      // a row for each policy, numbers with all digits
	JSON     Format = "json"     // everything
)

// Formats returns all formats.
func Formats() []Format { return []Format{Table, Markdown, CSV, JSON} }

// Writer is something that every command can print.
type Writer interface {
	Text(out *bytes.Buffer) error
	Markdown(out *bytes.Buffer) error
	CSV(out *bytes.Buffer) error
	Document() *Document
	Warnings() []string // what a reader should know before trusting it
}

// Write writes in a format, in one piece.
func Write(w io.Writer, r Writer, f Format) error {
	var out bytes.Buffer
	var err error
	switch f {
	case Table:
		err = r.Text(&out)
	case Markdown:
		if err = r.Markdown(&out); err == nil {
			err = report.MarkdownWarnings(&out, r.Warnings())
		}
	case CSV:
		err = r.CSV(&out)
	case JSON:
		err = Encode(&out, r.Document())
	default:
		err = fmt.Errorf("result: unknown format %q", f)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// Remarks returns the lines that belong to a result whose format has no place for them: what it says in words, if it does, and its
// warnings.
func Remarks(r Writer) (lines []string) {
	if s, ok := r.(interface{ Sentence() string }); ok {
		lines = append(lines, s.Sentence())
	}
	for _, text := range r.Warnings() {
		lines = append(lines, "warning: "+text)
	}
	return lines
}

// Encode writes a document as JSON for people and programs.
func Encode(w io.Writer, d *Document) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false) // conditions have signs that a reader should see
	return e.Encode(d)
}
