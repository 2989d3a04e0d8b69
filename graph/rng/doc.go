// Package rng holds the counter-based random numbers of the whole program.
//
// A number is a pure function of what it is for: the key is (seed, stream), the counter is (index, lane or entity, epoch). Nothing depends
// on which shard or thread asks, how often, or in which order, so any part of the future can be produced by anybody. There is no state and
// therefore nothing to lock: every function may be called concurrently.
//
// The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011), tested against the
// known answers of its authors. Derived draws (bounded integers, uniforms, Poisson counts, alias picks) are written here with integer
// arithmetic, or with float64 operations that no compiler may fuse, so that neither a Go release nor a processor can change a result.
package rng
