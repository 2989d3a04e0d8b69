// Package validation compares the whole program, from scenario text to estimates, with what is known: systems solved exactly, published
// values and closed forms. Each comparison gives the deviation in standard errors and relative to the known value.
//
// RunCheck makes all comparisons that a user can make with the program as it is, `shardq check`: besides known values, how often intervals
// contain the true value, one digest whatever the shards, windows and instruction sets, and uniform ties. They are judged together: a
// correct program fails any of them with probability below FalseAlarm, for any seed.
package validation
