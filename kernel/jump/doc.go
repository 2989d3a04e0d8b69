// Package jump is what engines share that simulate counts of alike servers, where the counts are a Markov chain of their own: the clock of
// its jumps, and counts with their integrals over time, and lists and digests of counts. Cost and memory do not depend on how many servers
// are counted.
//
// # Events
//
// In a state whose events have rates that sum to R the next one comes after an exponential time of rate R. Event n has a random block of
// its own, a function of (seed, stream, n): half of it makes that time, the other half is the seed of everything that is chosen at the
// event. So a trajectory depends on nothing but the seed and the rates, however a run is cut into pieces.
//
// # Time
//
// A tick is a power of two of the model's time, near 2^-20 of the mean time between events at the rate that an engine calls usual. Event
// times are kept to 2^-32 of a tick, and an event takes place at the tick that its time falls into: events of one tick happen in the order
// of their numbers.
//
// The law of a trajectory is exact up to rounding: times and probabilities are off by a few parts in 2^53. Only operations that IEEE 754
// rounds exactly are used, and no product is left to be fused with a sum, so results are the same on every machine. Integrals are integers.
//
// # Concurrency
//
// A Clock and counts belong to one goroutine at a time; Clock.Progress may be called by any.
package jump
