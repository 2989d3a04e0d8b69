// Package result holds what a study found and writes it: as a report for a terminal, as tables for a page, as CSV, and as JSON.
//
// A [Result] has an [Outcome] for each policy, whatever the model. An outcome is a list of measures, each an estimate with its interval,
// its unit and what theory says beside it, and around them what a reader needs to trust it: counts, checks, warnings, digests, and how the
// run went on this machine. What a model does not have is absent (nil, or the zero value), never a made-up number.
//
// # JSON
//
// Every command writes one [Document], of the shape that [Schema] describes and tests hold it to: "schema": 2, the program and host that
// made it, the files that went in with their hashes, the scenario, warnings, and a list of results with one element a policy. Names are
// those of scenario files, of --target and of run.precision. What is not known is null. New names may come; those that exist keep their
// meaning within a schema.
//
// Times are in units of the model, memory in bytes, wall times in seconds, shares between 0 and 1 (reports show them in per cent). What is
// not known is NaN in Go and null in JSON.
//
// Results are read-only once they are made, and may then be read and written by several goroutines.
package result
