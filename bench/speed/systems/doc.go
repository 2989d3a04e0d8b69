// Package systems runs every system of the literature from its built-in scenario, measures how fast it is simulated, and compares it with
// values that are known: exact ones of small chains, limits, published numbers.
//
// A [Result] is one system: its scenario as it is, the same on a million servers, and a [Reference] for every known value. Results are
// written as JSON; names of fields and of systems are stable, and new ones may be added. Times of runs are in seconds, times of models in
// the units of the scenario.
//
// References use fixed seeds: a deviation is the same on every machine, speeds are not. [Measure] fills the cores of the machine, so that
// two at once would measure each other.
package systems
