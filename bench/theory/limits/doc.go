// Package limits lists what is known about the mean response time of a system: exact values where there are some, its limits as the number
// of servers grows, and where each comes from and under what condition it holds.
//
// [Of] chooses among the results of its neighbours bound, queue and meanfield.
//
// Rates are in jobs per unit of time, times in those units. Functions keep no state and may be called concurrently.
package limits
