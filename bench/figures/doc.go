// Package figures draws what papers on load balancing show, from runs of this program, and carries some of it on.
//
// A [Figure] is a design: scenarios with overrides over a grid of values, and how the results become curves. [Run] simulates what is
// missing, keeps the result of every run in a file of its own under the name of its [Job.Key], and returns a [Drawing]: panels with data,
// error bars, curves of theory, tables and the scenarios used. An interrupted figure goes on with the runs that have no file yet, and
// figures that need the same run share it.
//
// The data of a drawing are functions of the scenarios and their seeds alone: not of cores, of the order of the runs, or of what was found
// in files. Only the time that runs took differs from one machine to another; it stands in the text, never in the data.
//
// Error bars are 95 % intervals. A quantity that does not exist, such as the mean response time of a system that grows for ever, has no
// point: what is drawn in its place is a mark at the edge of the picture that says so. Times are in units of the model (slots in the
// slotted one).
//
// [Run] starts several goroutines and may be called concurrently with different folders. Everything else keeps no state.
package figures
