// Package queue has closed forms of single queues: M/M/1, with and without a bound, M/M/c, M/G/1 and Erlang's loss system. They are what
// simulations are tested against.
//
// Rates are in jobs per unit of time, times in those units. Functions keep no state and may be called concurrently.
//
// Sources: Kleinrock, Queueing Systems, volume I, 1975, chapters 3 to 5.
package queue
