// Package oracle answers the questions that the simulator answers, for small
// systems, in two slow ways that share nothing with it: an event-driven
// simulation as a textbook writes it ([Simulate]) and the stationary law of the
// Markov chain of queue lengths ([Exact]). Tests hold the engine against both.
//
// The model: port l has Poisson arrivals of rate Ports[l].Rate and may send its
// jobs to the servers Ports[l].Neighbours; server r serves its queue first come,
// first served at rate Rates[r], exponentially unless Service says otherwise, and
// holds at most Buffer jobs, the one in service included. A job is routed at once, on arrival; sent to a
// full server it is lost. Times and rates are in one common unit.
//
// The other models have a slow simulation each, and where the state space is small
// the law of their chain: systems in slotted time ([SimulateSlotted]), elastic
// servers ([SimulateElastic], [ExactElastic]) and pools ([SimulatePools],
// [ExactPools]).
//
// Independence is the point of the package: it imports nothing else of this
// module, and the two models share the description of a system but not the
// routing. Simulate makes one choice in a random order of the neighbours
// (choose.go); Exact enumerates the law of the choice (route.go).
//
// This is a testing tool outside the reproducibility contract of the engine.
// Simulate draws from math/rand/v2 and computes in floating point, so that one
// seed gives one result on one machine and Go release, and no more than that.
//
// All functions may be called concurrently; they keep no state and do not
// modify their arguments.
package oracle
