// Package numeric has the numerical methods that several theories share: factors of a matrix with few bands, Lyapunov's equation,
// bisection, powers and normal numbers.
//
// [Power], [Bisect] and [Normals] do the same operations on every machine, which libraries do not promise; results that decide trajectories
// of simulations rest on them.
//
// Functions keep no state and may be called concurrently; an [LU] and a [Normals] belong to one goroutine.
//
// Sources: Golub, Van Loan, Matrix Computations; Smith, SIAM J. Applied Mathematics 16(1), 1968; Marsaglia, Bray, SIAM Review 6(3), 1964.
package numeric
