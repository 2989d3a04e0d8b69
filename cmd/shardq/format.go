package main

import (
	"io"

	"shardq/bench/report"
	"shardq/bench/result"
)

// writeTable writes a table in one of the formats.
func writeTable(w io.Writer, t report.Table, format string) error {
	switch result.Format(format) {
	case result.Markdown:
		return t.Markdown(w)
	case result.CSV:
		return t.CSV(w)
	case result.JSON:
		return t.JSON(w)
	}
	return t.Text(w)
}
