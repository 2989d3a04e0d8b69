// Package mixture has the distribution of response times under first come, first served, from counts of what jobs found when they joined.
//
// What a job finds fixes the law of its response time, whatever happens later: with exponential service an Erlang law, of which [Erlang] is
// the mixture, and with phases the time that a number of phase-type services take, of which [PhaseType] is the mixture. Counts thus give
// the whole distribution, with less noise than timing each job.
//
// Rates are in jobs per unit of time, times in those units. An [Erlang], a [PhaseType] and a [Table] may be read concurrently; a
// [Distribution] keeps what it has computed and belongs to one goroutine at a time.
//
// Sources: Fox, Glynn, "Computing Poisson probabilities", CACM 31(4), 1988; Neuts, Matrix-Geometric Solutions in Stochastic Models, 1981,
// chapter 2; Chandrupatla, Advances in Engineering Software 28(3), 1997.
package mixture
