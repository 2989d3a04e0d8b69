// Package input reads scenarios: files of YAML or JSON, built-in ones by name, and overrides as --set has them.
//
// Sections and keys are read by the rows of [scenario.Table]; what concerns several keys at once is checked in the read_*.go, one file a
// section. Everything that is wrong is reported at once, as [scenario.Errors], each with file, line and column, or the override it came
// from, what was found and what is wanted. A file means what it shows: anchors, aliases, tags, merge keys and numbers that YAML versions
// disagree about are refused.
//
// Everything may be called concurrently. Scenarios are in the units of their files.
package input
