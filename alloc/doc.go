// Package alloc hands out the large arrays of a simulation: aligned to cache lines, off the Go heap with huge pages where the system offers
// them, and accounted by purpose.
//
// A random read from an array of many megabytes costs a page-table walk besides the cache miss; pages of 2 MiB make most of these walks
// vanish. On Linux an [Arena] therefore maps every slice of at least 1 MiB by itself and advises the kernel to back it with huge pages.
// Where that is not possible (other systems, the race detector, which does not see off-heap memory, or [Heap] in the [Config]) the slices
// come from the Go heap. Nothing but speed depends on which of the two it is.
//
// Element types must be free of pointers, since the garbage collector does not look into an arena. An arena may be used by several
// goroutines at once; a nil *Arena is valid and stands for the plain heap without accounting. Slices are invalid after [Free] or
// [Arena.Release]: touching an off-heap one then crashes the program, so the owner of an arena releases it last.
//
// All sizes are in bytes.
package alloc
