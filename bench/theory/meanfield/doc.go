// Package meanfield has limits of systems as the number of servers grows without bound: occupancies that move along differential equations.
//
// [Occupancy] is the limit of a complete graph, for any types and buffers and most rules, with exponential service: [Trajectory] follows
// it, [Rest] finds where it comes to rest. Infinite-server pools ([PoolsTrajectory]) and elastic servers ([ElasticTrajectory]) have limits
// of their own. Where the resting point has a closed form or an equation of its own it is [PowerOfD], [PowerOfDBuffer], [TwoClass],
// [PoolsLeast], [PoolsOfD] or [ElasticRest]. [RefinePowerOfD] adds the term of 1/N for JSQ(d), and [TwoClassOptimum] finds the best
// probabilities of JSQ-(d_F,d_S).
//
// Times are in the unit of the rates for a [System], and in mean service times, or mean stays in pools, where there is no [System]. Shares
// of a [Moment] are relative to the servers of a type.
//
// Functions keep no state and may be called concurrently; an [Occupancy] may be shared. [TwoClassOptimum] decides trajectories of
// simulations and is the same on every machine.
//
// Sources are given where they are used; these are cited by letter: [M] Mitzenmacher, "The power of two choices in randomized load
// balancing", IEEE TPDS 12(10), 2001. [U] Mukherjee, Borst, van Leeuwaarden, Whiting, "Universality of power-of-d load balancing in
// many-server systems", Stochastic Systems 8(4), 2018. [W] Weng, Zhou, Srikant, "Optimal load balancing in bipartite graphs", POMACS
// 4(3):45, 2020.
package meanfield
