// Package instance is what a scenario comes to before it runs: its graph, the system that an engine simulates, and the memory that they
// take.
//
// [Graph] draws, computes or reads the graph; [Describe] says what it is, and [ExpectGraph] and [Outline] what it will be. [System] is the
// system of one policy of the bipartite model, [Slotted], [Elastic] and [Pools] those of the other models. [Memory] is stated before
// anything is built, and its Check refuses what this machine has no room for.
//
// All of it is a function of the scenario and its seed, the same on every machine. Server ids are internal ones, fastest type first, but in
// an [ExternalGraph]. Memory is in bytes, times and rates in units of the model.
//
// Functions keep no state and may be called concurrently, on one scenario too, as long as no two of them build in one arena at a time. What
// takes long looks at its context, and fails with [fault.ErrInterrupted] when that ends; memory has been given back by then.
package instance
