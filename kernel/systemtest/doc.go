// Package systemtest draws small systems for property tests of the engine: of any shape that it accepts, so small that the sequential
// reference runs thousands of them, and with everything that may differ at its edges.
//
// What is drawn is a function of the generator's draws alone. Times are in units of the drawn system. A generator, and so each function
// here, belongs to one goroutine.
package systemtest
