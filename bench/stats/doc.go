// Package stats turns the numbers of a simulation into estimates with honest intervals.
//
// A run is cut into n fine batches of equal simulated time (Batches, 256, is a good number). Each gives a numerator and a denominator, for
// instance the sum of the expected response times of the jobs admitted in it and their number, and the estimate is the ratio of the two
// sums. Neighbouring batches are correlated, so that the spread of fine batches says too little about the error. The rule here is:
//
//   - the fine batches are regrouped into 64 groups of consecutive batches, then 32, then 16;
//   - the interval is built from the first of these whose groups, each cut in two, show no significant autocorrelation of lag 1: von
//     Neumann's ratio, one-sided, at level 0.1. Halves are tested, wholes are used: whatever correlation the test has missed is about
//     halved once more before it can harm;
//   - the error is the jackknife's over groups and the quantile is Student's t with one degree of freedom less than groups;
//   - if none passes, the run is short for its own memory. The interval then rests on 16 groups and is widened as if their correlation r
//     fell geometrically from lag to lag, by sqrt((1+r)/(1-r)); r is the larger of what the groups show and what their halves predict for
//     them. Where r is above 0.25 this is a guess, and Estimate.Correlated asks for a warning.
//
// A run may also go on until its interval is narrow enough: see [Config].Sequential, [Estimate.Settled] and [Widening]. [MSER] finds the
// end of an initial transient.
//
// What cannot be known, such as the error of a single batch, is NaN in Go and null in JSON, never 0.
//
// All functions are pure: they keep no state, change no argument, add in the order of the arguments, and may be called concurrently.
// Products are rounded explicitly, so that no processor fuses them and the same input gives the same output everywhere.
package stats
