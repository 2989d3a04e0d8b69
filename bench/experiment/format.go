package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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

// Write writes the result in a format, in one piece.
func (r *Result) Write(w io.Writer, f Format) error {
	var out bytes.Buffer
	var err error
	switch f {
	case Table:
		err = r.text(&out)
	case Markdown:
		err = r.markdown(&out)
	case CSV:
		err = r.table().CSV(&out)
	case JSON:
		e := json.NewEncoder(&out)
		e.SetIndent("", "  ")
		err = e.Encode(r)
	default:
		err = fmt.Errorf("experiment: unknown format %q", f)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}
