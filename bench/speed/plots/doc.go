// Package plots draws the measurements of package speed: the cost of a job against the number of servers, and speed-up against the number
// of shards. Axes are logarithmic; times are in nanoseconds.
//
// The same report gives the same bytes. A [Picture] may be written from several goroutines, one after the other.
package plots
