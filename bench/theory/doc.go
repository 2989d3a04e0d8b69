// Package theory holds what is known without simulation: the lower bound and the limits of bipartite load balancing, closed forms of classic
// queues to test against, and the distribution of the response time that follows from counts of where jobs joined.
//
// Rates are in jobs per unit of time, times in those units. Shares (alpha, C*) are relative to all servers, N. Types are as the engine has
// them: fastest first, rates strictly decreasing.
//
// Functions keep no state and may be called concurrently. What a run may start from (StartBusy, UniformBusy) is the same on every machine.
//
// Sources: [W] Weng, Zhou, Srikant, "Optimal load balancing in bipartite graphs", POMACS 4(3):45, 2020.
// [M] Mitzenmacher, "The power of two choices in randomized load balancing", IEEE TPDS 12(10), 2001.
package theory
