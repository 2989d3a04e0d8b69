// Package solve looks for the least or largest value of a parameter of a scenario that meets a target: how many neighbours are enough, how
// much load is too much.
//
// A search is a stochastic bisection on common random numbers with a stated probability of error: see [Run]. Values of parameters are in
// the units of the scenario's keys, targets in those of their measures. A [Solution] is read-only once it is made; [Run] may be called
// concurrently.
package solve
