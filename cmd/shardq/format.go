package main

import (
	"io"

	"shardq/bench/experiment"
	"shardq/bench/report"
)

// document is what can be written in each of the formats.
type document interface {
	Text(w io.Writer) error
	Markdown(w io.Writer) error
	CSV(w io.Writer) error
	JSON(w io.Writer) error
}

// write writes a document in one of the formats.
func write(w io.Writer, d document, format string) error {
	switch experiment.Format(format) {
	case experiment.Markdown:
		return d.Markdown(w)
	case experiment.CSV:
		return d.CSV(w)
	case experiment.JSON:
		return d.JSON(w)
	}
	return d.Text(w)
}

// writeTable writes a table in one of the formats.
func writeTable(w io.Writer, t report.Table, format string) error { return write(w, &t, format) }
