// Package plain holds the baselines that the engine is measured against: the sequential loops that a good programmer writes in an
// afternoon.
//
// Both go over the events of the uniformised process in order of time, with queue lengths in an array, a fast generator and integers only:
// no prefetch, no SIMD, no windows, no huge pages, one core. Their random numbers are their own, so that they follow other trajectories
// than the engine does, of the same law; a test of package speed compares the two. Whoever makes the loops faster without leaving that
// description makes the comparison more honest.
//
// Run counts arrivals and has no notion of time. A loop belongs to one goroutine; different loops are independent.
package plain
