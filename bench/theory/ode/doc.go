// Package ode solves ordinary differential equations whose right-hand side is smooth in pieces, as limits of rules that look for the least
// queue are.
//
// A [Flow] says which equations hold where; a [Solver] steps from the end of one piece to the end of the next, with the explicit method of
// Dormand and Prince and, once the equations prove stiff, with an implicit one of Kennedy and Carpenter. [FixedPoint] finds where a flow
// comes to rest. States are of the order of 1: shares.
//
// A [Solver] is a value without state and may be used concurrently, as long as each call has a state of its own; a [Flow] has to allow the
// same. Results are a function of the arguments.
//
// Sources: Dormand, Prince, J. Comp. Appl. Math. 6(1), 1980; Kennedy, Carpenter, Applied Numerical Mathematics 44, 2003; Hairer, Wanner,
// Solving Ordinary Differential Equations II.
package ode
