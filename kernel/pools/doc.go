// Package pools simulates pools in which tasks never wait: each task that has joined a pool leaves it after an exponential time of rate
// Rate, however many there are (Mukherjee, Borst, van Leeuwaarden, Whiting, "Asymptotic optimality of power-of-d load balancing in
// large-scale systems", Mathematics of Operations Research 45(4), 2020).
//
// # Rules
//
// A task that arrives joins the pool with the fewest tasks of all (JSQ), or of D pools drawn uniformly, with or without replacement (JSQD),
// or a uniform pool (Random). Ties are uniform. With a cap, a task whose pool is full is lost, whatever room there is elsewhere. D pools
// without replacement are all of them if D is their number or more. At time 0 all pools are empty.
//
// # How
//
// Pools are alike, so the numbers of pools with at least 1, 2, ... tasks are a Markov chain; this package simulates it jump by jump (see
// package jump). An event takes a time that does not depend on the number of pools: it grows like the logarithm of the number of tasks in a
// pool, and with JSQD as D, or as the number of draws until one of the least pools is met, if that is fewer. A result depends on the system
// alone, however Advance is cut into pieces, and is the same on every machine.
//
// # Concurrency
//
// A Simulator belongs to one goroutine at a time; Progress may be called by any.
package pools
