// Package theory holds what is known without simulation: the lower bound and the limits of bipartite load balancing, closed forms of classic
// queues to test against, the distribution of the response time that follows from counts of where jobs joined, the graphs that the theorems are
// proved for, and what policies cost in messages.
//
// # Limits of many servers
//
// [Occupancy] is the mean field of a complete graph as differential equations, for any types and buffers and most rules: [Trajectory] follows it, [Rest] finds where it comes to
// rest. A rule that looks for the least queue gives equations that are smooth only in pieces; a [Flow] says which hold, and a [Solver] steps from piece to piece, with an implicit
// method where the equations are stiff. [RefinePowerOfD] adds the term of 1/N for JSQ(d). [Diffusion] and [Gamma2] are the scaled limits near full load.
//
// # Finite systems
//
// [NewTheorem1] has the bounds of [W] at finite N, and [Connection] finds out whether a graph is as well connected as they ask for. [SolveExact] computes the stationary law of a
// small system; on graphs in which servers are alike it counts them, so that dozens may be in reach.
//
// # Conventions
//
// Rates are in jobs per unit of time, times in those units. Shares (alpha, C*) are relative to all servers, N. Types are as the engine has
// them: fastest first, rates strictly decreasing.
//
// Functions keep no state and may be called concurrently, and each is a function of its arguments. What may decide a trajectory is the same on every machine: StartBusy, UniformBusy,
// TwoClassOptimum and Construction.
//
// Sources: [W] Weng, Zhou, Srikant, "Optimal load balancing in bipartite graphs", POMACS 4(3):45, 2020.
// [J] Zhou et al., "Designing low-complexity heavy-traffic delay-optimal load balancing schemes", POMACS 1(2):39, 2017.
// [V] van der Boor, Borst, van Leeuwaarden, Mukherjee, "Scalable load balancing in networked systems".
// [M] Mitzenmacher, "The power of two choices in randomized load balancing", IEEE TPDS 12(10), 2001.
// [U] Mukherjee, Borst, van Leeuwaarden, Whiting, "Universality of power-of-d load balancing in many-server systems", Stochastic Systems 8(4), 2018.
// [B] Banerjee, Mukherjee, "Join-the-shortest queue diffusion limit in Halfin-Whitt regime: tail asymptotics and scaling of extrema", Annals of Applied
// Probability 29(2), 2019.
package theory
