package main

import (
	"io"

	"shardq/bench/experiment"
	"shardq/bench/report"
)

// writeTable writes a table in one of the formats.
func writeTable(w io.Writer, t report.Table, format string) error {
	switch experiment.Format(format) {
	case experiment.Markdown:
		return t.Markdown(w)
	case experiment.CSV:
		return t.CSV(w)
	case experiment.JSON:
		return t.JSON(w)
	}
	return t.Text(w)
}
