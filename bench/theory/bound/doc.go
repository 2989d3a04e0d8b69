// Package bound has the lower bound on the mean response time of load balancing on bipartite graphs, and what [W] proves about policies
// that come near it.
//
// [Of] works out the bound and K, the number of types in use. [NewTheorem1] has the bounds of theorem 1 at finite N, which rest on a
// [Connection] of the graph (assumption 2): [Connection.Check] finds a certificate, a counterexample or neither. [Theorem2] and [Theorem3]
// construct random graphs that are connected well enough with high probability.
//
// Rates are in jobs per unit of time, times in those units; shares (alpha, C*) are relative to all servers. Types come fastest first, rates
// strictly decreasing.
//
// Functions keep no state and may be called concurrently. [StartBusy], [UniformBusy] and [Construction] decide trajectories of simulations
// and are the same on every machine.
//
// [W] is Weng, Zhou, Srikant, "Optimal load balancing in bipartite graphs", POMACS 4(3):45, 2020.
package bound
