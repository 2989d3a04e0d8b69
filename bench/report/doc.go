// Package report writes results: tables as text, Markdown, CSV and JSON under the same column names, the readable report of a single run,
// and files that are either complete or not there.
//
// A Cell holds a value and the text that shows it. People read the text, rounded and with its unit (Text and Markdown); programs read the
// value with all its digits (CSV and JSON). A value that is not known, NaN, is shown as "-", is an empty field in CSV and null in JSON.
//
// Output is UTF-8 and the same on every machine. Text that comes from outside cannot break a table: invalid UTF-8 is replaced, control
// characters become spaces, and whatever Markdown would take for a cell's border is escaped. Nothing here keeps state; values may be used
// by several goroutines as long as none changes them.
package report
