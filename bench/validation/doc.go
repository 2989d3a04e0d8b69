// Package validation compares the whole program, from scenario text to estimates, with what is known: systems solved exactly, published values
// and closed forms. Each comparison gives the deviation in standard errors and relative to the known value.
package validation
