// Package chain computes the stationary law of systems that are small enough, from the balance equations of their Markov chain.
//
// Servers that are alike are counted instead of told apart, so that on complete graphs dozens of them may be in reach. [Solve] does all:
// the law has means, occupancies, and the distribution of the response time. Buffers must be finite; service may have phases; every rule of
// the kernel is known.
//
// Rates are in jobs per unit of time, times in those units. Functions keep no state and may be called concurrently, and a [Law] may be read
// concurrently. A state takes some 100 bytes and 24 for each way out of it.
package chain
